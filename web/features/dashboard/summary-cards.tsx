import type { Analytics } from '#web/api.ts';
import { changeLabel, money, wholeNumber } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { StatCard } from '#web/ui/stat-card.tsx';
import { besideDollars } from '#web/features/events/other-currencies.tsx';

type Change = Analytics['changes']['links'];
type Stat = {
  readonly label: string;
  value(analytics: Analytics): string;
  /** The part of the last 30 days. */
  recent(analytics: Analytics): string;
  change(analytics: Analytics): Change;
  /** Which amount in other currencies to show below. */
  readonly others?: 'profit';
};

const stats: readonly Stat[] = [
  {
    label: 'Total Links',
    value: ({ totalLinks }) => wholeNumber(totalLinks),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.links),
    change: ({ changes }) => changes.links,
  },
  {
    label: 'Total Clicks',
    value: ({ totalClicks }) => wholeNumber(totalClicks),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.clicks),
    change: ({ changes }) => changes.clicks,
  },
  {
    label: 'Total Profit',
    value: ({ totalProfit }) => money(totalProfit),
    recent: ({ lastMonth }) => money(lastMonth.profit),
    change: ({ changes }) => changes.profit,
    others: 'profit',
  },
  {
    label: 'Conversions',
    value: ({ totalConversions }) => wholeNumber(totalConversions),
    recent: ({ lastMonth }) => wholeNumber(lastMonth.conversions),
    change: ({ changes }) => changes.conversions,
  },
];

const reserved = ['100 in 30 days', '+10.0% vs last month'];

/** The four all-time totals, each with its last 30 days and their change. */
export function SummaryCards({ analytics }: { readonly analytics: Analytics | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map(({ label, value, recent, change, others }) => (
        <StatCard
          key={label}
          label={label}
          value={analytics && value(analytics)}
          reserved={reserved}
        >
          {analytics && (
            <>
              {others && (
                <span className="text-xs text-muted">
                  {besideDollars(analytics.otherCurrencies, others)}
                </span>
              )}
              <p className="mt-auto">
                <span className="block">{recent(analytics)} in 30 days</span>
                <span className={classNames('font-semibold', changeTone(change(analytics)))}>
                  {changeLabel(change(analytics))}
                </span>{' '}
                vs last month
              </p>
            </>
          )}
        </StatCard>
      ))}
    </div>
  );
}

function changeTone(change: Change): string {
  if (change === null || change === 0) return 'text-faint';
  return change === 'new' || change > 0 ? 'text-good' : 'text-bad';
}
