import type { Scope } from '#core/analytics/reading';
import { keptNumbers } from './kept-numbers.ts';
import { piecesOf, type Piece } from './pieces.ts';
import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';

/** Counts the visitors of pieces: the rows of `visitorsOfPieces`. */
export type CountPieces = (
  scope: Scope,
  params: {
    readonly fromMs: number;
    readonly toMs: number;
    readonly touchedDays: readonly string[];
    readonly pieceStarts: readonly number[];
    readonly pieceDays: readonly string[];
  },
) => Promise<readonly NumberRow[]>;

/** A piece and the clicks that its days have: equal keys have equal visitors. */
type Keyed = Piece & { readonly key: string };

/** How many days one statement counts. What it counted is kept, also when the next takes too long. */
const daysAtOnce = 31;
/** A year's days of thirty to a hundred accounts: below ten megabytes. */
const mostKept = 40_000;

/**
 * The exact numbers of visitors of a whole account, for each stretch of time between two boundaries
 * (epoch milliseconds, rising). Numbers of pieces are kept in memory under the clicks that they were
 * counted from; a late batch and an erasure change the clicks of their days, so that those are
 * counted anew. Counting reads the clicks of pieces that are not known: usually those of today and
 * of the edges.
 */
export function uniqueVisitors(count: CountPieces) {
  const known = keptNumbers(mostKept);

  /** `rows` are those of `dayFingerprint` and `lastingUntil` for at least the same days. */
  return async (
    scope: Scope,
    boundariesMs: readonly number[],
    rows: readonly NumberRow[],
  ): Promise<readonly number[]> => {
    const lastingUntil = rows.find(([part]) => part === 'lastingUntil')?.[1] ?? '1970-01-01';
    const stretches = boundariesMs
      .slice(0, -1)
      .map((fromMs, i) =>
        keyed(scope, piecesOf(fromMs, boundariesMs[i + 1] ?? fromMs, lastingUntil), rows),
      );
    const pieces = stretches.flat();
    // Taken before anything is awaited: other questions may replace the numbers in memory meanwhile.
    const visitors = knownOf(pieces, known.get);
    for (const some of byDays(pieces.filter(({ fromMs }) => !visitors.has(fromMs)))) {
      const counted = await countSome(count, { scope, pieces, some });
      for (const [fromMs, number] of counted.numbers) visitors.set(fromMs, number);
      for (const { key, fromMs } of counted.lasting) {
        known.keep(key, counted.numbers.get(fromMs) ?? 0);
      }
    }
    return stretches.map((stretch) =>
      stretch.reduce((sum, { fromMs }) => sum + (visitors.get(fromMs) ?? 0), 0),
    );
  };
}

/**
 * The numbers of some pieces by their beginnings, and the pieces whose numbers may be kept
 * (`lasting`). The statement divides by the beginnings of all pieces, because a known piece may share
 * a day with one that is not.
 */
async function countSome(
  count: CountPieces,
  {
    scope,
    pieces,
    some,
  }: {
    readonly scope: Scope;
    readonly pieces: readonly Keyed[];
    readonly some: readonly Keyed[];
  },
): Promise<{ readonly numbers: ReadonlyMap<number, number>; readonly lasting: readonly Keyed[] }> {
  const pieceDays = [...new Set(some.flatMap(({ days }) => days))];
  const rows = await count(scope, {
    fromMs: pieces[0]?.fromMs ?? 0,
    toMs: pieces.at(-1)?.toMs ?? 0,
    touchedDays: pieceDays,
    pieceStarts: pieces.map((piece) => piece.fromMs),
    pieceDays,
  });
  const visitors = new Map(
    rows.flatMap(([part, startMs, , [number = 0]]) =>
      part === 'piece' ? [[startMs, number] as const] : [],
    ),
  );
  return {
    numbers: new Map(some.map(({ fromMs }) => [fromMs, visitors.get(String(fromMs)) ?? 0])),
    lasting: keyed(scope, some, rows),
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

/** The numbers that are kept, by the beginnings of their pieces. */
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
  scope: Scope,
  pieces: readonly Piece[],
  rows: readonly NumberRow[],
): readonly Keyed[] {
  const fingerprints = fingerprintsOf(rows);
  return pieces.map((piece) => {
    const seen = piece.days.map((day) => fingerprints.get(day) ?? '').join(' ');
    const clicks =
      seen.length < 100 ? seen : new Bun.CryptoHasher('sha256').update(seen).digest('base64');
    return { ...piece, key: `${scope.userId} ${piece.fromMs} ${piece.toMs} ${clicks}` };
  });
}

/** The clicks of each day, as far as fingerprints tell them apart. */
function fingerprintsOf(rows: readonly NumberRow[]): ReadonlyMap<string, string> {
  return new Map(
    rows.flatMap(([part, day, fingerprint, [clicks = 0]]) =>
      part === 'dayFingerprint' ? [[day, `${clicks}:${fingerprint}`] as const] : [],
    ),
  );
}
