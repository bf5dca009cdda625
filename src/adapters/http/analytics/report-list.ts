import { z } from 'zod';
import { pageLimit } from '#contract/paging';
import { dimensions, type Dimension } from '#core/analytics/report/dimensions';
import type { ListPage, ListQuestion } from '#core/analytics/report/lists';
import type { ListedPlace } from '#core/analytics/reading';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { linkRowJson, type ReportRowJson } from './report-json.ts';
import { readCursor, writeCursor } from '#adapters/http/paging/cursor';
import { askedValues } from '#adapters/http/paging/asked-values';

const defaultLimit = 50;

/** The parameters of a list besides those of the report. */
export const listAsked = z.object({
  dimension: z.enum(dimensions, `Choose a list of ${dimensions.join(', ')}`),
  search: z.string().max(200, 'Use at most 200 characters').optional(),
  limit: z.optional(pageLimit),
  cursor: z.string().max(8192).optional(),
});

/** One page of a list, without the rest of the list. */
export type ReportListJson = {
  /** The clicks of the whole list; 0 when nothing was found. */
  readonly total: number;
  /** How many values the search finds. */
  readonly count: number;
  readonly rows: readonly ReportRowJson[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
};

export function listQuestion(
  request: Request,
  { dimension, search, limit, cursor }: z.infer<typeof listAsked>,
  nowMs: number,
): ListQuestion {
  return {
    ...readReportQuestion(askedValues(request), nowMs),
    dimension,
    search: search ?? '',
    limit: limit ? Number(limit) : defaultLimit,
    after: cursor ? placeOf(cursor, dimension) : null,
  };
}

export function reportListJson(
  page: ListPage,
  dimension: Dimension,
  shortOrigin: string,
): ReportListJson {
  const { totalClicks, count, rows, links, next } = page;
  const json = (row: ListPage['rows'][number]) =>
    dimension === 'links' ? linkRowJson(row, links, shortOrigin) : row;
  return {
    total: totalClicks,
    count,
    rows: rows.map(json),
    nextCursor: next && writeCursor([dimension, ...placeIn(next)]),
  };
}

const number = z.int().min(0);
const parts = z.tuple([z.enum(dimensions), number, number, number, z.string(), z.string()]);

function placeIn({ clicks, conversions, comparedClicks, name, detail }: ListedPlace) {
  return [clicks, conversions, comparedClicks, name, detail];
}

function placeOf(cursor: string, dimension: Dimension): ListQuestion['after'] {
  const ofThisList = parts.refine(([list]) => list === dimension);
  const [, clicks, conversions, comparedClicks, ...value] = readCursor(
    ofThisList,
    cursor,
    'cursor',
  );
  const [name, detail] = value;
  return { clicks, conversions, comparedClicks, name, detail };
}
