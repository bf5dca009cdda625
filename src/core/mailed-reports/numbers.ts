import type { CostNumbers, ReportCosts } from '#contract/analytics/costs';
import { isMoney, type Measure, measureLabels } from '#contract/analytics/measures';
import { currencies, type Currency } from '#contract/money';
import { change } from '#core/analytics/change';
import type { Measures, Report } from '#core/analytics/report/report';

/** Name, number and change. */
export type Figure = readonly [string, string, string];

/** The numbers of a report as its mails say them. */
export type Figures = {
  readonly counts: readonly Figure[];
  /** Of each currency with conversions or refunds in the period or the one before. */
  readonly amounts: readonly (readonly Figure[])[];
  /** Empty where the cost cannot be given exactly, and where it is 0 and was not known to be more. */
  readonly costs: readonly Figure[];
};

/** A report; `isOfPeople`: only clicks of people are counted. Only people convert. */
export type Counted = Pick<Report, 'totals' | 'comparedTotals' | 'series'> & {
  readonly isOfPeople: boolean;
  /** Null: the account has none. */
  readonly costs: ReportCosts | null;
};

/** A measure; amounts are those in the currency. */
export type Shown = { readonly measure: Measure; readonly currency: Currency };

const nothing: Measures = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };
/** With commas between thousands. */
const grouped = new Intl.NumberFormat('en-US');
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** A count, percent, or cents with their fraction; 0 where there is nothing to divide by. */
export function valueOf({ measure, currency }: Shown, counts: Measures): number {
  const { clicks, uniqueVisitors, conversions } = counts;
  const { revenueCents, profitCents } = moneyOf(counts, currency);
  switch (measure) {
    case 'clicks':
      return clicks;
    case 'visitors':
      return uniqueVisitors;
    case 'conversions':
      return conversions;
    case 'rate':
      return clicks === 0 ? 0 : (conversions / clicks) * 100;
    case 'revenue':
      return revenueCents;
    case 'profit':
      return profitCents;
    case 'perClick':
      return clicks === 0 ? 0 : revenueCents / clicks;
  }
}

/** A value as people read it: `12,804`, `2.2%`, `$9,420.50`. */
export function labelOf({ measure, currency }: Shown, value: number): string {
  if (measure === 'rate') return `${oneDecimal.format(value)}%`;
  return isMoney(measure) ? amountIn(currency)(value) : grouped.format(value);
}

/** `Revenue in USD`, `Clicks`. */
export function titleOf({ measure, currency }: Shown): string {
  const title = measureLabels[measure];
  return isMoney(measure) ? `${title} in ${currency}` : title;
}

/** The title inside a sentence. */
export function nameOf(shown: Shown): string {
  const title = titleOf(shown);
  return `${title.slice(0, 1).toLowerCase()}${title.slice(1)}`;
}

/** Every measure with its change. Those that divide by clicks are left out where there are none. */
export function figuresOf(counted: Counted): Figures {
  const { totals, comparedTotals, isOfPeople } = counted;
  const then = comparedTotals ?? nothing;
  const hasClicks = isOfPeople && totals.clicks > 0;
  const figure = (measure: Measure, currency: Currency = 'USD'): Figure => {
    const shown = { measure, currency };
    const [now, before] = [valueOf(shown, totals), valueOf(shown, then)];
    const by =
      measure === 'rate'
        ? pointsOf(now, then.clicks === 0 ? null : before)
        : changeOf(now, before, (value) => labelOf(shown, value));
    return [measureLabels[measure], labelOf(shown, now), by];
  };
  return {
    counts: [
      figure('clicks'),
      figure('visitors'),
      figure('conversions'),
      ...(hasClicks ? [figure('rate')] : []),
    ],
    amounts: currenciesOf([totals, then]).map((currency) => [
      figure('revenue', currency),
      figure('profit', currency),
      ...(hasClicks ? [figure('perClick', currency)] : []),
    ]),
    costs: costFigures(counted),
  };
}

function costFigures({ costs, totals, comparedTotals }: Counted): readonly Figure[] {
  if (costs === null || costs.cost === null) return [];
  const before = costs.compared;
  if (costs.cost === 0 && (before?.cost ?? 0) === 0) return [];
  const amount = amountIn(costs.currency);
  const figure = (name: string, now: number | null, then: number | null): readonly Figure[] => {
    if (now === null) return [];
    return [[name, amount(now), then === null ? notCompared : changeOf(now, then, amount)]];
  };
  return [
    ...figure('Cost', costs.cost, before && before.cost),
    ...figure(
      'Cost per click',
      costPerClick(costs.cost, totals.clicks),
      costPerClick(before && before.cost, comparedTotals?.clicks ?? 0),
    ),
    ...roiFigure(costs, before),
  ];
}

type Roi = Pick<CostNumbers, 'roi'>;

function roiFigure({ roi }: Roi, before: Roi | null): readonly Figure[] {
  if (roi === null) return [];
  const then = before && before.roi;
  const by = then === null ? notCompared : pointsOf(roi, then);
  return [['ROI', `${roi > 0 ? '+' : ''}${oneDecimal.format(roi)}%`, by]];
}

/** In cents with their fraction; null where there is nothing to divide by. */
export function costPerClick(costCents: number | null, clicks: number): number | null {
  return costCents === null || clicks === 0 ? null : costCents / clicks;
}

const noChange = 'no change';
/** The number of the period before is not known, or there was nothing to divide by. */
const notCompared = 'no comparison';

/** A change of a percentage in points; null: there was none before. */
function pointsOf(now: number, before: number | null): string {
  if (before === null) return 'new';
  const points = Math.round((now - before) * 10) / 10;
  return points === 0 ? noChange : `${signOf(points)}${oneDecimal.format(Math.abs(points))} pt`;
}

/** `+12.5%`; `new` after nothing. After a loss, and for a loss after nothing, it says what was. */
function changeOf(recent: number, before: number, label: (value: number) => string): string {
  if (recent === before) return noChange;
  const by = change({ before, recent });
  if (by === 'new') return 'new';
  if (by === null || before < 0) return `was ${label(before)}`;
  return `${signOf(by)}${grouped.format(Math.abs(by))}%`;
}

/** A minus as wide as the plus. */
export function signOf(difference: number): string {
  if (difference === 0) return '±';
  return difference > 0 ? '+' : '−';
}

/** `$49`, `€42.50`. */
function amountIn(currency: Currency): (cents: number) => string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return (cents) => format.format(cents / 100);
}

export function currenciesOf(all: readonly Measures[]): readonly Currency[] {
  const used = new Set(all.flatMap(({ money }) => money.map(({ currency }) => currency)));
  return currencies.filter((code) => used.has(code));
}

/** The amounts in one currency. */
export function moneyOf({ money }: Measures, currency: Currency) {
  const own = money.find((each) => each.currency === currency);
  return { revenueCents: own?.revenueCents ?? 0, profitCents: own?.profitCents ?? 0 };
}
