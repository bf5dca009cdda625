import type { CostNumbers, ReportCosts } from '#contract/analytics/costs';
import type { DeepReadonly } from '#contract/route';
import { ChangeText } from '#web/features/analytics/measures/change-text.tsx';
import { type Change, changeOf, percentChange } from '#web/features/analytics/measures/measures.ts';
import { moneyIn } from '#web/format.ts';
import { classNames } from '#web/ui/class-names.ts';
import { perClickLabel, roiLabel } from '#web/features/events/cost-words.ts';

type Tile = {
  readonly name: string;
  /** Without a comparison. */
  readonly note: string;
  /** Null when it cannot be given. */
  of(costs: DeepReadonly<CostNumbers>, clicks: number): number | null;
  label(value: number): string;
};

type CostTilesProps = {
  readonly costs: DeepReadonly<ReportCosts>;
  /** Of the report. */
  readonly clicks: number;
  /** Of the compared time; 0 without a comparison. */
  readonly comparedClicks: number;
};

/** What the clicks of the report cost, what that brought, and why a number is missing. */
export function CostTiles({ costs, clicks, comparedClicks }: CostTilesProps) {
  const { compared, currency, revenue, reason } = costs;
  const money = (cents: number) => moneyIn(cents, currency);
  const tiles: readonly Tile[] = [
    { name: 'Cost', note: `in ${currency}`, of: ({ cost }) => cost, label: money },
    {
      name: 'ROI',
      note: `revenue ${money(revenue)}`,
      of: ({ roi }) => roi,
      label: (roi) => roiLabel({ roi }),
    },
    {
      name: 'Cost per click',
      note: `earned ${perClickLabel(costs)}`,
      of: ({ cost }, among) => (cost === null || among === 0 ? null : cost / among),
      label: money,
    },
  ];
  // On phones the reason stands alone when there is no number.
  const isEmpty = reason !== null && tiles.every(({ of }) => of(costs, clicks) === null);
  return (
    <section aria-label="Costs and earnings" className="border-b border-line">
      <dl
        data-empty={isEmpty || undefined}
        className="grid grid-cols-3 gap-px bg-line max-md:data-empty:hidden"
      >
        {tiles.map((tile) => {
          const now = tile.of(costs, clicks);
          const value = now === null ? '—' : tile.label(now);
          return (
            <div
              key={tile.name}
              className="grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 max-md:gap-0 max-md:px-3 max-md:py-2.5"
            >
              <dt className="truncate text-sm font-medium text-muted max-md:text-xs">
                {tile.name}
              </dt>
              <dd
                title={value}
                className="num truncate text-xl font-[650] tracking-tight max-md:text-base"
              >
                {value}
              </dd>
              <dd className="text-xs text-pretty text-muted">
                {compared ? (
                  <FromBefore tile={tile} now={now} before={tile.of(compared, comparedClicks)} />
                ) : (
                  tile.note
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {reason !== null && (
        <p
          className={classNames(
            'border-t border-line px-4 py-2 text-sm text-muted max-md:text-xs',
            isEmpty && 'max-md:border-t-0',
          )}
        >
          {reason}
        </p>
      )}
    </section>
  );
}

type FromBeforeProps = {
  readonly tile: Tile;
  readonly now: number | null;
  readonly before: number | null;
};

/** The change from the compared time. A higher cost is neither good nor bad. */
function FromBefore({ tile: { name, label }, now, before }: FromBeforeProps) {
  if (now === null || before === null) return 'no comparison';
  const change: Change =
    name === 'ROI'
      ? changeOf('rate', now, before)
      : { ...percentChange(now, before), tone: 'none' };
  return (
    <>
      <ChangeText change={change} /> from {label(before)}
    </>
  );
}
