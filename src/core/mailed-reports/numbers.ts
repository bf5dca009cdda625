import { currencies, type Currency } from '#contract/money';
import { change } from '#core/analytics/change';
import type { Measures, Report } from '#core/analytics/report/report';
import { decimalFromCents } from '#core/shared/money';
import { percent } from '#core/shared/percent';
import { uniqueTitle, type VisitorsAre } from '#core/shared/visitors-are';

/** Name, number and change. */
export type Figure = readonly [string, string, string];

/** The numbers of a report as its mails say them. */
export type Figures = {
  readonly counts: readonly Figure[];
  /** Of each currency with conversions or refunds in the period or the one before. */
  readonly amounts: readonly (readonly Figure[])[];
};

/** A report; `isOfPeople`: only clicks of people are counted. Only people convert. */
export type Counted = Pick<Report, 'totals' | 'comparedTotals' | 'series'> & {
  readonly isOfPeople: boolean;
};

const nothing: Measures = { clicks: 0, uniqueVisitors: 0, conversions: 0, money: [] };
/** With commas between thousands. */
const grouped = new Intl.NumberFormat('en-US');
const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** Every measure with its change. Those that divide by clicks are left out where there are none. */
export function figuresOf({ totals, comparedTotals, isOfPeople }: Counted): Figures {
  const then = comparedTotals ?? nothing;
  const hasClicks = isOfPeople && totals.clicks > 0;
  const figure = (
    name: string,
    valueOf: (measures: Measures) => number,
    label: (value: number) => string,
  ): Figure => {
    const [now, before] = [valueOf(totals), valueOf(then)];
    return [name, label(now), changeOf(now, before, label)];
  };
  return {
    counts: [
      figure('Clicks', ({ clicks }) => clicks, grouped.format),
      figure('Unique visitors', ({ uniqueVisitors }) => uniqueVisitors, grouped.format),
      figure('Conversions', ({ conversions }) => conversions, grouped.format),
      ...(hasClicks ? [rateFigure(totals, then)] : []),
    ],
    amounts: currenciesOf([totals, then]).map((currency) => {
      const amount = amountIn(currency);
      return [
        figure('Revenue', (measures) => moneyOf(measures, currency).revenueCents, amount),
        figure('Profit', (measures) => moneyOf(measures, currency).profitCents, amount),
        ...(hasClicks
          ? [figure('Earnings per click', (each) => perClickCents(each, currency) ?? 0, amount)]
          : []),
      ];
    }),
  };
}

function rateFigure(now: Measures, then: Measures): Figure {
  const rate = ({ conversions, clicks }: Measures) =>
    clicks === 0 ? 0 : (conversions / clicks) * 100;
  const points = Math.round((rate(now) - rate(then)) * 10) / 10;
  const difference = `${signOf(points)}${oneDecimal.format(Math.abs(points))} pt`;
  const isNew = then.clicks === 0;
  return [
    'Conversion rate',
    `${oneDecimal.format(rate(now))}%`,
    isNew ? 'new' : points === 0 ? noChange : difference,
  ];
}

const noChange = 'no change';

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

function currenciesOf(all: readonly Measures[]): readonly Currency[] {
  const used = new Set(all.flatMap(({ money }) => money.map(({ currency }) => currency)));
  return currencies.filter((code) => used.has(code));
}

function moneyOf({ money }: Measures, currency: Currency) {
  const own = money.find((each) => each.currency === currency);
  return { revenueCents: own?.revenueCents ?? 0, profitCents: own?.profitCents ?? 0 };
}

function perClickCents(measures: Measures, currency: Currency): number | null {
  const { clicks } = measures;
  return clicks === 0 ? null : moneyOf(measures, currency).revenueCents / clicks;
}

/**
 * The hours or days of a report, with the columns of the screen's export. All cells are times and
 * numbers, so no program reads a formula.
 */
export function csvOf({ totals, series, isOfPeople }: Counted, visitorsAre: VisitorsAre): string {
  const used = currenciesOf([totals]);
  const shown: readonly Currency[] = used.length === 0 ? ['USD'] : used;
  const perCurrency = (title: string) => shown.map((currency) => `${title} ${currency}`);
  const head = [
    'Date',
    'Clicks',
    uniqueTitle('Unique Visitors', visitorsAre),
    'Conversions',
    ...(isOfPeople ? ['Conversion Rate'] : []),
    ...perCurrency('Revenue'),
    ...perCurrency('Profit'),
    ...(isOfPeople ? perCurrency('Earnings Per Click') : []),
  ];
  const rows = series.map((point) => {
    const { at, clicks, uniqueVisitors, conversions } = point;
    const amounts = shown.map((currency) => moneyOf(point, currency));
    const perClick = shown.map((currency) => perClickCents(point, currency));
    return [
      at,
      clicks,
      uniqueVisitors,
      conversions,
      ...(isOfPeople ? [clicks === 0 ? '' : percent(conversions, clicks)] : []),
      ...amounts.map(({ revenueCents }) => decimalFromCents(revenueCents)),
      ...amounts.map(({ profitCents }) => decimalFromCents(profitCents)),
      ...(isOfPeople ? perClick.map((cents) => (cents === null ? '' : cents / 100)) : []),
    ];
  });
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
