import type { CostNumbers } from '#contract/analytics/costs';
import type { Currency } from '#contract/money';
import { invalid } from '#core/shared/refusal';
import type { ListPage, ListQuestion } from '#core/analytics/report/lists';
import { linkRowJson } from '#adapters/http/analytics/report-json';
import { moneyKey } from './series-table.ts';
import type { Cell, Column, Table } from '#core/analytics/report/export-table';

/** Values that are read by one query of the event store and one statement of Postgres. */
const valuesAtOnce = 10_000;
/** Visitors choose UTM values and referrers, so that a list can be as long as they like. */
const mostValues = 100_000;

const detailTitles: ReadonlyMap<ListQuestion['dimension'], string> = new Map([
  ['links', 'Short URL'],
  ['cities', 'Country'],
]);

type ListShape = {
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  /** The currency of the rows' costs; null: they have none. */
  readonly costs: Currency | null;
};

type FindPage = (question: ListQuestion) => Promise<ListPage>;

/**
 * A whole list of the report, read page by page. Refuses `invalid` for a list with too many values.
 */
export function listTable(
  question: Omit<ListQuestion, 'after' | 'limit'>,
  find: FindPage,
  { shortOrigin, costs }: ListShape,
): Table {
  const { dimension, compared } = question;
  const detail = detailTitles.get(dimension);
  const columns: Column[] = [
    { key: 'name', title: 'Name', kind: 'text' },
    ...(detail === undefined ? [] : [{ key: 'detail', title: detail, kind: 'text' } as const]),
    { key: 'clicks', title: 'Clicks', kind: 'integer' },
    { key: 'percentage', title: 'Percentage', kind: 'decimal' },
    { key: 'conversions', title: 'Conversions', kind: 'integer' },
  ];
  if (compared !== null) {
    columns.push({ key: 'comparedClicks', title: 'Compared Clicks', kind: 'integer' });
  }
  if (costs !== null) columns.push(...costColumns(costs));
  return { columns, pieces: pages() };

  async function* pages(): Table['pieces'] {
    let after: ListQuestion['after'] = null;
    do {
      const page: ListPage = await find({ ...question, after, limit: valuesAtOnce });
      if (page.count > mostValues) throw tooManyValues();
      yield page.rows.map((row) => cells(row, page.links));
      after = page.next;
    } while (after !== null);
  }

  function cells(row: ListPage['rows'][number], links: ListPage['links']): Cell[] {
    const shown = dimension === 'links' ? linkRowJson(row, links, shortOrigin) : row;
    return [
      shown.name,
      ...(detail === undefined ? [] : [shown.detail]),
      ...[shown.clicks, shown.percentage, shown.conversions],
      ...(shown.comparedClicks === null ? [] : [shown.comparedClicks]),
      ...(costs === null ? [] : costCells(row.costs)),
    ];
  }
}

function costColumns(currency: Currency): Column[] {
  const number = (key: string, title: string, kind: Column['kind']): Column => ({
    ...{ key, title, kind },
    canBeEmpty: true,
  });
  return [
    number(moneyKey('cost', currency), `Cost ${currency}`, 'cents'),
    number('roiPercent', 'ROI Percent', 'decimal'),
    number(moneyKey('perClick', currency), `Earnings per Click ${currency}`, 'fraction'),
  ];
}

function costCells(costs: CostNumbers | undefined): Cell[] {
  const { costCents = null, roi = null, perClickCents = null } = costs ?? {};
  return [costCents, roi === null ? null : Math.round(roi * 1000) / 10, perClickCents];
}

function tooManyValues(): Error {
  const message = 'This list has more than 100,000 values. Narrow it by filters first.';
  return invalid({ path: 'what', message });
}
