import { Check } from 'lucide-react';
import { LandingSection } from './landing-section.tsx';

const points = [
  { title: 'Dark and light', text: 'Follows your device, or your mood.' },
  { title: 'At home on a phone', text: 'Tables become cards, menus become drawers.' },
  { title: 'Works by keyboard', text: 'Every control, in an order that makes sense.' },
  { title: 'Readable for everyone', text: 'Tested contrast; charts that also speak in words.' },
  {
    title: 'Fast where it matters',
    text: 'Redirects answer at once; thousands of links sort instantly.',
  },
  {
    title: 'Your data stays yours',
    text: 'Export everything as CSV, delete it for good, whenever you like.',
  },
];

/** What the app is like to use. */
export function AppDesign() {
  return (
    <div className="border-y border-line bg-surface">
      <LandingSection
        id="design"
        title="Designed to be looked at all day"
        text="An app for people who check their numbers before their coffee."
      >
        <ul className="mx-auto grid max-w-4xl gap-x-10 gap-y-6 sm:grid-cols-2">
          {points.map(({ title, text }) => (
            <li key={title} className="flex gap-3">
              <span className="mt-0.5 grid size-5 shrink-0 place-items-center rounded-full bg-accent text-on-accent">
                <Check aria-hidden strokeWidth={3} className="size-3" />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="mt-0.5 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </LandingSection>
    </div>
  );
}
