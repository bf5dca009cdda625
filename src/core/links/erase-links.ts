import { dayMs, secondMs, type Clock } from '#core/shared/time';

/** A deleted link whose events have to go. */
export type Erasure = {
  readonly linkId: string;
  readonly userId: string;
  readonly requestedAtMs: number;
};

export type EraseLinksPorts = {
  readonly clock: Clock;
  readonly erasures: {
    /** Those that are not finished. */
    pending(): Promise<readonly Erasure[]>;
    /** All that were requested at or after the moment, finished ones too. */
    requestedSince(atMs: number): Promise<readonly Erasure[]>;
    /** From now on the links' events are taken to be gone: reads no longer leave them out. */
    finish(linkIds: readonly string[]): Promise<void>;
  };
  readonly instances: {
    /**
     * The moment before which every living instance has sent all of its visits to the event store;
     * epoch milliseconds.
     */
    everythingSentUntil(): Promise<number>;
  };
  readonly events: {
    /**
     * Removes the links' clicks and conversions; returns when no statement can find them any more.
     * Fails while an earlier removal is still at work.
     */
    erase(links: readonly Pick<Erasure, 'linkId' | 'userId'>[]): Promise<void>;
  };
};

/** Another instance may redirect by its cache for a few seconds after a deletion. */
const settlingMs = 30 * secondMs;
/** Longer than any spool is kept away from its event store. */
const sweptDays = 40;

/**
 * Erases the events of all deleted links that still have some, and finishes the erasures that no
 * instance can undo any more by sending older visits. Killed at any moment, the next run goes on:
 * an erasure is pending until its events were erased after the last of them could have come.
 */
export function eraseLinks({ erasures, instances, events }: Omit<EraseLinksPorts, 'clock'>) {
  return async (): Promise<void> => {
    const sentUntilMs = await instances.everythingSentUntil();
    const pending = await erasures.pending();
    if (pending.length === 0) return;

    await events.erase(pending);
    const settled = pending.filter(({ requestedAtMs }) => requestedAtMs + settlingMs < sentUntilMs);
    if (settled.length > 0) await erasures.finish(settled.map(({ linkId }) => linkId));
  };
}

/** Erases once more what was deleted in the last 40 days, in case a lost spool came back. */
export function sweepErasedLinks({ clock, erasures, events }: Omit<EraseLinksPorts, 'instances'>) {
  return async (): Promise<void> => {
    const requested = await erasures.requestedSince(clock.now() - sweptDays * dayMs);
    if (requested.length > 0) await events.erase(requested);
  };
}
