import { Check } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { buttonClasses } from '#web/ui/button.tsx';
import { LandingSection } from './landing-section.tsx';
import { listPrices } from '#web/features/billing/prices/list-prices.ts';
import { PriceComparison } from '#web/features/billing/prices/price-comparison.tsx';

const included = [
  'Unlimited links',
  'Advanced analytics',
  'Conversion tracking',
  'A/B split testing',
  'Custom domains',
  'QR codes',
];

export function Pricing() {
  return (
    <LandingSection
      id="pricing"
      className="needs-payments needs-registration"
      title="Two prices, every feature"
      text="Try everything free first. Then pay every month, or once. Your links keep working even if you stop."
    >
      <div className="mx-auto grid max-w-3xl gap-8">
        <p className="text-center font-medium text-accent-text">
          30-day free trial. No credit card required.
        </p>
        <PriceComparison
          prices={listPrices}
          isLarge
          monthlyAction={
            <a href={paths.register} className={buttonClasses('primary', 'lg')}>
              Start Free Trial
            </a>
          }
          lifetimeAction={
            <a href={paths.payment} className={buttonClasses('secondary', 'lg')}>
              Buy lifetime access
            </a>
          }
        />
        <ul aria-label="Included" className="grid gap-x-8 gap-y-2.5 sm:grid-cols-3">
          {included.map((name) => (
            <li key={name} className="flex items-center gap-2.5">
              <Check aria-hidden className="size-4 shrink-0 text-accent-text" />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </LandingSection>
  );
}
