import type { AnalyticsPorts } from '#core/analytics/ports';
import type { ListedPlace, ValueSearch } from '#core/analytics/reading';
import type { Link } from '#core/links/link';
import { countriesNamed } from './country-names.ts';
import type { Dimension } from './dimensions.ts';
import type { ReportQuestion } from './report-question.ts';
import { reportScope } from './report-scope.ts';
import type { ReportRow } from './report.ts';
import { reportRow } from './report-rows.ts';

export type ListQuestion = ReportQuestion & {
  readonly dimension: Dimension;
  /** Empty finds every value. */
  readonly search: string;
  readonly after: ListedPlace | null;
  readonly limit: number;
};

/** One page of a whole list. */
export type ListPage = {
  /** The clicks of the whole list; 0 when the page has no rows. */
  readonly totalClicks: number;
  /** How many values the search finds. */
  readonly count: number;
  readonly rows: readonly ReportRow[];
  /** The links of the rows of the list of links, by id. */
  readonly links: ReadonlyMap<string, Link>;
  /** Where the next page begins; null on the last one. */
  readonly next: ListedPlace | null;
};

/** Returns one page of a list of the report. Refuses and fails as the report does. */
export async function listValues(
  ports: AnalyticsPorts,
  userId: string,
  question: ListQuestion,
): Promise<ListPage> {
  const { dimension, limit, compared } = question;
  const [scope, search] = await Promise.all([
    reportScope(ports, userId, question.filters),
    searchOf(ports, userId, question),
  ]);
  const found = await ports.reports.values(scope, { ...question, search, limit: limit + 1 });
  const rows = found.rows.slice(0, limit);
  const ids = dimension === 'links' ? rows.map(({ name }) => name) : [];
  return {
    totalClicks: found.clicks,
    count: found.count,
    rows: rows.map((row) => reportRow(dimension, row, compared !== null)),
    links: await ports.links.named(userId, ids),
    next: found.rows.length > limit ? (rows.at(-1) ?? null) : null,
  };
}

/** Links and countries have other names for people than in the events. */
async function searchOf(
  { links }: AnalyticsPorts,
  userId: string,
  { dimension, search }: ListQuestion,
): Promise<ValueSearch | null> {
  if (search === '') return null;
  if (dimension === 'links') {
    return { text: null, names: await links.containing(userId, search) };
  }
  return { text: search, names: dimension === 'countries' ? countriesNamed(search) : [] };
}
