import type { QueryDimension } from '#contract/analytics/query-words';
import type { Currency } from '#contract/money';
import type { AnalyticsPorts } from '#core/analytics/ports';
import type { Link } from '#core/links/link';
import { expiredMonths, leftOut } from './archive.ts';
import { askedOf, type PagedQuestion, scopeOf } from './asked.ts';
import { type CostsOf, costsOfQuery } from './cost-metrics.ts';
import { amountsIn, countedFor, type Numbers, numbersOf } from './numbers.ts';
import { groupingsOf, type QueryQuestion } from './question.ts';
import type { Counts, QueryPlace, QueryReading, QueryRow } from './reading.ts';
import { comparedPlaces, isCycle, unitsOfCycle } from './units.ts';

/** The amounts in a further currency. */
export type OtherAmounts = {
  readonly currency: Currency;
  readonly metrics: Numbers;
  readonly compared: Numbers | null;
};

/** The answer to one question. Money is in cents. */
export type QueryAnswer = {
  readonly question: QueryQuestion;
  readonly rows: readonly {
    readonly dimensions: Readonly<Partial<Record<QueryDimension, string>>>;
    readonly metrics: Numbers;
    readonly compared: Numbers | null;
    /** The amounts in each of the other currencies. */
    readonly others: readonly OtherAmounts[];
  }[];
  readonly totals: Numbers;
  readonly comparedTotals: Numbers | null;
  readonly count: number;
  /** Where the next page begins; null on the last one. */
  readonly next: QueryPlace | null;
  /** The links of the rows, by id. A link that was just deleted is missing. */
  readonly links: ReadonlyMap<string, Link>;
  readonly unfinishedFrom: string | null;
  readonly warnings: readonly string[];
};

/**
 * Answers questions about an account's numbers from one reading. Refuses `not_found` when a filter
 * names a link that is missing or not the account's, and `invalid` for labels of too many links; fails
 * while the event store is away.
 */
export async function answerQueries(
  ports: AnalyticsPorts,
  userId: string,
  questions: readonly PagedQuestion[],
): Promise<readonly QueryAnswer[]> {
  const nowMs = ports.clock.now();
  const beginsMs = Math.min(
    ...questions.map(({ period, compared }) => (compared ?? period).boundariesMs[0] ?? nowMs),
  );
  const [erasedLinkIds, months] = await Promise.all([
    ports.erasures.pendingLinkIds(userId),
    expiredMonths(ports.reports, userId, { beginsMs, nowMs }),
  ]);
  const asked = await Promise.all(
    questions.map(async (question) => {
      const scope = await scopeOf(ports, userId, { question, erasedLinkIds });
      return askedOf(ports, userId, { question, scope, months });
    }),
  );
  const readings = await ports.reports.query(asked);
  const costs = await Promise.all(
    questions.map(async (question, index) => {
      const [scope, rows] = [asked[index]?.scope, readings[index]?.rows];
      return scope && rows ? costsOfQuery(ports, userId, { question, scope, rows }) : null;
    }),
  );
  const links = await ports.links.named(userId, linksIn(questions, readings));
  return questions.map((question, index) =>
    answerOf(question, {
      reading: readings[index],
      costs: costs[index] ?? null,
      links,
      months,
      nowMs,
    }),
  );
}

function linksIn(
  questions: readonly QueryQuestion[],
  readings: readonly QueryReading[],
): readonly string[] {
  const ids = questions.flatMap((question, index) => {
    const place = groupingsOf(question).indexOf('link');
    const rows = readings[index]?.rows ?? [];
    return place < 0 ? [] : rows.flatMap(({ values }) => values.slice(place, place + 1));
  });
  return [...new Set(ids)];
}

type Read = {
  readonly reading: QueryReading | undefined;
  readonly costs: CostsOf | null;
  readonly links: ReadonlyMap<string, Link>;
  readonly months: readonly number[];
  readonly nowMs: number;
};

function answerOf(
  question: PagedQuestion,
  { reading, costs, links, months, nowMs }: Read,
): QueryAnswer {
  if (reading === undefined) throw new Error('A question was not answered');
  const { dimensions, compared, limit } = question;
  const totals = numbersOf(question, reading.totals, {
    percentage: reading.totals.clicks === 0 ? 0 : 100,
    cost: costs?.total.asked ?? null,
    isTotal: true,
  });
  const comparedTotals =
    compared &&
    numbersOf(question, reading.comparedTotals, {
      percentage: null,
      cost: costs?.total.compared ?? null,
      isTotal: true,
    });
  const shown = reading.rows.slice(0, limit);
  const rows =
    dimensions.length === 0
      ? [
          {
            dimensions: {},
            metrics: totals,
            compared: comparedTotals,
            others: othersOf(question, reading.totals, reading.comparedTotals),
          },
        ]
      : shown.map((row) => rowOf(question, row, costs));
  return {
    question,
    rows,
    totals,
    comparedTotals,
    count: dimensions.length === 0 ? 1 : reading.count,
    next: reading.rows.length > limit ? (shown.at(-1)?.place ?? null) : null,
    links,
    unfinishedFrom: unfinishedFrom(question, nowMs),
    warnings: [
      ...leftOut(question, {
        months,
        counted: countedFor(question.metrics),
        groupings: groupingsOf(question),
      }),
      ...unpaired(question),
      ...(costs?.warnings() ?? []),
    ],
  };
}

function rowOf(question: QueryQuestion, row: QueryRow, costs: CostsOf | null) {
  const { dimensions, period, compared, time } = question;
  const values = [...row.values];
  const names = time !== null && isCycle(time.unit) ? unitsOfCycle[time.unit] : period.starts;
  const named: Partial<Record<QueryDimension, string>> = {};
  for (const dimension of dimensions) {
    const isTime = dimension === time?.dimension;
    named[dimension] = (isTime ? names[row.unit] : values.shift()) ?? '';
  }
  const cost = costs?.ofRow(row);
  return {
    dimensions: named,
    metrics: numbersOf(question, row.counts, {
      percentage: row.tenths / 10,
      cost: cost?.asked ?? null,
    }),
    compared:
      compared &&
      numbersOf(question, row.compared, {
        percentage: null,
        cost: cost?.compared ?? null,
      }),
    others: othersOf(question, row.counts, row.compared),
  };
}

function othersOf(
  { otherCurrencies, metrics, compared }: QueryQuestion,
  counts: Counts,
  comparedCounts: Counts,
): readonly OtherAmounts[] {
  return otherCurrencies.map((currency) => ({
    currency,
    metrics: amountsIn(currency, counts, metrics),
    compared: compared && amountsIn(currency, comparedCounts, metrics),
  }));
}

function unfinishedFrom({ time, period }: QueryQuestion, nowMs: number): string | null {
  if (time === null || isCycle(time.unit)) return null;
  const { starts, boundariesMs } = period;
  return starts.find((_, index) => (boundariesMs[index + 1] ?? 0) > nowMs) ?? null;
}

/** Compared units that no unit of the range is compared with: of a leap day, or a change of clocks. */
function unpaired({ time, period, compared }: QueryQuestion): readonly string[] {
  if (time === null || compared === null || isCycle(time.unit)) return [];
  const extra = comparedPlaces(period, compared).filter((place) => place < 0).length;
  if (extra === 0) return [];
  const units = `${extra} ${time.unit}${extra === 1 ? '' : 's'}`;
  return [
    `Of the compared range ${units} fit no unit of the range: only comparedTotals includes them.`,
  ];
}
