import type { Analytics } from '#web/api.ts';
import { changeLabel, money, wholeNumber } from '#web/format.ts';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

type Change = Analytics['changes']['links'];
type Stat = {
  readonly label: string;
  value(analytics: Analytics): string;
  change(analytics: Analytics): Change;
};

const stats: readonly Stat[] = [
  {
    label: 'Total Links',
    value: ({ totalLinks }) => wholeNumber(totalLinks),
    change: ({ changes }) => changes.links,
  },
  {
    label: 'Total Clicks',
    value: ({ totalClicks }) => wholeNumber(totalClicks),
    change: ({ changes }) => changes.clicks,
  },
  {
    label: 'Total Profit',
    value: ({ totalProfit }) => money(totalProfit),
    change: ({ changes }) => changes.profit,
  },
  {
    label: 'Conversions',
    value: ({ totalConversions }) => wholeNumber(totalConversions),
    change: ({ changes }) => changes.conversions,
  },
];

/** The four numbers over all time, each with its change against the month before. */
export function SummaryCards({ analytics }: { readonly analytics: Analytics | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      {stats.map(({ label, value, change }) => (
        <Card key={label} className="p-4">
          <h2 className="font-medium text-muted">{label}</h2>
          {analytics ? (
            <>
              <p className="num mt-1.5 truncate text-2xl font-[650] tracking-tight md:text-3xl">
                {value(analytics)}
              </p>
              <p className="num mt-0.5 text-sm text-faint">
                <span className={classNames('font-semibold', changeTone(change(analytics)))}>
                  {changeLabel(change(analytics))}
                </span>{' '}
                vs last month
              </p>
            </>
          ) : (
            <>
              <Skeleton className="mt-2.5 h-6 w-24 md:h-8" />
              <Skeleton className="mt-2 h-4 w-32 max-w-full" />
            </>
          )}
        </Card>
      ))}
    </div>
  );
}

function changeTone(change: Change): string {
  if (change === null || change === 0) return 'text-faint';
  return change === 'new' || change > 0 ? 'text-good' : 'text-bad';
}
