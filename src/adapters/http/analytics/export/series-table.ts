import type { ReportCosts } from '#contract/analytics/costs';
import type { Measures, Point, Report } from '#core/analytics/report/report';
import type { Cell, Column, Table } from '#core/analytics/report/export-table';
import { uniqueTitle, type VisitorsAre } from '#adapters/http/csv/unique-title';

type MoneyKind = 'revenue' | 'profit' | 'cost' | 'comparedCost' | 'perClick';

/**
 * A report's series: a row for each unit, and the compared unit beside it; in the end what the unit
 * cost, where that is known by unit.
 */
export function seriesTable(
  report: Report & { readonly costs: ReportCosts | null },
  visitorsAre: VisitorsAre,
): Table {
  const { series, comparedSeries, totals, comparedTotals, costs } = report;
  const currencies = currenciesOf(totals, comparedTotals);
  const shape = { currencies, visitorsAre };
  const spent = costs?.series ?? null;
  const comparedSpent = costs?.compared?.series ?? null;
  const columns = [
    ...[column('at', 'Date', 'text'), ...measureColumns('', '', shape)],
    ...(comparedSeries === null
      ? []
      : [
          column('comparedAt', 'Compared Date', 'text'),
          ...measureColumns('compared', 'Compared ', shape),
        ]),
    ...(costs && spent ? [costColumn(costs.currency)] : []),
    ...(costs && comparedSpent ? [costColumn(costs.currency, true)] : []),
  ];
  return { columns, pieces: rows() };

  async function* rows(): Table['pieces'] {
    const length = Math.max(series.length, comparedSeries?.length ?? 0);
    yield Array.from({ length }, (_, index) => [
      ...pointCells(series[index], currencies),
      ...(comparedSeries === null ? [] : pointCells(comparedSeries[index], currencies)),
      ...[spent, comparedSpent].flatMap((cents) => (cents === null ? [] : [cents[index] ?? 0])),
    ]);
  }
}

function currenciesOf(...measures: readonly (Measures | null)[]): readonly string[] {
  const codes = measures.flatMap((one) => one?.money.map(({ currency }) => currency) ?? []);
  return [...new Set(codes)].toSorted();
}

type Shape = { readonly currencies: readonly string[]; readonly visitorsAre: VisitorsAre };

function measureColumns(prefix: string, title: string, shape: Shape): Column[] {
  const { currencies, visitorsAre } = shape;
  const key = (name: string) =>
    prefix === '' ? name : `${prefix}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return [
    column(key('clicks'), `${title}Clicks`, 'integer'),
    column(key('uniqueVisitors'), uniqueTitle(`${title}Unique Visitors`, visitorsAre), 'integer'),
    column(key('conversions'), `${title}Conversions`, 'integer'),
    ...currencies.flatMap((code) => [
      column(key(moneyKey('revenue', code)), `${title}Revenue ${code}`, 'cents'),
      column(key(moneyKey('profit', code)), `${title}Profit ${code}`, 'cents'),
    ]),
  ];
}

function costColumn(code: string, isCompared = false): Column {
  return isCompared
    ? column(moneyKey('comparedCost', code), `Compared Cost ${code}`, 'cents')
    : column(moneyKey('cost', code), `Cost ${code}`, 'cents');
}

/** `revenueUsdCents`. */
export function moneyKey(kind: MoneyKind, code: string): string {
  return `${kind}${code.slice(0, 1)}${code.slice(1).toLowerCase()}Cents`;
}

/** The shorter of two series has empty units at its end. */
function pointCells(point: Point | undefined, currencies: readonly string[]): Cell[] {
  const { at = '', clicks = 0, uniqueVisitors = 0, conversions = 0, money = [] } = point ?? {};
  const amounts = currencies.flatMap((code) => {
    const entry = money.find(({ currency }) => currency === code);
    return [entry?.revenueCents ?? 0, entry?.profitCents ?? 0];
  });
  return [at, clicks, uniqueVisitors, conversions, ...amounts];
}

function column(key: string, title: string, kind: Column['kind']): Column {
  return { key, title, kind };
}
