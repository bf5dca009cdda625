import type { NumberRow } from '#adapters/clickhouse/analytics/number-row';
import { ClickHouseAway } from '#adapters/clickhouse/outage';
import { answerSeconds } from '#adapters/clickhouse/analytics/statement-limits';
import { secondMs } from '#core/shared/time';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import { lessErased, takenTexts } from './less-erased.ts';

/** What an answer takes off for links that are being erased. */
export type TakenOff = {
  /** How many parameters have values of lists; null when the statement itself reads every number. */
  readonly lists: number | null;
  readonly params: Readonly<Record<string, string>>;
};

type Kept = TakenOff & {
  readonly lists: number;
  readonly numbers: readonly NumberRow[];
  readonly fingerprint: string;
  readonly bytes: number;
};

type Asked = {
  /** Identifies what is counted: all values that both statements have. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly settledDay: string;
  /** The rows to take off, with both fingerprints, from one snapshot. */
  readonly count: (params: Readonly<Record<string, unknown>>) => Promise<readonly NumberRow[]>;
  /**
   * The account's rows, less the list values of the parameters, with both fingerprints; or with all
   * rows to take off.
   */
  readonly answer: (takenOff: TakenOff) => Promise<readonly NumberRow[]>;
};

/** With more, every click of the erased links is read for each answer. */
const mostOfOne = 1_000_000;
const mostKept = 16_000_000;
const attempts = 2;
/**
 * How long counting may take, in seconds. A question waits for it as long as for an answer, and fails
 * then; the next one finds the numbers.
 */
export const countSeconds = 60;

/** The answer reads every click of the erased links. */
export const readAll: TakenOff = { lists: null, params: {} };

/**
 * Answers of an account without its links that are being erased. The numbers of those links are
 * counted once for a question, and kept in memory with the fingerprints of the clicks that they
 * were counted from. An answer that saw other clicks is asked again with new numbers.
 */
export function erasedNumbers(patienceMs = answerSeconds * secondMs) {
  const known = new Map<string, Kept>();
  const running = new Map<string, Promise<Kept | null>>();
  let bytes = 0;

  return async ({ params, settledDay, count, answer }: Asked): Promise<readonly NumberRow[]> => {
    const key = new Bun.CryptoHasher('sha256').update(JSON.stringify(params)).digest('base64');
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const kept =
        known.get(key) ??
        (await withTimeLimit(
          patienceMs,
          once(key, async () => keep(key, await count({ ...params, settledDay }), settledDay)),
          throwAway,
        ));
      if (kept === null) break;
      const rows = await answer(kept);
      if (fingerprintOf(rows) === kept.fingerprint)
        return withWholeFingerprints(rows, kept.numbers);
      if (known.get(key) === kept) forget(key);
    }
    return withWholeFingerprints(await answer(readAll), []);
  };

  /**
   * Questions that come meanwhile wait for the same count: the fingerprints tell whether it fits
   * them.
   */
  function once(key: string, count: () => Promise<Kept | null>): Promise<Kept | null> {
    const found = running.get(key);
    if (found) return found;
    const counting = count().finally(() => running.delete(key));
    running.set(key, counting);
    return counting;
  }

  /** Null when the numbers are too many. */
  function keep(key: string, rows: readonly NumberRow[], settledDay: string): Kept | null {
    const kept = takenOff(rows, settledDay);
    if (kept.bytes > mostOfOne) return null;
    forget(key);
    known.set(key, kept);
    bytes += kept.bytes;
    for (const oldest of known.keys()) {
      if (bytes <= mostKept) break;
      forget(oldest);
    }
    return kept;
  }

  function forget(key: string): void {
    bytes -= known.get(key)?.bytes ?? 0;
    known.delete(key);
  }
}

function throwAway(): never {
  throw new ClickHouseAway();
}

/** About the memory that a row takes. */
const bytesOfRow = 200;

function takenOff(rows: readonly NumberRow[], settledDay: string): Kept {
  const numbers = rows.filter(([part]) => part.startsWith('-'));
  const texts = takenTexts(
    rows.filter(([part]) => !fingerprints.includes(part) && !part.startsWith('-')),
  );
  return {
    numbers,
    lists: texts.length,
    params: { ...Object.fromEntries(texts.map((text, i) => [`taken${i}`, text])), settledDay },
    fingerprint: fingerprintOf(rows),
    bytes: texts.reduce((sum, text) => sum + text.length, (numbers.length + 1) * bytesOfRow),
  };
}

const fingerprints = ['settledFingerprint', 'erasedFingerprint'];

function fingerprintOf(rows: readonly NumberRow[]): string {
  return rows
    .filter(([part]) => fingerprints.includes(part))
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join();
}

/**
 * The rows without the erased links' clicks. `wholeFingerprint` rows are the fingerprints of days
 * with these clicks, which tell whether another statement saw the same ones.
 */
function withWholeFingerprints(
  rows: readonly NumberRow[],
  taken: readonly NumberRow[],
): readonly NumberRow[] {
  const whole = rows.flatMap(([part, ...row]) =>
    part === 'dayFingerprint' ? [['wholeFingerprint', ...row] as const] : [],
  );
  return [...lessErased([...rows, ...taken]), ...whole];
}
