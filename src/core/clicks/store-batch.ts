import type { RawVisit } from '#core/redirect/raw-visit';
import type { Click } from './click.ts';

/** A sealed spool segment: events of one UTC day that are stored by one insert. */
export type Batch = {
  /**
   * The insert's deduplication token and the rows' column `batch`. One id always has the same
   * content.
   */
  readonly id: string;
  /** The UTC day of all its events, `YYYY-MM-DD`. */
  readonly day: string;
  /**
   * The batch was found on disk or waited long, or an attempt failed: an earlier run, a copy of the
   * spool, or that attempt may have sent it.
   */
  readonly mayBeStored: boolean;
};

/** The sealed segments on disk. Every change is durable when its call resolves. */
export type Batches<Event = RawVisit> = {
  /** The batch that has waited longest; null when none waits. */
  oldest(): Promise<Batch | null>;
  /** The batch after this one; null when there is none. */
  after(batch: Batch): Promise<Batch | null>;
  /**
   * The batch's events in order, the same at each call. Lines with a wrong checksum are moved to
   * the dead letters and counted.
   */
  read(batch: Batch): Promise<readonly Event[]>;
  /**
   * Removes the segment after its events are stored, except `deleted` ones of deleted links (0 when
   * absent).
   */
  remove(batch: Batch, deleted?: number): Promise<void>;
  /**
   * Replaces the batch by one batch per part, in front of all others. A part's id is derived from
   * the batch and the part's content, so that a copy of the spool that is split elsewhere gives the
   * same ids. Atomic: a kill leaves either the batch or its parts.
   */
  split(batch: Batch, parts: readonly (readonly Event[])[]): Promise<void>;
  /** The store will never accept the batch: it is moved to the dead letters and counted. */
  bury(batch: Batch, reason: string): Promise<void>;
};

/** The result of an insert. */
export type Insertion =
  | { readonly kind: 'stored' }
  /** Nothing was stored, and the same rows would be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Unknown: the answer was lost or late, or the store is away. */
  | { readonly kind: 'doubtful'; readonly reason: string };

/** The table of clicks. */
export type ClickStore = {
  /** The ids of the clicks stored under a batch. Rejects when the store is away. */
  storedClicks(batch: Batch): Promise<ReadonlySet<string>>;
  /**
   * Stores all the clicks or none. A batch that is sent several times within a short time is stored
   * once.
   */
  insert(batch: Batch, clicks: readonly Click[]): Promise<Insertion>;
};

type Ports = {
  readonly batches: Batches;
  readonly clicks: ClickStore;
  /** Enriches visits of one UTC day. Rejects while the day's salt cannot be read. */
  readonly enrich: (day: string, visits: readonly RawVisit[]) => Promise<readonly Click[]>;
  /** Whether the link is deleted: its visits are dropped. */
  readonly isErased: (linkId: string) => boolean;
};

/** The result of one attempt. After `stored`, `split` and `buried` the batch left the queue. */
export type BatchOutcome =
  | { readonly kind: 'stored'; readonly clicks: number; readonly conversions?: number }
  | { readonly kind: 'split' }
  | { readonly kind: 'buried' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'doubtful'; readonly reason: string };

/** Why a batch needs care, from earlier attempts or from where it was found. */
export type Suspicion = {
  /** Its rows may already be stored: the store is queried before an insert. */
  readonly mayBeStored: boolean;
  /**
   * It was refused before. It is tried once more and then split, because a broken connection looks
   * like a bad row.
   */
  readonly wasRefused: boolean;
};

/** A batch that is ready to be sent. */
type Prepared = { readonly visits: readonly RawVisit[]; readonly rows: readonly Click[] };

/**
 * Makes one attempt to store a batch. For a suspicious batch, the store is queried first. When only
 * a part of it is stored (a copy of this spool sent it while it was shorter), the rest becomes its
 * own batch. A batch that is refused twice is halved until the bad visit is alone. While the store
 * works on one batch, the next one is prepared.
 */
export function storeBatch(ports: Ports) {
  const { batches, clicks, isErased } = ports;
  const preparation = prepareAhead(ports);

  return async (batch: Batch, suspicion: Suspicion): Promise<BatchOutcome> => {
    const { visits, rows } = await preparation.of(batch);
    const wanted = rows.filter((row) => !isErased(row.linkId));
    if (suspicion.mayBeStored && wanted.length > 0) {
      const stored = await clicks.storedClicks(batch);
      const missing = wanted.filter((row) => !stored.has(row.clickId));
      if (missing.length === 0) return finish(0);
      if (stored.size > 0) return divide([visits.filter((visit) => !stored.has(visit.clickId))]);
    }
    if (wanted.length === 0) return finish(0);

    const inserting = clicks.insert({ ...batch, mayBeStored: suspicion.mayBeStored }, wanted);
    await preparation.startAfter(batch);
    const insertion = await inserting;
    if (insertion.kind === 'stored') return finish(wanted.length);
    if (insertion.kind !== 'refused' || !suspicion.wasRefused) return insertion;
    if (visits.length > 1) return divide(halves(visits));
    await batches.bury(batch, insertion.reason);
    return { kind: 'buried' };

    async function finish(stored: number): Promise<BatchOutcome> {
      await batches.remove(batch, visits.length - wanted.length);
      return { kind: 'stored', clicks: stored };
    }

    async function divide(parts: readonly (readonly RawVisit[])[]): Promise<BatchOutcome> {
      await batches.split(batch, parts);
      return { kind: 'split' };
    }
  };
}

/** Reads and enriches batches, and keeps one prepared in advance. */
function prepareAhead({ batches, enrich }: Ports) {
  let ahead: { id: string; making: Promise<Prepared> } | null = null;

  const make = async (batch: Batch): Promise<Prepared> => {
    const visits = await batches.read(batch);
    return { visits, rows: await enrich(batch.day, visits) };
  };
  return {
    of: (batch: Batch): Promise<Prepared> => {
      const ready = ahead?.id === batch.id ? ahead.making : make(batch);
      ahead = null;
      return ready;
    },
    startAfter: async (batch: Batch): Promise<void> => {
      const next = await batches.after(batch);
      if (next === null || ahead?.id === next.id) return;
      const making = make(next);
      // The later caller of `of` gets the failure.
      making.catch(() => null);
      ahead = { id: next.id, making };
    },
  };
}

/** The first half and the rest. */
export function halves<Event>(events: readonly Event[]): readonly (readonly Event[])[] {
  const middle = Math.ceil(events.length / 2);
  return [events.slice(0, middle), events.slice(middle)];
}
