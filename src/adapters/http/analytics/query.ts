import * as z from 'zod/mini';
import * as contract from '#contract/analytics/query';
import { metrics as metricNames, timeDimensions } from '#contract/analytics/query-words';
import type { Answer } from '#contract/route';
import type { AnalyticsPorts } from '#core/analytics/ports';
import { answerQueries, type QueryAnswer } from '#core/analytics/query/answer';
import type { PagedQuestion } from '#core/analytics/query/asked';
import {
  askedQuestion,
  groupingsOf,
  type QueryQuestion,
  refuseManyHours,
} from '#core/analytics/query/question';
import type { QueryPlace } from '#core/analytics/query/reading';
import { invalid, type Refusal } from '#core/shared/refusal';
import { type Mountable, on } from '#adapters/http/frame/on';
import { setDetail } from '#adapters/http/frame/request-subject';
import { shortUrl } from '#core/links/shown-link';
import { fingerprint, foreignCursor, readCursor, writeCursor } from '#adapters/http/paging/cursor';
import {
  exportAnswer,
  type ExportFormat,
  exportFormats,
  mediaTypes,
} from './export/export-answer.ts';
import { queryTable } from './export/query-table.ts';
import type { NumberRoutesPorts } from './numbers.ts';

type Ports = NumberRoutesPorts;

/** Numbers by metrics, dimensions and filters. */
export function queryRoutes(ports: Ports): Mountable[] {
  const { analytics, heavy } = ports;
  const pagedOf = (userId: string, asked: contract.Asked & { readonly at: string }) =>
    paged(analytics, userId, asked);
  return [
    on(contract.askQuery, async ({ caller, body: { queries, ...asked }, request }) => {
      const requester = { userId: caller.id, request };
      const format = fileFormat(request);
      if (queries !== undefined) {
        if (Object.values(asked).some((field) => field !== undefined)) throw eitherOne();
        if (format !== null) throw onlyOneFile();
        const answers = await heavy.run(requester, async () => {
          const questions = await Promise.all(
            queries.map((each, index) => pagedOf(caller.id, { ...each, at: `queries.${index}.` })),
          );
          refuseManyHours(questions);
          return answerQueries(analytics, caller.id, questions);
        });
        return { answers: answers.map((answer) => answerJson(answer, ports)) };
      }
      if (format !== null) {
        return heavy.stream(requester, async () => {
          const question = await wholeQuestion(analytics, caller.id, asked);
          setDetail(request, `${question.dimensions.join(', ') || 'totals'} as ${format}`);
          const { from, to } = question.period;
          const table = queryTable(question, {
            ask: async (page) => onlyAnswer(await answerQueries(analytics, caller.id, [page])),
            ...ports,
          });
          const file = { format, name: `analytics-${from}-${to}` };
          return exportAnswer(table, file, analytics.reports.writeParquet);
        });
      }
      const answers = await heavy.run(requester, async () => {
        const question = await pagedOf(caller.id, { ...asked, at: '' });
        return answerQueries(analytics, caller.id, [question]);
      });
      return answerJson(onlyAnswer(answers), ports);
    }),
  ];
}

function fileFormat({ headers }: Request): ExportFormat | null {
  const accepted = headers.get('accept') ?? '';
  return exportFormats.find((format) => accepted.includes(mediaTypes[format])) ?? null;
}

function eitherOne(): Refusal {
  return invalid({ path: 'queries', message: 'Send one question, or several in queries' });
}

function onlyOneFile(): Refusal {
  return invalid({ path: 'queries', message: 'A file answers one question' });
}

function onlyFilesHaveSeveral(at: string): Refusal {
  const message = 'Only a file has several currencies: ask once for each, by queries';
  return invalid({ path: `${at}currencies`, message });
}

function onlyAnswer([answer]: readonly QueryAnswer[]): QueryAnswer {
  if (answer === undefined) throw new Error('The question was not answered');
  return answer;
}

/** A file has all rows. */
function wholeQuestion(
  analytics: AnalyticsPorts,
  userId: string,
  asked: contract.Asked,
): Promise<QueryQuestion> {
  const path = asked.cursor === undefined ? 'limit' : 'cursor';
  if (asked.limit !== undefined || asked.cursor !== undefined) {
    throw invalid({ path, message: 'A file has all rows: leave limit and cursor out' });
  }
  return askedQuestion(analytics, userId, { ...asked, at: '' });
}

async function paged(
  analytics: AnalyticsPorts,
  userId: string,
  { cursor, at, ...asked }: contract.Asked & { readonly at: string },
): Promise<PagedQuestion> {
  if (asked.currencies !== undefined) throw onlyFilesHaveSeveral(at);
  const question = await askedQuestion(analytics, userId, { ...asked, at });
  return { ...question, at, after: cursor === undefined ? null : placeOf(cursor, question, at) };
}

const places = z.object({
  asked: z.string(),
  sorted: z.array(z.union([z.number(), z.string()])),
  unit: z.int(),
  keys: z.array(z.string()),
});

function placeOf(cursor: string, question: QueryQuestion, at: string): QueryPlace {
  const path = `${at}cursor`;
  const { asked, ...place } = readCursor(places, cursor, path);
  const types = question.orderBy.flatMap(([name]) => typesOfKey(name));
  const isOfTypes =
    place.sorted.length === types.length &&
    place.keys.length === groupingsOf(question).length * 2 &&
    place.sorted.every((value, index) => typeof value === types[index]);
  if (asked === fingerprintOf(question) && isOfTypes) return place;
  throw foreignCursor(path);
}

/** The types of what a place has for one order. */
function typesOfKey(name: contract.Order[0]): readonly string[] {
  const isNumber =
    metricNames.some((metric) => metric === name) || timeDimensions.some((time) => time === name);
  return isNumber ? ['number'] : ['string', 'string'];
}

function fingerprintOf(question: QueryQuestion): string {
  const { limit: _, ...asked } = queryJson(question);
  return fingerprint(asked);
}

type AnswerJson = Exclude<Answer<typeof contract.askQuery>, { readonly answers: unknown }>;

function answerJson(answer: QueryAnswer, { shortOrigin, visitorsAre }: Ports): AnswerJson {
  const { question, next, unfinishedFrom, warnings, rows } = answer;
  const { period, compared, time } = question;
  const ids = new Set(rows.map(({ dimensions }) => dimensions.link));
  const links = [...answer.links].filter(([id]) => ids.has(id));
  return {
    ...answer,
    nextCursor: next && writeCursor({ asked: fingerprintOf(question), ...next }),
    links: Object.fromEntries(
      links.map(([id, link]) => [
        id,
        {
          title: link.title,
          shortUrl: shortUrl(link, shortOrigin),
          trackConversions: link.trackConversions,
        },
      ]),
    ),
    meta: {
      from: period.from,
      to: period.to,
      timeZone: period.timeZone,
      unit: time && time.unit,
      unfinishedFrom,
      compared: compared && { from: compared.from, to: compared.to },
      uniques: visitorsAre === 'cookieless' ? 'once a day (UTC)' : 'once, by a cookie',
      warnings: [...new Set(warnings)],
    },
    query: queryJson(question),
  };
}

function queryJson(question: QueryQuestion): AnswerJson['query'] {
  const { metrics, dimensions, filters, period, compare, currency, orderBy, limit, search } =
    question;
  return {
    metrics,
    dimensions,
    filters,
    dateRange: [period.from, period.to],
    timeZone: period.timeZone,
    compare,
    currency,
    orderBy,
    limit,
    search,
  };
}
