import { dayMs, utcDay, type Clock } from '#core/shared/time';
import type { RandomBytes } from '#core/shared/ids';

/** Salts that all instances share. Days are UTC, `YYYY-MM-DD`; a salt has 32 bytes. */
export type SharedSalts = {
  /** The day's salt; stores `fresh` when there is none. All callers get the same salt. */
  obtain(day: string, fresh: Uint8Array): Promise<Uint8Array>;
  /** The day's salt; null when there is none, or when it was destroyed. */
  find(day: string): Promise<Uint8Array | null>;
  /** Destroys the salts of all days before this one. */
  destroyBefore(day: string): Promise<void>;
};

/** This instance's own copies, used while the shared storage is away. */
export type OwnSalts = {
  /** Null when the copy is missing or damaged. */
  read(day: string): Promise<Uint8Array | null>;
  /** Resolves when the copy is durable. Only this user can read it. */
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
/** A salt is destroyed this many days after its day, even when visits of that day still wait. */
const longestDays = 7;

/**
 * The salt of a UTC day, from this instance's copy or the shared storage; null when it was
 * destroyed. Missing salts of yesterday, today and tomorrow are created. Rejects while it cannot be
 * read.
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
 * Creates today's and tomorrow's salt, and destroys old ones: those of the day before yesterday and
 * earlier, except for days whose visits still wait (`oldestWaitingDay`; null: none). Salts that are
 * seven days old are always destroyed. None is destroyed while the clock is known to be wrong.
 */
export function tendSalts(ports: Ports & { readonly isClockTrusted: () => Promise<boolean> }) {
  const find = findSalt(ports);
  return async (oldestWaitingDay: string | null): Promise<void> => {
    const nowMs = ports.clock.now();
    const firstKept = firstKeptDay(nowMs, oldestWaitingDay);
    // While the shared storage is away nobody can tell, and the own copies are destroyed in time.
    const isTrusted = await ports.isClockTrusted().catch(() => true);
    if (isTrusted) await ports.own.destroyBefore(firstKept);
    await find(utcDay(nowMs));
    await find(utcDay(nowMs + dayMs));
    if (isTrusted) await ports.shared.destroyBefore(firstKept);
  };
}

/** The oldest day whose salt is kept. */
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

/**
 * A destroyed salt must not be created again with another value: only recent days get a new salt.
 */
function mayBeMade(day: string, nowMs: number): boolean {
  return day >= utcDay(nowMs - dayMs) && day <= utcDay(nowMs + dayMs);
}
