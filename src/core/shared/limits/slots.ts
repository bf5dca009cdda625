import { Refusal } from '#core/shared/refusal';
import type { Asker } from './asker.ts';
import { fairQueue } from './fair-queue.ts';

/** Frees a slot; a second call does nothing. */
export type Release = () => void;

/** A limited number of slots, shared by groups of askers. */
export type Slots = {
  /**
   * Resolves when each of the asker's groups may have one more slot. Refuses when that does not
   * happen within the wait, when too many callers wait, or when the signal is aborted because the
   * client disconnected.
   */
  take(asker: Asker, signal?: AbortSignal): Promise<Release>;
  /** Takes a slot as `take` does, runs the work in it, and frees it when the work has settled. */
  run<T>(asker: Asker, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  /** How many callers wait for a slot. */
  waiting(): number;
};

export type SlotLimits = {
  /** Limit of slots that one group has at a time. */
  readonly perKey: number;
  /** Limit of slots of all groups together. */
  readonly total: number;
  /** Milliseconds that a caller waits for a slot; without a limit by default. */
  readonly waitMs?: number;
  /** Limit of waiting callers of one group; by default `waiting`. */
  readonly waitingPerKey?: number;
  /**
   * Limit of all waiting callers. Above it, the newest caller of the group with the most waiting
   * callers is refused.
   */
  readonly waiting: number;
  /** The refusal of those who get no slot; `busy` by default. */
  readonly refusal?: () => Refusal;
};

type Waiter = PromiseWithResolvers<Release> & { readonly asker: Asker };

const retryAfterSeconds = 2;

/**
 * Slots of this process. A free slot goes to the groups with the fewest slots; among these, to
 * those that have used the least; among equal ones, the groups take turns. So no group can take the
 * turns of others.
 */
export function slots(limits: SlotLimits, usedBy: (asker: Asker) => number = () => 0): Slots {
  const { perKey, waitMs, waitingPerKey = limits.waiting, refusal = busy } = limits;
  const [held, waiting] = [counts(), counts()];
  const waiters = fairQueue<Waiter>(limits.waiting, ({ asker }) => usedBy(asker));
  let total = 0;

  const isFree = (asker: Asker): boolean => total < limits.total && held.most(asker) < perKey;

  function hold(asker: Asker): Release {
    held.add(asker, 1);
    total += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= 1;
      held.add(asker, -1);
      while (giveOne());
    };
  }

  /** Returns whether somebody got a slot. */
  function giveOne(): boolean {
    for (let most = 0; most < perKey; most += 1) {
      const next = waiters.take(({ asker }) => isFree(asker) && held.most(asker) <= most);
      if (next) return (next.resolve(hold(next.asker)), true);
    }
    return false;
  }

  async function wait(asker: Asker, signal?: AbortSignal): Promise<Release> {
    const waiter = { ...Promise.withResolvers<Release>(), asker };
    waiting.add(asker, 1);
    waiters.add(asker, waiter)?.reject(refusal());
    try {
      return await withinPatience(waiter, { waitMs, signal, refusal });
    } finally {
      waiting.add(asker, -1);
      waiters.remove(waiter);
    }
  }

  async function take(asker: Asker, signal?: AbortSignal): Promise<Release> {
    if (signal?.aborted) throw refusal();
    if (isFree(asker)) return hold(asker);
    if (waiting.most(asker) >= waitingPerKey) throw refusal();
    return wait(asker, signal);
  }

  return { waiting: waiters.size, take, run: inSlot(take) };
}

function inSlot(take: Slots['take']): Slots['run'] {
  return async (asker, work, signal) => {
    const release = await take(asker, signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}

/** A number for each group of askers. */
function counts() {
  const numbers = new Map<string, number>();
  const of = (group: string): number => numbers.get(group) ?? 0;
  return {
    /** The highest number among the asker's groups. */
    most: (asker: Asker): number => Math.max(...asker.map(of)),
    add(asker: Asker, more: 1 | -1): void {
      for (const group of new Set(asker)) {
        if (of(group) + more === 0) numbers.delete(group);
        else numbers.set(group, of(group) + more);
      }
    },
  };
}

/** The turn's slot; the turn is cancelled when its time is over or the client disconnects. */
async function withinPatience(
  turn: PromiseWithResolvers<Release>,
  patience: {
    readonly waitMs: number | undefined;
    readonly signal: AbortSignal | undefined;
    readonly refusal: () => Refusal;
  },
): Promise<Release> {
  const { waitMs, signal, refusal } = patience;
  const giveUp = (): void => turn.reject(refusal());
  const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await turn.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

function busy(): Refusal {
  const message = 'Several large requests are already running. Please try again in a moment.';
  return new Refusal('busy', message, { retryAfterSeconds });
}
