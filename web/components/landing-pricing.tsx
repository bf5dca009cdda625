import { Check } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { LandingSection } from './landing-section.tsx';

const included = [
  'Unlimited links',
  'Advanced analytics',
  'Conversion tracking',
  'A/B split testing',
  'Custom aliases',
  'CSV export',
];

export function Pricing() {
  return (
    <LandingSection
      id="pricing"
      className="needs-payments"
      title="One price, every feature"
      text="Try it for a month first. Your links keep working whatever you decide."
    >
      <div className="mx-auto max-w-md rounded-xl border border-line bg-surface p-8 shadow-float">
        <h3 className="text-lg font-semibold">Lifetime access</h3>
        <p className="num mt-3 flex items-baseline gap-2">
          <span className="text-5xl font-bold tracking-tight">$49</span>
          <span className="text-muted">one-time</span>
        </p>
        <p className="mt-2 font-medium text-accent-text">30-day free trial</p>
        <ul className="my-6 grid gap-2.5 border-t border-line pt-6">
          {included.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
              {name}
            </li>
          ))}
        </ul>
        <a href={paths.register} className={`${buttonClasses('primary', 'lg')} w-full`}>
          Start Free Trial
        </a>
        <p className="mt-3 text-center text-sm text-faint">
          No credit card required. $49/month after 30 days.
        </p>
        <a href={paths.payment} className={`${buttonClasses('secondary', 'lg')} mt-4 w-full`}>
          Buy lifetime access
        </a>
      </div>
    </LandingSection>
  );
}
