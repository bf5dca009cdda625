import { dayMs, utcDay, type Clock } from '#core/shared/time';
import type { RandomBytes } from '#core/shared/ids';

/** Salts that all instances share. Days are UTC, `YYYY-MM-DD`; a salt is 32 bytes. */
export type SharedSalts = {
  /** The day's salt: `fresh` unless one was there before. All who ask get the same. */
  obtain(day: string, fresh: Uint8Array): Promise<Uint8Array>;
  /** The day's salt; null when there is none, or none any more. */
  find(day: string): Promise<Uint8Array | null>;
  /** Destroys the salts of all days before this one. */
  destroyBefore(day: string): Promise<void>;
};

/** The copies this instance keeps, so that it can go on while the shared ones are out of reach. */
export type OwnSalts = {
  /** Null when there is none, or when what is there is damaged. */
  read(day: string): Promise<Uint8Array | null>;
  /** Durable when it resolves, and readable by this user alone. */
  write(day: string, salt: Uint8Array): Promise<void>;
  destroyBefore(day: string): Promise<void>;
};

type Ports = {
  readonly shared: SharedSalts;
  readonly own: OwnSalts;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
};

const saltBytes = 32;
/** However long its visits wait, a salt is destroyed when its day is this long past. */
const longestDays = 7;

/**
 * The salt of a UTC day, from this instance's copy or the shared ones; null when it is destroyed.
 * Yesterday's, today's and tomorrow's are made when missing. Rejects while it cannot be known.
 */
export function findSalt({ shared, own, clock, randomBytes }: Ports) {
  return async (day: string): Promise<Uint8Array | null> => {
    if (day < oldestPossibleDay(clock.now())) return null;
    const copy = await own.read(day);
    if (copy !== null) return copy;

    const salt = mayBeMade(day, clock.now())
      ? await shared.obtain(day, randomBytes(saltBytes))
      : await shared.find(day);
    if (salt !== null) await own.write(day, salt);
    return salt;
  };
}

/**
 * Makes today's and tomorrow's salt, and destroys what is spent: the day before yesterday's and
 * older, save those of days whose visits still wait (`oldestWaitingDay`; null: none), and of those
 * all that are seven days old.
 */
export function tendSalts(ports: Ports) {
  const find = findSalt(ports);
  return async (oldestWaitingDay: string | null): Promise<void> => {
    const nowMs = ports.clock.now();
    const firstKept = firstKeptDay(nowMs, oldestWaitingDay);
    await ports.own.destroyBefore(firstKept);
    await find(utcDay(nowMs));
    await find(utcDay(nowMs + dayMs));
    await ports.shared.destroyBefore(firstKept);
  };
}

/** The oldest day whose salt lives on. */
export function firstKeptDay(nowMs: number, oldestWaitingDay: string | null): string {
  const yesterday = utcDay(nowMs - dayMs);
  const needed =
    oldestWaitingDay !== null && oldestWaitingDay < yesterday ? oldestWaitingDay : yesterday;
  const oldest = oldestPossibleDay(nowMs);
  return needed < oldest ? oldest : needed;
}

function oldestPossibleDay(nowMs: number): string {
  return utcDay(nowMs - (longestDays - 1) * dayMs);
}

/** A salt that was destroyed must not come back under another value: only young days get one. */
function mayBeMade(day: string, nowMs: number): boolean {
  return day >= utcDay(nowMs - dayMs) && day <= utcDay(nowMs + dayMs);
}
