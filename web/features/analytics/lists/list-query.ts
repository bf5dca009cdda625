import type { QueryObserverResult } from '@tanstack/query-core';
import type { AskedJson, Filter } from '#contract/analytics/query';
import type { Cost } from '#contract/analytics/costs';
import {
  type Metric,
  mostQueries,
  mostQueryFilters,
  mostQueryRows,
} from '#contract/analytics/query-words';
import {
  type Dimension,
  mostFilterValues,
  unmatchedName,
} from '#contract/analytics/report-filters';
import type { Currency } from '#contract/money';
import { call, callAll } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import { reportKey } from '#web/features/analytics/report/queries.ts';
import {
  dimensionNamed,
  isCountryNamed,
  isOfPeople,
  narrowedBy,
} from '#web/features/analytics/report/values.ts';
import { batch } from './batch.ts';
import { type Column, isOfCosts, metricNamed, type Sort } from './list-columns.ts';
import { type List, listOf, type ListRow, shortList, sortedByCosts } from './list-rows.ts';

export type ListAsked = {
  readonly question: ReportQuestion;
  readonly dimension: Dimension;
  /** Of the money. */
  readonly currency: Currency;
  readonly sort: Sort;
  /** Whether rows have their unique visitors. The server then reads every click. */
  readonly hasVisitors: boolean;
};

export type PageAsked = ListAsked & {
  /** A part of the values' names; empty for all of them. */
  readonly search: string;
  readonly limit: number;
  readonly cursor: string | null;
};

/** The rows that a card asks for: nearly always all of them. */
const cardRows = 50;

/** A list as a card shows it. */
export const listQuery = atomPer<ListAsked, QueryObserverResult<List>>((asked) =>
  queryAtom(() => ({
    queryKey: [...reportKey, 'list', asked],
    queryFn: () => shortListOf(asked),
  })),
);

/**
 * A page of a whole list. Screens show countries in the browser's language, but the server finds only
 * their English names. So the browser itself searches countries, and returns all matches as one page.
 */
export const pageQuery = atomPer<PageAsked, QueryObserverResult<List>>((asked) =>
  queryAtom(() => ({
    queryKey: [...reportKey, 'page', asked],
    queryFn: () =>
      asked.dimension === 'countries' && asked.search !== ''
        ? countriesNamed(asked)
        : pageOf(asked).then((page) => (isOfCosts(asked.sort.by) ? onlyPage(page) : page)),
  })),
);

async function shortListOf(asked: ListAsked): Promise<List> {
  const list = await pageOf({ ...asked, search: '', limit: cardRows, cursor: null });
  const isMissing = list.nextCursor !== null && !list.rows.some(({ kind }) => kind === 'unmatched');
  return shortList(list, isMissing ? await unmatchedOf(asked) : null);
}

/** A list that the browser has sorted is one page: it has all rows that were read. */
function onlyPage(list: List): List {
  return { ...list, count: list.rows.length, nextCursor: null };
}

async function pageOf(asked: PageAsked): Promise<List> {
  const list = listOf(asked.dimension, await ask(bodyOf(asked)));
  if (!isOfCosts(asked.sort.by)) return list;
  const beyond = list.nextCursor === null ? [] : await costedRows(asked, list);
  return sortedByCosts({ ...list, rows: [...list.rows, ...beyond] }, asked.sort);
}

/** The rows with costs of their own that are beyond the first page, because they have few clicks. */
async function costedRows(asked: PageAsked, { rows }: List): Promise<readonly ListRow[]> {
  const known = new Set(rows.map(({ value }) => value));
  const bodies = costedBodies(asked, await callAll('GET /api/v1/costs'), known);
  const answers = await Promise.all(bodies.map(ask));
  // Their shares would be those among themselves.
  return answers.flatMap((answer) =>
    listOf(asked.dimension, answer).rows.map((row) => ({ ...row, percentage: null })),
  );
}

/** The questions for the values that costs are for, without the known ones. */
export function costedBodies(
  asked: PageAsked,
  costs: readonly Pick<Cost, 'linkId' | 'campaign' | 'currency'>[],
  known: ReadonlySet<string>,
): readonly AskedJson[] {
  const body = bodyOf(asked);
  const { filters = [] } = body;
  if (filters.length >= mostQueryFilters) return [];
  const own = costs
    .filter(({ currency }) => currency === asked.currency)
    .map(({ linkId, campaign }) => (asked.dimension === 'links' ? linkId : campaign));
  const values = [...new Set(own)].flatMap((value) =>
    value === null || known.has(value) ? [] : [value],
  );
  return Array.from({ length: Math.ceil(values.length / mostFilterValues) }, (_, index) => {
    const some = values.slice(index * mostFilterValues, (index + 1) * mostFilterValues);
    return { ...body, filters: [...filters, ['is', dimensionNamed(asked.dimension), some]] };
  });
}

/** Conversions without a click, which come after the first page; null when there are none. */
async function unmatchedOf(asked: ListAsked): Promise<ListRow | null> {
  // Every conversion has a link.
  if (asked.dimension === 'links') return null;
  const body = bodyOf({ ...asked, search: '', limit: 1, cursor: null });
  const isUnmatched: Filter = ['is', dimensionNamed(asked.dimension), [unmatchedName]];
  const filters = [...(body.filters ?? []), isUnmatched];
  const { rows } = listOf(asked.dimension, await ask({ ...body, filters }));
  return rows[0] ?? null;
}

async function countriesNamed(asked: PageAsked): Promise<List> {
  const all = await pageOf({ ...asked, search: '', limit: mostQueryRows, cursor: null });
  const rows = all.rows.filter(({ value }) => isCountryNamed(value, asked.search));
  return { ...all, count: rows.length, rows };
}

/** The question for one page of a list. */
export function bodyOf(asked: PageAsked): AskedJson {
  const { question, dimension, currency, sort, search, limit, cursor } = asked;
  const order: [Metric, 'asc' | 'desc'] = [metricNamed(sort.by), sort.isRising ? 'asc' : 'desc'];
  return {
    metrics: metricsOf(asked),
    dimensions: [dimensionNamed(dimension)],
    ...narrowedBy(question),
    currency,
    orderBy: [
      ...(isOfCosts(sort.by) ? [] : [order]),
      ...(sort.by === 'clicks' ? [] : [['clicks', 'desc'] satisfies [Metric, 'desc']]),
      ...(sort.by === 'conversions' ? [] : [['conversions', 'desc'] satisfies [Metric, 'desc']]),
    ],
    limit: isOfCosts(sort.by) ? mostQueryRows : limit,
    ...(search !== '' && { search }),
    ...(cursor !== null && { cursor }),
  };
}

/** Whether rows of the list have the column, so that they can be sorted by it. */
export function hasColumn(asked: Omit<ListAsked, 'sort'>, column: Column): boolean {
  return metricsOf(asked).includes(metricNamed(column));
}

/** Only people convert and cost something, and only links and campaigns have costs. */
function metricsOf({ question, dimension, hasVisitors }: Omit<ListAsked, 'sort'>): Metric[] {
  const columns: Column[] = ['clicks', 'conversions', 'revenue', 'profit'];
  if (hasVisitors) columns.push('visitors');
  if (isOfPeople(question)) {
    columns.push('rate', 'perClick');
    if (dimension === 'links' || dimension === 'utmCampaigns') columns.push('cost', 'roi');
  }
  return [...columns.map(metricNamed), 'percentage'];
}

const ask = batch(mostQueries, async (queries: readonly AskedJson[]) => {
  const got = await call('POST /api/v1/analytics/query', { body: { queries: [...queries] } });
  return 'answers' in got ? got.answers : [got];
});
