import type { Asked, Filter } from '#contract/analytics/query';
import { type Metric, mostQueryRows } from '#contract/analytics/query-words';
import {
  type Dimension,
  dimensions,
  filterNames,
  filterOfDimension,
  unmatchedName,
  mostPublicLists,
} from '#contract/analytics/report-filters';
import { answerQueries, type QueryAnswer } from '#core/analytics/query/answer';
import { askedQuestion } from '#core/analytics/query/question';
import { dimensionOf, queryValue } from '#core/analytics/report/conditions';
import { areOfPeople } from '#core/analytics/report/filters';
import type { ReportQuestion } from '#core/analytics/report/report-question';
import { invalid } from '#core/shared/refusal';
import { onlyLink } from './asked.ts';
import type { SharedReport, SharedReportPorts } from './ports.ts';

const amounts = ['revenue', 'profit', 'earningsPerClick'] as const;
const sortedBy = [
  ...(['clicks', 'uniqueVisitors', 'conversions', 'conversionRate'] as const),
  ...amounts,
] as const;

/** A list that a visitor wants to see. */
export type VisitorsList = {
  readonly dimension: Dimension;
  readonly by: (typeof sortedBy)[number];
  readonly isRising: boolean;
  /** Whether its rows have their unique visitors. The event store then reads every click. */
  readonly hasVisitors: boolean;
};

type Shown = Pick<SharedReport, 'showsMoney' | 'linkId'>;

/**
 * The lists that a visitor names, as `referrers:revenue:desc` or `referrers:clicks:asc:visitors`.
 * Refuses `invalid`, also for an order by money that the report does not show, and for the list of
 * links of a report about one link.
 */
export function readLists(
  values: readonly string[],
  shared: Shown,
  question: ReportQuestion,
): readonly VisitorsList[] {
  const lists = values.map((value) => {
    const list = readList(value, shared, question);
    if (list !== null) return list;
    throw invalid({ path: 'list', message: 'Send lists such as referrers:clicks:desc' });
  });
  if (lists.length > 0 && lists.length <= mostPublicLists) return lists;
  throw invalid({ path: 'list', message: `Send 1 to ${mostPublicLists} lists` });
}

/** Null when the report has no such list, or not this order. */
function readList(value: string, shared: Shown, question: ReportQuestion): VisitorsList | null {
  const [name, wanted, order, more, ...rest] = value.split(':');
  const dimension = listNamed(name, shared, question);
  const orders = sortedBy.filter((each) => shared.showsMoney || !isAmount(each));
  const by = orders.find((each) => each === wanted);
  const isOrder = order === 'asc' || order === 'desc';
  const isMore = more === undefined || more === 'visitors';
  if (dimension === null || by === undefined || !isOrder || !isMore || rest.length > 0) return null;
  const hasVisitors = more !== undefined || by === 'uniqueVisitors';
  return { dimension, by, isRising: order === 'asc', hasVisitors };
}

/** The list with this name; null when the report has none. */
function listNamed(
  name: string | undefined,
  { linkId }: Pick<Shown, 'linkId'>,
  question: ReportQuestion,
): Dimension | null {
  const found = dimensions.find((each) => each === name) ?? null;
  const isAboutOne = linkId !== null || onlyLink(question) !== null;
  return found === 'links' && isAboutOne ? null : found;
}

function isAmount(metric: Metric): boolean {
  return amounts.some((each) => each === metric);
}

/** The rows of a list that its visitors see: nearly always all of them. */
const shownRows = 50;

/**
 * Lists of a shared report, in their order; `question` is its visitor's. Each has its
 * conversions without a click, also when they come after the last row. Fails as `answerQueries`.
 */
export async function answerLists(
  ports: SharedReportPorts,
  shared: SharedReport,
  { question, lists }: { question: ReportQuestion; lists: readonly VisitorsList[] },
): Promise<readonly QueryAnswer[]> {
  const asked = lists.map((list) => ({ ...listAsked(shared, question, list), limit: shownRows }));
  const answers = await answerAll(ports, shared, asked);
  const cut = answers.flatMap((answer, place) => (isUnmatchedMissing(answer) ? [place] : []));
  if (cut.length === 0) return answers;

  const ofCut = cut.map((place) => ofUnmatched(asked[place] ?? {}));
  const unmatched = await answerAll(ports, shared, ofCut);
  return answers.map((answer, place) => {
    const own = unmatched[cut.indexOf(place)];
    return own === undefined ? answer : { ...answer, rows: [...answer.rows, ...own.rows] };
  });
}

async function answerAll(
  ports: SharedReportPorts,
  { userId }: Pick<SharedReport, 'userId'>,
  asked: readonly Asked[],
): Promise<readonly QueryAnswer[]> {
  const firstPages = asked.map(async (each) => {
    const question = await askedQuestion(ports, userId, { ...each, at: '' });
    return { ...question, at: '', after: null };
  });
  return answerQueries(ports, userId, await Promise.all(firstPages));
}

/** Whether conversions without a click come after the last row. By link there are none of them. */
function isUnmatchedMissing({ question, next, rows }: QueryAnswer): boolean {
  const [dimension] = question.dimensions;
  if (next === null || dimension === undefined || dimension === 'link') return false;
  return rows.every(({ dimensions: named }) => named[dimension] !== unmatchedName);
}

function ofUnmatched({ filters = [], ...asked }: Asked): Asked {
  const dimension = dimensions
    .map((each) => dimensionOf(filterOfDimension[each]))
    .find((each) => asked.dimensions?.includes(each));
  if (dimension === undefined) throw new Error('A list has a dimension');
  return { ...asked, filters: [...filters, ['is', dimension, [unmatchedName]]], limit: 1 };
}

/** What a file has: the numbers over time, or a list with its first rows. */
export type VisitorsFile = 'series' | VisitorsList;

/**
 * A list is named as `readLists` reads it, or `referrers` alone, which is sorted by clicks. Refuses
 * `invalid` for a part that the report does not have.
 */
export function readFile(what: string, shared: Shown, question: ReportQuestion): VisitorsFile {
  if (what === 'series') return what;
  const found = readList(what.includes(':') ? what : `${what}:clicks:desc`, shared, question);
  if (found === null) throw invalid({ path: 'what', message: 'Choose series or a list' });
  return { ...found, hasVisitors: true };
}

/** The numbers of a file, of a list at most 1,000 rows. Fails as `answerQueries`. */
export async function answerFile(
  ports: SharedReportPorts,
  shared: SharedReport,
  { question, what }: { question: ReportQuestion; what: VisitorsFile },
): Promise<QueryAnswer> {
  const asked =
    what === 'series'
      ? seriesAsked(shared, question)
      : { ...listAsked(shared, question, what), limit: mostQueryRows };
  const [answer] = await answerAll(ports, shared, [asked]);
  if (answer === undefined) throw new Error('A question was not answered');
  return answer;
}

function seriesAsked(shared: SharedReport, question: ReportQuestion): Asked {
  const numbers = numbersAsked(shared, question, { hasVisitors: true });
  return { ...numbers, dimensions: [`time:${question.period.unit}`], limit: mostQueryRows };
}

function listAsked(
  shared: SharedReport,
  question: ReportQuestion,
  { dimension, by, isRising, hasVisitors }: VisitorsList,
): Asked {
  const { metrics, ...narrowed } = numbersAsked(shared, question, { hasVisitors });
  return {
    ...narrowed,
    metrics: [...metrics, 'percentage'],
    dimensions: [dimensionOf(filterOfDimension[dimension])],
    orderBy: [
      [by, isRising ? 'asc' : 'desc'],
      ...(['clicks', 'conversions'] as const)
        .filter((each) => each !== by)
        .map((each): [Metric, 'desc'] => [each, 'desc']),
    ],
  };
}

/** The numbers that the report shows, of its range and filters. Only people convert. */
function numbersAsked(
  { showsMoney, linkId }: SharedReport,
  { period, isAllTime, compare, filters, currency }: ReportQuestion,
  { hasVisitors }: Pick<VisitorsList, 'hasVisitors'>,
): Asked & { readonly metrics: Metric[] } {
  const { conditions = [] } = filters;
  const about = linkId === null ? filters : { ...filters, link: [linkId] };
  const isFilters: Filter[] = filterNames.flatMap((name) => {
    const values = about[name];
    if (values === undefined) return [];
    return [['is', dimensionOf(name), values.map((value) => queryValue(name, value))]];
  });
  return {
    metrics: [
      'clicks',
      ...(hasVisitors ? (['uniqueVisitors'] as const) : []),
      'conversions',
      ...(areOfPeople(filters) ? (['conversionRate'] as const) : []),
      ...(showsMoney ? (['revenue', 'profit'] as const) : []),
      ...(showsMoney && areOfPeople(filters) ? (['earningsPerClick'] as const) : []),
    ],
    filters: [...isFilters, ...conditions],
    dateRange: isAllTime ? 'all' : [period.from, period.to],
    timeZone: period.timeZone,
    ...(compare && { compare }),
    ...(showsMoney && currency && { currency }),
  };
}
