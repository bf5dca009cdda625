import type { LinkCache, LinkRevision } from '#core/links/link-cache';
import { dayMs, type Clock } from '#core/shared/time';

/** What one slice changed. */
export type BulkStep = {
  /**
   * `more`: the next slice can follow. `ended`: nothing is left to do. `held`: another process does
   * it, or a deletion waits until earlier ones are erased (`mostPendingErasures`).
   */
  readonly kind: 'more' | 'ended' | 'held';
  readonly changed: readonly LinkRevision[];
  readonly removed: readonly string[];
};

export type RunBulkPorts = {
  readonly bulk: {
    /** The unfinished actions that are due, the oldest first. */
    due(at: Date): Promise<readonly string[]>;
    /**
     * Does or undoes the next slice of the action in one short transaction, which notes how far the
     * action is. A kill between two slices therefore neither repeats nor leaves out a link.
     */
    step(bulkId: string, at: Date): Promise<BulkStep>;
    /** Deletes actions that ended before this time, and what they kept for an undo. */
    forget(times: { readonly actions: Date; readonly undo: Date }): Promise<void>;
  };
  readonly cache: Pick<LinkCache, 'revise' | 'remove'>;
  readonly clock: Clock;
};

/**
 * Limit of deleted links of one account whose events are not erased yet: a deletion of more links waits
 * until earlier ones are erased. Every query for the account lists these links, and writing a long list
 * takes time of the thread that redirects.
 */
export const mostPendingErasures = 3000;

/** Longer than an action's expired links are looked for (`core/notices/tell-expired-links.ts`). */
const rememberedMs = 40 * dayMs;

/**
 * Goes through the links of an action until it has ended. Redirects here follow each slice at once,
 * and the event loop serves others between two slices.
 */
export function runBulk({ bulk, cache, clock }: RunBulkPorts) {
  return async (bulkId: string, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      // Each slice begins where the one before has ended.
      // oxlint-disable-next-line no-await-in-loop
      const { kind, changed, removed } = await bulk.step(bulkId, new Date(clock.now()));
      for (const revision of changed) cache.revise(revision);
      for (const linkId of removed) cache.remove(linkId);
      if (kind !== 'more') return;
    }
  };
}

/** Continues what is due: deletions after their wait, and actions whose process has ended. */
export function runDueBulk(
  ports: Pick<RunBulkPorts, 'bulk' | 'clock'>,
  run: (id: string) => Promise<void>,
) {
  return async (): Promise<void> => {
    const ids = await ports.bulk.due(new Date(ports.clock.now()));
    await Promise.all(ids.map(run));
  };
}

/** Forgets actions of long ago, and soon what they kept for an undo. */
export function forgetBulk({ bulk, clock }: Pick<RunBulkPorts, 'bulk' | 'clock'>) {
  return async (): Promise<void> => {
    const nowMs = clock.now();
    await bulk.forget({ actions: new Date(nowMs - rememberedMs), undo: new Date(nowMs) });
  };
}
