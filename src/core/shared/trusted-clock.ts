import { dayMs, type Clock } from './time.ts';

/** Stores when the installation last ran with a trusted clock. */
export type ClockMark = {
  /** The last run (null before the first), and the database's own time. */
  read(): Promise<{ readonly lastRun: Date | null; readonly now: Date }>;
  /** Moves the last run to a later time; an earlier one changes nothing. */
  advance(at: Date): Promise<void>;
};

/**
 * A clock that is further ahead of the last run than this is not trusted until an operator confirms
 * it.
 */
export const longestGapMs = 31 * dayMs;

type Ports = { readonly clock: Clock; readonly mark: ClockMark };

/**
 * Whether work that deletes by age may run now: neither this clock nor the database's is far ahead
 * of the last run. Also false before the first run.
 */
export function isClockTrusted({ clock, mark }: Ports) {
  return async (): Promise<boolean> => {
    const { lastRun, now } = await mark.read();
    return lastRun !== null && gapMs(lastRun, clock, now) <= longestGapMs;
  };
}

/**
 * Records that this installation runs now, unless the clock is far ahead of the last run. The first
 * run compares with `newestEvent` (null: there is none). Returns by how many days the clock is
 * ahead and the time with which it was compared; null when the clock is trusted.
 */
export function noteRun({ clock, mark }: Ports, newestEvent: () => Promise<Date | null>) {
  return async (): Promise<{ readonly since: Date; readonly days: number } | null> => {
    const { lastRun, now } = await mark.read();
    const since = lastRun ?? (await newestEvent());
    const ms = since === null ? 0 : gapMs(since, clock, now);
    if (since !== null && ms > longestGapMs) return { since, days: Math.floor(ms / dayMs) };
    await mark.advance(new Date(clock.now()));
    return null;
  };
}

function gapMs(since: Date, clock: Clock, databaseNow: Date): number {
  return Math.max(clock.now(), databaseNow.getTime()) - since.getTime();
}
