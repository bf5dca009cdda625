import type { CostNumbers, ReportCosts } from '#contract/analytics/costs';
import type { DeepReadonly } from '#contract/route';
import { ChangeText } from '#web/features/analytics/measures/change-text.tsx';
import { type Change, changeOf, percentChange } from '#web/features/analytics/measures/measures.ts';
import { moneyIn } from '#web/format.ts';
import { costLabel, perClickLabel, roiLabel } from '#web/features/events/cost-words.ts';

type Numbers = DeepReadonly<CostNumbers>;

type CostTilesProps = {
  readonly costs: DeepReadonly<ReportCosts>;
  /** Of the report. */
  readonly clicks: number;
  /** Of the compared time; 0 without a comparison. */
  readonly comparedClicks: number;
};

/** What the clicks of the report cost, what that brought, and why a number is missing. */
export function CostTiles({ costs, clicks, comparedClicks }: CostTilesProps) {
  const { compared, currency, revenueCents, reason } = costs;
  const tiles = [
    {
      name: 'Cost',
      value: costLabel(costs),
      note: `in ${currency}`,
      change: compared && changeOfCost(costs.costCents, compared.costCents),
      before: compared && costLabel(compared),
    },
    {
      name: 'ROI',
      value: roiLabel(costs),
      note: `revenue ${moneyIn(revenueCents, currency)}`,
      change: compared && changeOf('rate', percentOf(costs.roi), percentOf(compared.roi)),
      before: compared && roiLabel(compared),
    },
    {
      name: 'Cost per click',
      value: paidLabel(costs, clicks),
      note: `earned ${perClickLabel(costs)}`,
      change: compared && changeOfCost(paidPer(costs, clicks), paidPer(compared, comparedClicks)),
      before: compared && paidLabel(compared, comparedClicks),
    },
  ];
  return (
    <section aria-label="Costs and earnings" className="border-b border-line">
      <dl className="grid grid-cols-2 gap-px bg-line sm:grid-cols-3">
        {tiles.map(({ name, value, note, change, before }) => (
          <div
            key={name}
            className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 max-sm:last:col-span-2"
          >
            <dt className="truncate text-sm font-medium text-muted">{name}</dt>
            <dd title={value} className="num truncate text-xl font-[650] tracking-tight">
              {value}
            </dd>
            <dd className="truncate text-xs text-muted">
              {change ? (
                <>
                  <ChangeText change={change} /> from {before}
                </>
              ) : (
                note
              )}
            </dd>
          </div>
        ))}
      </dl>
      {reason !== null && (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">{reason}</p>
      )}
    </section>
  );
}

/** In cents with their fraction; null without clicks, or when the cost cannot be given. */
function paidPer({ costCents }: Numbers, clicks: number): number | null {
  return costCents === null || clicks === 0 ? null : costCents / clicks;
}

function paidLabel(costs: Numbers, clicks: number): string {
  const paid = paidPer(costs, clicks);
  return paid === null ? '—' : moneyIn(paid, costs.currency);
}

function percentOf(part: number | null): number | null {
  return part === null ? null : part * 100;
}

/** A higher cost is neither good nor bad: its sign says enough. */
function changeOfCost(now: number | null, before: number | null): Change {
  const none = { label: '—', tone: 'none' } as const;
  return now === null || before === null ? none : { ...percentChange(now, before), tone: 'none' };
}
