import type { Units } from '#core/analytics/reading';
import { boundsOf } from '#core/analytics/periods';
import { dayMs } from '#core/shared/time';
import { clicksByTime, dayFingerprint, inTouchedDays } from './numbers-sql.ts';
import type { NumberRow } from './rows-of-numbers.ts';
import { touchedDays, type Spans } from './times.ts';

/**
 * Exact numbers of an account's human visitors in pieces of a range: `pieceStarts` are their
 * beginnings, ascending. The statement reads only clicks of `touchedDays`, so the numbers of other
 * pieces are incomplete and must be ignored. It also returns fingerprints of the clicks that it has
 * read, by day.
 */
export const visitorsOfPieces = `
  (${clicksByTime([dayFingerprint], `user_id = {userId:UUID} AND class = 'human' AND ${inTouchedDays}`, 'quarters')})
  UNION ALL (
    SELECT 'piece' AS part,
      toString(roundDown(toUnixTimestamp64Milli(clicked_at), {pieceStarts:Array(Int64)})) AS name,
      '' AS detail, [toInt64(uniqExact(visitor_id))] AS numbers
    FROM clicks WHERE user_id = {userId:UUID} AND class = 'human' AND visitor_id != 0
      AND toDate(clicked_at) IN {touchedDays:Array(Date)}
      AND clicked_at >= fromUnixTimestamp64Milli({fromMs:Int64}, 'UTC')
      AND clicked_at < fromUnixTimestamp64Milli({toMs:Int64}, 'UTC')
    GROUP BY name)`;

/** Counts the visitors of pieces: the rows of `visitorsOfPieces`. */
export type CountPieces = (params: {
  readonly userId: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly touchedDays: readonly string[];
  readonly pieceStarts: readonly number[];
}) => Promise<readonly NumberRow[]>;

/**
 * A piece of a range. Visitors are counted for each piece and added, because no two pieces share a
 * visitor.
 */
type Piece = {
  readonly fromMs: number;
  readonly toMs: number;
  /** The UTC days that it touches, as `YYYY-MM-DD`. */
  readonly days: readonly string[];
};

/**
 * A piece and a key made of the fingerprints of its days. Equal keys have equal numbers of
 * visitors.
 */
type Keyed = Piece & { readonly key: string };

/**
 * The number of days that one statement counts. Its result is cached even when the next statement
 * takes too long.
 */
const daysAtOnce = 31;
/**
 * Limit of cached numbers: the days of one year for thirty to a hundred accounts, less than 10 MB.
 */
const mostKept = 40_000;

/**
 * The exact numbers of visitors of a whole account, for each span between two boundaries (epoch
 * milliseconds, ascending). The numbers of pieces are cached under the fingerprints of their
 * clicks. A late batch or an erasure changes the fingerprints of its days, so these days are
 * counted again. Only the clicks of pieces that are not cached are read: usually those of today and
 * of the edges.
 */
export function uniqueVisitors(count: CountPieces) {
  const known = keptNumbers(mostKept);

  /** `rows` are those of `dayFingerprint` and `lastingUntil` for at least the same days. */
  return async (
    userId: string,
    boundariesMs: readonly number[],
    rows: readonly NumberRow[],
  ): Promise<readonly number[]> => {
    const lastingUntil = rows.find(([part]) => part === 'lastingUntil')?.[1] ?? '1970-01-01';
    const stretches = boundariesMs
      .slice(0, -1)
      .map((fromMs, i) =>
        keyed(userId, piecesOf(fromMs, boundariesMs[i + 1] ?? fromMs, lastingUntil), rows),
      );
    const pieces = stretches.flat();
    // Read before the first await: other questions may replace the cached numbers meanwhile.
    const visitors = knownOf(pieces, known.get);
    for (const some of byDays(pieces.filter(({ fromMs }) => !visitors.has(fromMs)))) {
      const counted = await countSome(count, userId, { pieces, some });
      for (const { key, fromMs } of counted.lasting) {
        known.keep(key, counted.numbers.get(fromMs) ?? 0);
      }
      for (const [fromMs, number] of counted.numbers) visitors.set(fromMs, number);
    }
    return stretches.map((stretch) =>
      stretch.reduce((sum, { fromMs }) => sum + (visitors.get(fromMs) ?? 0), 0),
    );
  };
}

/**
 * Visitors as rows in the form of `numbersQuery`'s own. Units come first: where the units are UTC
 * days, their numbers are also the pieces of the period.
 */
export async function visitorRows(
  count: (boundariesMs: readonly number[]) => Promise<readonly number[]>,
  spans: Spans,
): Promise<readonly NumberRow[]> {
  const rows: NumberRow[] = [];
  for (const [span, units] of spans) {
    const { fromMs, toMs } = boundsOf(units);
    if (fromMs === toMs) continue;
    const part = `${span}Visitors`;
    const ofUnits = await count(units.boundariesMs);
    const [overPeriod = 0] = await count([fromMs, toMs]);
    rows.push(
      ...ofUnits.map((visitors, i): NumberRow => [
        part,
        String(units.boundariesMs[i]),
        '',
        [visitors],
      ]),
      [part, '', '', [overPeriod]],
    );
  }
  return rows;
}

/** Every UTC day that overlaps one of the spans. */
export function daysOf(spans: Iterable<Units>): readonly string[] {
  const days = [...spans].flatMap((units) => {
    const { fromMs, toMs } = boundsOf(units);
    return touchedDays(fromMs, toMs);
  });
  return [...new Set(days)];
}

/**
 * The numbers of some pieces by their beginnings, and the pieces whose numbers may be kept
 * (`lasting`). The statement gets the beginnings of all pieces, because a cached piece may share a
 * day with one that is not cached.
 */
async function countSome(
  count: CountPieces,
  userId: string,
  { pieces, some }: { readonly pieces: readonly Keyed[]; readonly some: readonly Keyed[] },
): Promise<{ readonly numbers: ReadonlyMap<number, number>; readonly lasting: readonly Keyed[] }> {
  const rows = await count({
    userId,
    fromMs: pieces[0]?.fromMs ?? 0,
    toMs: pieces.at(-1)?.toMs ?? 0,
    touchedDays: [...new Set(some.flatMap(({ days }) => days))],
    pieceStarts: pieces.map((piece) => piece.fromMs),
  });
  const visitors = new Map(
    rows.flatMap(([part, startMs, , [number = 0]]) =>
      part === 'piece' ? [[startMs, number] as const] : [],
    ),
  );
  return {
    numbers: new Map(some.map(({ fromMs }) => [fromMs, visitors.get(String(fromMs)) ?? 0])),
    lasting: keyed(userId, some, rows),
  };
}

/** Pieces in groups of few days, in their order. A piece of many days is not divided. */
function byDays(pieces: readonly Keyed[]): readonly (readonly Keyed[])[] {
  const groups: Keyed[][] = [];
  let days = new Set<string>();
  for (const piece of pieces) {
    const together = days.union(new Set(piece.days));
    const fits = groups.length > 0 && together.size <= daysAtOnce;
    days = fits ? together : new Set(piece.days);
    if (fits) groups.at(-1)?.push(piece);
    else groups.push([piece]);
  }
  return groups;
}

/** The cached numbers, by the beginnings of their pieces. */
function knownOf(
  pieces: readonly Keyed[],
  get: (key: string) => number | undefined,
): Map<number, number> {
  return new Map(
    pieces.flatMap(({ key, fromMs }) => {
      const visitors = get(key);
      return visitors === undefined ? [] : [[fromMs, visitors] as const];
    }),
  );
}

function keyed(
  userId: string,
  pieces: readonly Piece[],
  rows: readonly NumberRow[],
): readonly Keyed[] {
  // The fingerprint of each day's clicks.
  const fingerprints = new Map(
    rows.flatMap(([part, day, fingerprint, [clicks = 0]]) =>
      part === 'dayFingerprint' ? [[day, `${clicks}:${fingerprint}`] as const] : [],
    ),
  );
  return pieces.map((piece) => {
    const seen = piece.days.map((day) => fingerprints.get(day) ?? '').join(' ');
    const clicks =
      seen.length < 100 ? seen : new Bun.CryptoHasher('sha256').update(seen).digest('base64');
    return { ...piece, key: `${userId} ${piece.fromMs} ${piece.toMs} ${clicks}` };
  });
}

/**
 * Divides [fromMs, toMs) into pieces: everything up to the end of the UTC day `lastingUntil` is one
 * piece, because a visitor may come on several of its days; each later UTC day is one.
 */
function piecesOf(fromMs: number, toMs: number, lastingUntil: string): readonly Piece[] {
  const lastingEndMs = Date.parse(lastingUntil) + dayMs;
  const cuts = new Set([fromMs]);
  if (lastingEndMs > fromMs && lastingEndMs < toMs) cuts.add(lastingEndMs);
  const firstMs = Math.max(lastingEndMs, Math.ceil(fromMs / dayMs) * dayMs);
  for (let atMs = firstMs; atMs < toMs; atMs += dayMs) cuts.add(atMs);
  const starts = [...cuts].toSorted((left, right) => left - right);
  return starts.map((startMs, index) => {
    const endMs = starts[index + 1] ?? toMs;
    return { fromMs: startMs, toMs: endMs, days: touchedDays(startMs, endMs) };
  });
}

/** A cache of at most `most` numbers; the oldest are removed first. */
function keptNumbers(most: number) {
  const kept = new Map<string, number>();
  return {
    get: (key: string) => kept.get(key),

    keep(key: string, number: number): void {
      kept.delete(key);
      kept.set(key, number);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) return;
        kept.delete(oldest);
      }
    },
  };
}
