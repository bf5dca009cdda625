import { Refusal } from '#core/shared/refusal';

/** Frees a slot; a second call does nothing. */
export type Release = () => void;

/** A limited number of slots, shared by keys. */
export type Slots = {
  /**
   * Resolves when the key has a slot. Refuses `busy` when none becomes free within the wait, when
   * too many callers wait, or when the signal is aborted because the client disconnected.
   */
  take(key: string, signal: AbortSignal): Promise<Release>;
  /** How many callers wait for a slot. */
  waiting(): number;
};

export type SlotLimits = {
  /** Slots of one key at once. */
  readonly perKey: number;
  /** Slots of all keys together. */
  readonly total: number;
  /** Milliseconds that a caller waits for a slot. */
  readonly waitMs: number;
  /** Callers that wait for one key at once, and for all keys together. */
  readonly waitingPerKey: number;
  readonly waiting: number;
};

type Waiter = { readonly key: string; give(release: Release): void };

const retryAfterSeconds = 2;

/**
 * Slots of this process. A free slot goes to the waiting key with the fewest slots, so that one key
 * cannot take the turns of others; among equal keys to the earliest caller.
 */
export function slots(limits: SlotLimits): Slots {
  const held = new Map<string, number>();
  const waiters: Waiter[] = [];
  let total = 0;

  const heldBy = (key: string): number => held.get(key) ?? 0;
  const isFree = (key: string): boolean => total < limits.total && heldBy(key) < limits.perKey;

  function hold(key: string): Release {
    held.set(key, heldBy(key) + 1);
    total += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= 1;
      if (heldBy(key) === 1) held.delete(key);
      else held.set(key, heldBy(key) - 1);
      giveNext();
    };
  }

  function giveNext(): void {
    const able = waiters.filter(({ key }) => isFree(key));
    const next = able.toSorted((left, right) => heldBy(left.key) - heldBy(right.key)).at(0);
    if (next === undefined) return;
    leave(next);
    next.give(hold(next.key));
  }

  function leave(waiter: Waiter): void {
    const at = waiters.indexOf(waiter);
    if (at >= 0) waiters.splice(at, 1);
  }

  async function wait(key: string, signal: AbortSignal): Promise<Release> {
    const turn = Promise.withResolvers<Release>();
    const waiter = { key, give: turn.resolve };
    waiters.push(waiter);
    try {
      return await withinPatience(turn, limits.waitMs, signal);
    } finally {
      leave(waiter);
    }
  }

  return {
    waiting: () => waiters.length,
    async take(key, signal) {
      if (signal.aborted) throw busy();
      if (isFree(key)) return hold(key);
      const ofKey = waiters.filter((waiter) => waiter.key === key).length;
      if (waiters.length >= limits.waiting || ofKey >= limits.waitingPerKey) throw busy();
      return wait(key, signal);
    },
  };
}

/** The turn's slot; the turn is cancelled when its time is over or the client disconnects. */
async function withinPatience(
  turn: PromiseWithResolvers<Release>,
  waitMs: number,
  signal: AbortSignal,
): Promise<Release> {
  const giveUp = (): void => turn.reject(busy());
  const timer = setTimeout(giveUp, waitMs);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await turn.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

function busy(): Refusal {
  const message = 'Several large requests are already running. Please try again in a moment.';
  return new Refusal('busy', message, { retryAfterSeconds });
}
