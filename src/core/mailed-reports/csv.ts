import type { Currency } from '#contract/money';
import type { Point } from '#core/analytics/report/report';
import { decimalFromCents } from '#core/shared/money';
import { percent } from '#core/shared/percent';
import { uniqueTitle, type VisitorsAre } from '#core/shared/visitors-are';
import {
  type Counted,
  costPerClick,
  currenciesOf,
  moneyOf,
  type Shown,
  valueOf,
} from './numbers.ts';

/** One column: its title, and what a line has there. Nothing where there is nothing to divide by. */
type Column = readonly [string, (point: Point, index: number) => string | number];

/**
 * The hours or days of a report, with the columns of the screen's export. The currency of the view
 * stands first. All cells are times and numbers, so no program reads a formula.
 */
export function csvOf(
  counted: Counted & Pick<Shown, 'currency'>,
  visitorsAre: VisitorsAre,
): string {
  const { currency: first, totals, series, isOfPeople, costs } = counted;
  const used = currenciesOf([totals]);
  const shown = [...new Set<Currency>([first, ...(costs ? [costs.currency] : []), ...used])];
  const inEach = (title: string, of: (currency: Currency) => Column[1]) =>
    shown.map((currency): Column => [`${title} ${currency}`, of(currency)]);
  const columns: readonly Column[] = [
    ['Date', ({ at }) => at],
    ['Clicks', ({ clicks }) => clicks],
    [uniqueTitle('Unique Visitors', visitorsAre), ({ uniqueVisitors }) => uniqueVisitors],
    ['Conversions', ({ conversions }) => conversions],
    ...ofPeople(isOfPeople, [
      [
        'Conversion Rate',
        ({ clicks, conversions }) => (clicks === 0 ? '' : percent(conversions, clicks)),
      ],
    ]),
    ...inEach(
      'Revenue',
      (currency) => (point) => decimalFromCents(moneyOf(point, currency).revenueCents),
    ),
    ...inEach(
      'Profit',
      (currency) => (point) => decimalFromCents(moneyOf(point, currency).profitCents),
    ),
    ...ofPeople(isOfPeople, [
      ...inEach(
        'Earnings Per Click',
        (currency) => (point) =>
          point.clicks === 0 ? '' : valueOf({ measure: 'perClick', currency }, point) / 100,
      ),
      ...costColumns(counted),
    ]),
  ];
  const lines = series.map((point, index) => columns.map(([, cell]) => cell(point, index)));
  return [columns.map(([title]) => title), ...lines]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');
}

function ofPeople(isOfPeople: boolean, columns: readonly Column[]): readonly Column[] {
  return isOfPeople ? columns : [];
}

/** Hours have no costs; the cells of days whose cost cannot be given exactly are empty. */
function costColumns({ costs, series }: Counted): readonly Column[] {
  if (costs === null || series.some(({ at }) => at.includes('T'))) return [];
  const { currency } = costs;
  const costOf = (index: number) => costs.series?.[index] ?? null;
  return [
    [
      `Cost ${currency}`,
      (_, index) => {
        const cents = costOf(index);
        return cents === null ? '' : decimalFromCents(cents);
      },
    ],
    [
      `Cost Per Click ${currency}`,
      ({ clicks }, index) => {
        const cents = costPerClick(costOf(index), clicks);
        return cents === null ? '' : cents / 100;
      },
    ],
    [
      'ROI',
      (point, index) => {
        const cents = costOf(index);
        const { revenueCents } = moneyOf(point, currency);
        return cents === null || cents === 0 ? '' : percent(revenueCents - cents, cents);
      },
    ],
  ];
}
