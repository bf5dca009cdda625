import type { ReportCosts } from '#contract/analytics/costs';
import type { DeepReadonly } from '#contract/route';
import { moneyIn } from '#web/format.ts';
import { costLabel, perClickLabel, roiLabel } from '#web/features/events/cost-words.ts';

type CostTilesProps = {
  readonly costs: DeepReadonly<ReportCosts>;
  /** Of the report. */
  readonly clicks: number;
};

/** What the clicks of the report cost, what that brought, and why a number is missing. */
export function CostTiles({ costs, clicks }: CostTilesProps) {
  const { currency, costCents, revenueCents, reason } = costs;
  const paid = costCents === null || clicks === 0 ? '—' : moneyIn(costCents / clicks, currency);
  const tiles = [
    { name: 'Cost', value: costLabel(costs), note: `in ${currency}` },
    {
      name: 'ROI',
      value: roiLabel(costs),
      note: `revenue ${moneyIn(revenueCents, currency)}`,
    },
    { name: 'Cost per click', value: paid, note: `earned ${perClickLabel(costs)}` },
  ];
  return (
    <section aria-label="Costs and earnings" className="border-b border-line">
      <dl className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3">
        {tiles.map(({ name, value, note }) => (
          <div
            key={name}
            className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 max-sm:last:col-span-2"
          >
            <dt className="truncate text-sm font-medium text-muted">{name}</dt>
            <dd title={value} className="num truncate text-xl font-[650] tracking-tight">
              {value}
            </dd>
            <dd className="truncate text-xs text-muted">{note}</dd>
          </div>
        ))}
      </dl>
      {reason !== null && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">{reason}</p>
      )}
    </section>
  );
}
