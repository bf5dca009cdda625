import type { ReactNode } from 'react';
import { money } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import type { Prices } from './list-prices.ts';

type PriceComparisonProps = {
  readonly prices: Prices;
  readonly isLarge?: boolean;
  /** A button below each plan. */
  readonly monthlyAction?: ReactNode;
  readonly lifetimeAction?: ReactNode;
};

/** Both plans side by side, in the same words on every screen. */
export function PriceComparison(props: PriceComparisonProps) {
  const { prices, isLarge = false, monthlyAction, lifetimeAction } = props;
  return (
    <ul aria-label="Prices" className="grid gap-3 sm:grid-cols-2">
      <Price {...plans.monthly} cents={prices.monthlyCents} isLarge={isLarge}>
        {monthlyAction}
      </Price>
      <Price {...plans.lifetime} cents={prices.lifetimeCents} isLarge={isLarge}>
        {lifetimeAction}
      </Price>
    </ul>
  );
}

const plans = {
  monthly: { name: 'Pro', unit: '/month', note: 'Billed every month. Cancel at any time.' },
  lifetime: { name: 'Lifetime access', unit: 'one-time', note: 'Pay once and use it for life.' },
} as const;

type PriceProps = (typeof plans)[keyof typeof plans] & {
  readonly cents: number;
  readonly isLarge: boolean;
  readonly children: ReactNode;
};

function Price({ name, cents, unit, note, isLarge, children }: PriceProps) {
  return (
    <li
      className={classNames(
        'grid content-start rounded-lg border border-line',
        isLarge ? 'bg-surface p-6 shadow-float' : 'bg-field p-4',
      )}
    >
      <span className="font-semibold">{name}</span>
      <span className="num mt-2 flex items-baseline gap-2">
        <span className={classNames('font-bold tracking-tight', isLarge ? 'text-5xl' : 'text-3xl')}>
          {money(cents)}
        </span>
        <span className="text-muted">{unit}</span>
      </span>
      <span className="mt-1.5 text-sm text-muted">{note}</span>
      {children && <span className={isLarge ? 'mt-6 grid' : 'mt-3 grid'}>{children}</span>}
    </li>
  );
}
