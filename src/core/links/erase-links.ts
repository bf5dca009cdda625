import { dayMs, secondMs, type Clock } from '#core/shared/time';

/** A deleted link whose events must be erased. */
export type Erasure = {
  readonly linkId: string;
  readonly userId: string;
  readonly requestedAtMs: number;
};

/** The deleted links, as Postgres remembers them. */
export type Erasures = {
  /** The erasures that are not finished. */
  pending(): Promise<readonly Erasure[]>;
  /** All erasures requested at or after this time, including finished ones. */
  requestedSince(atMs: number): Promise<readonly Erasure[]>;
  /** Marks the erasures as finished: from now on reads do not exclude these links any more. */
  finish(linkIds: readonly string[]): Promise<void>;
};

export type SentVisits = {
  /**
   * The time before which every living instance has sent all of its visits to the event store;
   * epoch milliseconds.
   */
  everythingSentUntil(): Promise<number>;
};

export type LinkEvents = {
  /**
   * Removes the links' clicks and conversions, and resolves when no query can find them any more.
   * Fails while an earlier removal is still running.
   */
  erase(links: readonly Pick<Erasure, 'linkId' | 'userId'>[]): Promise<void>;
};

type Erasing = { readonly erasures: Erasures; readonly events: LinkEvents };

/** Another instance may still redirect by its cache for a few seconds after a deletion. */
const settlingMs = 30 * secondMs;
/** Longer than a spool stays disconnected from its event store. */
const sweptDays = 40;

/**
 * Erases the events of all deleted links that still have some. Finishes an erasure when no instance
 * can send older visits of the link any more. After a kill the next run continues: an erasure stays
 * pending until its events were erased after the last of them could have arrived.
 */
export async function eraseLinks({
  erasures,
  instances,
  events,
}: Erasing & { readonly instances: SentVisits }): Promise<void> {
  const sentUntilMs = await instances.everythingSentUntil();
  const pending = await erasures.pending();
  if (pending.length === 0) return;

  await events.erase(pending);
  const settled = pending.filter(({ requestedAtMs }) => requestedAtMs + settlingMs < sentUntilMs);
  if (settled.length > 0) await erasures.finish(settled.map(({ linkId }) => linkId));
}

/**
 * Erases again the events of links deleted in the last 40 days, in case a lost spool has come back.
 */
export async function sweepErasedLinks({
  clock,
  erasures,
  events,
}: Erasing & { readonly clock: Clock }): Promise<void> {
  const requested = await erasures.requestedSince(clock.now() - sweptDays * dayMs);
  if (requested.length > 0) await events.erase(requested);
}
