import * as z from 'zod/mini';
import { currencies } from '#contract/money';
import { route } from '#contract/route';
import {
  filterDimensions,
  metrics,
  mostQueries,
  mostQueryFilters,
  mostQueryRows,
  operators,
  queryDimensions,
  rangePresets,
  timeCycles,
} from './query-words.ts';
import { longestFilterValue, mostFilterValues } from './report-filters.ts';

function oneOf<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z.enum(values, `Choose from ${values.join(', ')}`);
}

const metric = oneOf(metrics);
const dimension = oneOf(queryDimensions);
const day = z.iso.date('Send a day as YYYY-MM-DD');

const longestValue = `A value has at most ${longestFilterValue} characters`;
const noValue = 'Send at least one value, and no empty one';
const filterValues = z
  .array(
    z.string(noValue).check(z.minLength(1, noValue), z.maxLength(longestFilterValue, longestValue)),
    'Send a list of values',
  )
  .check(
    z.minLength(1, noValue),
    z.maxLength(mostFilterValues, `Send at most ${mostFilterValues} values`),
  );

const filterForm = 'Send a filter as [operator, dimension, values]';
const Filter = z.tuple([oneOf(operators), oneOf(filterDimensions), filterValues], filterForm);
/** `["is", "country", ["DE", "AT"]]`: of the values one must fit, of the filters all. */
export type Filter = z.output<typeof Filter>;

const orderForm = 'Send an order as [metric or dimension, "asc" or "desc"]';
const Order = z.tuple(
  [z.enum([...metrics, ...queryDimensions], orderForm), oneOf(['asc', 'desc'])],
  orderForm,
);
export type Order = z.output<typeof Order>;

const rangeForm = `Choose from ${rangePresets.join(', ')}, or send two days, [from, to]`;
const limitForm = `Use a whole number from 1 to ${mostQueryRows}`;

const fields = {
  metrics: z.optional(z.array(metric, 'Send a list of metrics')),
  dimensions: z.optional(z.array(dimension, 'Send a list of dimensions')),
  filters: z.optional(
    z
      .array(Filter, 'Send a list of filters')
      .check(z.maxLength(mostQueryFilters, `Send at most ${mostQueryFilters} filters`)),
  ),
  dateRange: z.optional(z.union([z.enum(rangePresets), z.tuple([day, day])], rangeForm)),
  /** An IANA zone. Its midnights divide the days. */
  timeZone: z.optional(z.string('Enter an IANA time zone, such as UTC')),
  compare: z.optional(oneOf(['previous', 'year'])),
  /** Of the money. Absent: US dollars. */
  currency: z.optional(oneOf(currencies)),
  /** Of a file: its amounts in each of these currencies; it is sorted and has costs by the first. */
  currencies: z.optional(
    z
      .array(oneOf(currencies), 'Send a list of currencies')
      .check(z.minLength(1, 'Send at least one currency')),
  ),
  orderBy: z.optional(
    z.array(Order, 'Send a list of orders').check(z.maxLength(3, 'Send at most 3 orders')),
  ),
  limit: z.optional(
    z.int(limitForm).check(z.minimum(1, limitForm), z.maximum(mostQueryRows, limitForm)),
  ),
  cursor: z.optional(z.string('Send the cursor of the previous page').check(z.maxLength(8192))),
  search: z.optional(z.string('Send a text').check(z.maxLength(200, 'Use at most 200 characters'))),
};

/** One question. What is absent has its default: 7 days, UTC, clicks of people. */
export const Asked = z.object(fields);
export type Asked = z.output<typeof Asked>;
export type AskedJson = z.input<typeof Asked>;

const queriesForm = `Send a list of 1 to ${mostQueries} questions`;

/** One question, or several in `queries`. */
const Body = z.object({
  ...fields,
  queries: z.optional(
    z
      .array(Asked, queriesForm)
      .check(z.minLength(1, queriesForm), z.maxLength(mostQueries, queriesForm)),
  ),
});

/** Each metric that was asked for. Null: there is nothing to divide by, or no exact number. */
const Numbers = z.partialRecord(metric, z.nullable(z.number()));

const Row = z.object({
  dimensions: z.partialRecord(dimension, z.string()),
  metrics: Numbers,
  /** Null when nothing is compared. */
  compared: z.nullable(Numbers),
});

export const QueryAnswer = z.object({
  rows: z.array(Row),
  /** The numbers of all rows together, also of those on other pages. A search does not narrow them. */
  totals: Numbers,
  comparedTotals: z.nullable(Numbers),
  /** The rows of all pages. */
  count: z.int(),
  nextCursor: z.nullable(z.string()),
  /** The links of the rows by their ids. A link that was just deleted is missing. */
  links: z.record(
    z.string(),
    z.object({
      title: z.nullable(z.string()),
      shortUrl: z.string(),
      /** Whether its conversions are counted. When not, a row without conversions means nothing. */
      trackConversions: z.boolean(),
    }),
  ),
  meta: z.object({
    from: z.string(),
    to: z.string(),
    timeZone: z.string(),
    /** Of the time dimension; null without one. */
    unit: z.nullable(z.enum(['hour', 'day', 'week', 'month', ...timeCycles])),
    /** The first unit that is not over; null when all are, and without a time dimension. */
    unfinishedFrom: z.nullable(z.string()),
    /** The compared days; null when nothing is compared. */
    compared: z.nullable(z.object({ from: z.string(), to: z.string() })),
    /** How long a visitor is recognised. */
    uniques: z.string(),
    /** What the numbers leave out, in sentences. */
    warnings: z.array(z.string()),
  }),
  /** The question with all its defaults. */
  query: z.object({
    metrics: z.array(metric),
    dimensions: z.array(dimension),
    filters: z.array(Filter),
    dateRange: z.array(z.string()),
    timeZone: z.string(),
    compare: z.nullable(z.enum(['previous', 'year'])),
    currency: z.nullable(z.enum(currencies)),
    orderBy: z.array(Order),
    limit: z.int(),
    search: z.string(),
  }),
});
export type QueryAnswerJson = z.input<typeof QueryAnswer>;

/**
 * Numbers of the account: metrics, by dimensions, narrowed by filters. Several questions are answered
 * from one reading. With `Accept: text/csv`, `application/jsonl` or `application/vnd.apache.parquet` the
 * answer is a file, which the account's activity names.
 */
export const askQuery = route('POST /api/v1/analytics/query', {
  scope: 'analytics:read',
  summary: 'Ask for numbers',
  errors: ['cursor_mismatch', 'not_found'],
  example: { metrics: ['clicks'], dimensions: ['country'], dateRange: '30d' },
  audit: 'numbers_exported',
  file: ['text/csv', 'application/jsonl', 'application/vnd.apache.parquet'],
  marks: true,
  limit: 'analytics',
  body: Body,
  answer: z.union([QueryAnswer, z.object({ answers: z.array(QueryAnswer) })]),
});
