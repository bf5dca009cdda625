import {
  type Metric,
  mostFileRows,
  type QueryDimension,
  type TimeCycle,
} from '#contract/analytics/query-words';
import type { Currency } from '#contract/money';
import { amountMetrics, type Numbers } from '#core/analytics/query/numbers';
import type { QueryAnswer } from '#core/analytics/query/answer';
import type { PagedQuestion } from '#core/analytics/query/asked';
import type { QueryQuestion } from '#core/analytics/query/question';
import { isCycle } from '#core/analytics/query/units';
import type { Cell, Column, Table } from '#core/analytics/report/export-table';
import { invalid } from '#core/shared/refusal';
import { uniqueTitle, type VisitorsAre } from '#core/shared/visitors-are';
import { shortUrl } from '#core/links/shown-link';

/** Rows that are read by one query of the event store. */
const rowsAtOnce = 10_000;

type Site = {
  ask(question: PagedQuestion): Promise<QueryAnswer>;
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

type Row = QueryAnswer['rows'][number];

/** All rows of a question, read page by page. Refuses `invalid` for more rows than a file has. */
export function queryTable(question: QueryQuestion, site: Site): Table {
  const { dimensions, compared } = question;
  const shown = shownMetrics(question);
  const columns = [
    ...dimensions.flatMap((dimension) => dimensionColumns(dimension, question)),
    ...[false, ...(compared ? [true] : [])].flatMap((isCompared) =>
      shown.map((each) => metricColumn(each, { question, isCompared, ...site })),
    ),
  ];
  return { columns, pieces: pages() };

  async function* pages(): Table['pieces'] {
    let after: PagedQuestion['after'] = null;
    do {
      const page: QueryAnswer = await site.ask({
        ...question,
        at: '',
        after,
        limit: rowsAtOnce,
      });
      if (page.count > mostFileRows) throw tooManyRows();
      yield page.rows.map((row) => cells(row, page.links));
      after = page.next;
    } while (after !== null);
  }

  function cells(row: Row, links: QueryAnswer['links']): Cell[] {
    return [
      ...dimensions.flatMap((dimension) => dimensionCells(row, dimension, links)),
      ...shown.map((each) => numberIn(amountsOf(row, each).metrics, each)),
      ...(compared ? shown.map((each) => numberIn(amountsOf(row, each).compared, each)) : []),
    ];
  }

  function dimensionCells(
    row: Row,
    dimension: QueryDimension,
    links: QueryAnswer['links'],
  ): Cell[] {
    const value = row.dimensions[dimension] ?? '';
    if (dimension !== 'link') return [value];
    const link = links.get(value);
    if (!link) return [value, 'Deleted link', ''];
    const short = shortUrl(link, site.shortOrigin);
    return [value, link.title ?? short, short];
  }
}

/** A metric of the file, in its currency when it is an amount. */
type Shown = { readonly metric: Metric; readonly currency: Currency | null };

/** The metrics in their order, and amounts once for each currency. */
function shownMetrics({ metrics, currency, otherCurrencies }: QueryQuestion): readonly Shown[] {
  return metrics.flatMap((metric) => {
    const others = amountMetrics.some((each) => each === metric) ? otherCurrencies : [];
    return [currency, ...others].map((each) => ({ metric, currency: each }));
  });
}

/** Where the row has the metric's number. */
function amountsOf(row: Row, { currency }: Shown): Pick<Row, 'metrics' | 'compared'> {
  return row.others.find((each) => each.currency === currency) ?? row;
}

function numberIn(numbers: Numbers | null, { metric }: Shown): Cell {
  return numbers?.[metric] ?? null;
}

function dimensionColumns(dimension: QueryDimension, { time }: QueryQuestion): readonly Column[] {
  if (dimension === time?.dimension) {
    return [{ key: 'time', title: isCycle(time.unit) ? titleOf(time.unit) : 'Date', kind: 'text' }];
  }
  if (dimension === 'link') {
    return [
      { key: 'link', title: 'Link ID', kind: 'text' },
      { key: 'linkName', title: 'Name', kind: 'text' },
      { key: 'shortUrl', title: 'Short URL', kind: 'text' },
    ];
  }
  return [{ key: dimension, title: titleOf(dimension), kind: 'text' }];
}

const kinds = {
  clicks: 'integer',
  botClicks: 'integer',
  uniqueVisitors: 'integer',
  conversions: 'integer',
  refunds: 'integer',
  conversionRate: 'decimal',
  percentage: 'decimal',
  roi: 'decimal',
  revenue: 'cents',
  profit: 'cents',
  cost: 'cents',
  earningsPerClick: 'cents',
} as const satisfies Readonly<Record<Metric, Column['kind']>>;

type Headed = {
  readonly question: QueryQuestion;
  readonly visitorsAre: VisitorsAre;
  readonly isCompared: boolean;
};

function metricColumn({ metric, currency }: Shown, headed: Headed): Column {
  const { question, visitorsAre, isCompared } = headed;
  const kind = kinds[metric];
  const hasSeveral = question.otherCurrencies.length > 0 && kind === 'cents';
  const key = hasSeveral ? `${metric}${currency}` : metric;
  const title = `${isCompared ? 'Compared ' : ''}${titleOf(metric)}`;
  const named = metric === 'uniqueVisitors' ? uniqueTitle(title, visitorsAre) : title;
  return {
    key: isCompared ? `compared${key.slice(0, 1).toUpperCase()}${key.slice(1)}` : key,
    title: kind === 'cents' && currency !== null ? `${named} ${currency}` : named,
    kind: metric === 'earningsPerClick' ? 'fraction' : kind,
    canBeEmpty: true,
  };
}

const titles: Readonly<Partial<Record<QueryDimension | Metric | TimeCycle, string>>> = {
  os: 'Operating System',
  utmSource: 'UTM Source',
  utmMedium: 'UTM Medium',
  utmCampaign: 'UTM Campaign',
  utmTerm: 'UTM Term',
  utmContent: 'UTM Content',
  roi: 'ROI',
};

/** `eventType` is 'Event Type'. */
function titleOf(name: QueryDimension | Metric | TimeCycle): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
  return titles[name] ?? `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}

function tooManyRows(): Error {
  const message = 'This file would have more than 100,000 rows. Narrow it by filters first.';
  return invalid({ path: 'dimensions', message });
}
