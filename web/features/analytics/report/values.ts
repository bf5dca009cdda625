import type { QueryObserverResult } from '@tanstack/query-core';
import { call, type ReportValues } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import { countryName } from '#web/format.ts';
import { reportKey } from './queries.ts';
import { askedOf, type ReportQuestion } from './question.ts';
import type { Dimension } from '#contract/analytics/report-filters';

/** A page of one of a report's lists: which values, and where it begins. */
export type ValuesAsked = {
  readonly question: ReportQuestion;
  readonly dimension: Dimension;
  /** A part of the values' names; empty for all of them. */
  readonly search: string;
  readonly limit: number;
  readonly cursor: string | null;
};

/** Limit of values in one answer of the API. */
const longestPage = 100;

/**
 * The values of a list, the most clicked first. Screens show countries in the browser's language,
 * but the server finds only their English names. So the browser itself searches countries, and
 * returns all matches as one page.
 */
export const valuesQuery = atomPer<ValuesAsked, QueryObserverResult<ReportValues>>((asked) =>
  queryAtom(() => ({
    queryKey: [...reportKey, 'values', asked],
    queryFn: () =>
      asked.dimension === 'countries' && asked.search !== ''
        ? countriesNamed(asked.question, asked.search)
        : pageOf(asked),
  })),
);

/** Every country that was clicked from. */
export const countriesQuery = atomPer<ReportQuestion, QueryObserverResult<ReportValues>>(
  (question) =>
    queryAtom(() => ({
      queryKey: [...reportKey, 'countries', question],
      queryFn: () => allCountries(question),
    })),
);

function pageOf({ question, dimension, search, limit, cursor }: ValuesAsked) {
  const query = {
    ...askedOf(question),
    dimension,
    limit: String(limit),
    ...(search !== '' && { search }),
    ...(cursor !== null && { cursor }),
  };
  return call('GET /api/analytics/list', { query });
}

async function countriesNamed(question: ReportQuestion, search: string): Promise<ReportValues> {
  const all = await allCountries(question);
  const rows = all.rows.filter(({ value }) => isNamed(value, search));
  return { ...all, count: rows.length, rows };
}

async function allCountries(question: ReportQuestion): Promise<ReportValues> {
  const asked = { question, dimension: 'countries', search: '', limit: longestPage } as const;
  let page = await pageOf({ ...asked, cursor: null });
  const rows = [...page.rows];
  while (page.nextCursor !== null) {
    // The cursor of a page is in the page before it.
    // oxlint-disable-next-line no-await-in-loop
    page = await pageOf({ ...asked, cursor: page.nextCursor });
    rows.push(...page.rows);
  }
  return { ...page, rows, nextCursor: null };
}

/** Whether a search matches this country, by a part of its name or by its code. */
function isNamed(code: string, search: string): boolean {
  const wanted = search.toLowerCase();
  return code.toLowerCase() === wanted || countryName(code).toLowerCase().includes(wanted);
}
