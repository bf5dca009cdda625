import { Check } from 'lucide-react';
import { LandingSection } from './landing-section.tsx';

const points = [
  { title: 'Dark and light', text: 'Dark by default. Switch to light, or follow your device.' },
  { title: 'Works on phones', text: 'Tables become cards, and the menu becomes a drawer.' },
  { title: 'Works by keyboard', text: 'Every control can be reached and used with the keyboard.' },
  {
    title: 'Accessible',
    text: 'Color contrast is tested, and every chart has a text alternative.',
  },
  {
    title: 'Fast where it matters',
    text: 'Redirects do not wait for a database, and long lists of links load quickly.',
  },
  {
    title: 'Your data stays yours',
    text: 'Export everything, or delete it permanently, at any time.',
  },
];

/** How the app looks and behaves on devices. */
export function AppDesign() {
  return (
    <div className="border-y border-line bg-surface">
      <LandingSection
        id="design"
        title="Designed for daily use"
        text="Clear screens for people who check their numbers every day."
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
