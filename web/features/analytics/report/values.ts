import type { QueryObserverResult } from '@tanstack/query-core';
import type { AskedJson, Filter, QueryAnswerJson } from '#contract/analytics/query';
import {
  type FilterDimension,
  filterDimensions,
  mostQueryRows,
  notAssigned,
  variantNames,
} from '#contract/analytics/query-words';
import {
  type Dimension,
  type FilterName,
  filterNames,
  filterOfDimension,
  unlabelled,
} from '#contract/analytics/report-filters';
import { call } from '#web/api.ts';
import { atomPer } from '#web/app/state/atom-per.ts';
import { queryAtom } from '#web/app/state/query-atom.ts';
import {
  countedClasses,
  type Operator,
  operatorOf,
} from '#web/features/analytics/filters/filters.ts';
import { countryName } from '#web/format.ts';
import { reportKey } from './queries.ts';
import { askedOf, type ReportQuestion } from './question.ts';
import type { ReportRow } from './report.ts';

/** A page of one of a report's lists: which values, and where it begins. */
export type ValuesAsked = {
  readonly question: ReportQuestion;
  readonly dimension: Dimension;
  /** A part of the values' names; empty for all of them. */
  readonly search: string;
  readonly limit: number;
  readonly cursor: string | null;
};

/** One page of a list. */
export type ReportValues = {
  /** How many values there are. */
  readonly count: number;
  readonly rows: readonly ReportRow[];
  readonly nextCursor: string | null;
};

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

async function countriesNamed(question: ReportQuestion, search: string): Promise<ReportValues> {
  // There are fewer countries than rows of a page.
  const asked = { question, dimension: 'countries', search: '', limit: mostQueryRows } as const;
  const all = await pageOf({ ...asked, cursor: null });
  const rows = all.rows.filter(({ value }) => isCountryNamed(value, search));
  return { ...all, count: rows.length, rows };
}

/** Whether a search matches this country, by a part of its name or by its code. */
export function isCountryNamed(code: string, search: string): boolean {
  const wanted = search.toLowerCase();
  return code.toLowerCase() === wanted || countryName(code).toLowerCase().includes(wanted);
}

async function pageOf(asked: ValuesAsked): Promise<ReportValues> {
  const answer = await call('POST /api/v1/analytics/query', { body: bodyOf(asked) });
  if ('answers' in answer) throw new Error('One question has one answer');
  return valuesOf(asked, answer);
}

/** The question for one page of values. */
export function bodyOf({ question, dimension, search, limit, cursor }: ValuesAsked): AskedJson {
  return {
    metrics: ['clicks', 'percentage', 'conversions'],
    dimensions: [dimensionNamed(dimension)],
    ...narrowedBy(question),
    orderBy: [
      ['clicks', 'desc'],
      ['conversions', 'desc'],
    ],
    limit,
    ...(search !== '' && { search }),
    ...(cursor !== null && { cursor }),
  };
}

/** The range, the comparison and the filters of a question, as the query takes them. */
export function narrowedBy(
  question: ReportQuestion,
): Pick<AskedJson, 'filters' | 'dateRange' | 'timeZone' | 'compare'> {
  const { range, comparison, filters } = question;
  return {
    filters: filterNames.flatMap((name) => {
      const values = filters[name] ?? [];
      return values.length === 0 ? [] : [filterOf(operatorOf(filters, name), name, values)];
    }),
    dateRange: range.kind === 'days' ? [range.from, range.to] : range.preset,
    timeZone: askedOf(question).tz,
    ...(comparison !== 'none' && { compare: comparison }),
  };
}

/** The query's name of a list. */
export function dimensionNamed(dimension: Dimension): FilterDimension {
  return nameOf(filterOfDimension[dimension]);
}

/** Whether only clicks of people are counted: no others cost and convert. */
export function isOfPeople({ filters }: ReportQuestion): boolean {
  return countedClasses(filters).every((name) => name === 'human');
}

function filterOf(operator: Operator, name: FilterName, values: readonly string[]): Filter {
  const named = name === 'variant' ? values.map(variantName) : values;
  return [operator, nameOf(name), [...named]];
}

/** The query's name of a filter: `utm_source` is `utmSource`. */
function nameOf(name: FilterName): FilterDimension {
  const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const found = filterDimensions.find((dimension) => dimension === camel);
  if (found === undefined) throw new Error(`No dimension is ${camel}`);
  return found;
}

/** A report's filter has a variant's place, the query its letter. */
function variantName(value: string): string {
  if (value === unlabelled) return notAssigned;
  return variantNames[Number(value) - 1] ?? value;
}

function variantValue(name: string): string {
  if (name === notAssigned) return unlabelled;
  const place = variantNames.findIndex((each) => each === name);
  return place < 0 ? name : String(place + 1);
}

/** The rows of an answer as the lists of a report have them. */
export function valuesOf(
  { dimension }: Pick<ValuesAsked, 'dimension'>,
  { rows, count, nextCursor, links }: QueryAnswerJson,
): ReportValues {
  return {
    count,
    nextCursor,
    rows: rows.map(({ dimensions, metrics, compared }) => ({
      ...rowNames(dimension, valueOfRow(dimension, dimensions), links),
      clicks: metrics.clicks ?? 0,
      percentage: metrics.percentage ?? 0,
      conversions: metrics.conversions ?? 0,
      comparedClicks: compared && (compared.clicks ?? 0),
    })),
  };
}

/** The value of a row of the query, by its list. */
export function valueOfRow(
  dimension: Dimension,
  dimensions: QueryAnswerJson['rows'][number]['dimensions'],
): string {
  return dimensions[dimensionNamed(dimension)] ?? '';
}

/** What a value is called, and the value that its filter takes. */
export function rowNames(
  dimension: Dimension,
  value: string,
  links: QueryAnswerJson['links'],
): Pick<ReportRow, 'name' | 'detail' | 'value'> {
  switch (dimension) {
    case 'links': {
      const link = links[value];
      if (link === undefined) return { name: 'Deleted link', detail: '', value: '' };
      return { name: link.title ?? link.shortUrl, detail: link.shortUrl, value };
    }
    case 'cities': {
      const comma = value.lastIndexOf(',');
      if (comma < 0) return { name: value, detail: '', value };
      return { name: value.slice(0, comma), detail: value.slice(comma + 1), value };
    }
    case 'variants': {
      const place = variantValue(value);
      return { name: place, detail: '', value: place };
    }
    default:
      return { name: value, detail: '', value };
  }
}
