import type { RawVisit } from '#core/redirect/raw-visit';
import type { Click } from './click.ts';

/** A sealed segment of the spool: events of one UTC day that become rows by one insert. */
export type Batch = {
  /** The insert's deduplication token and the rows' column `batch`: one id, one content, for ever. */
  readonly id: string;
  /** The UTC day of all its events, `YYYY-MM-DD`. */
  readonly day: string;
  /** It was found, or waited long: an earlier run, or a copy of the spool, may have sent it. */
  readonly mayBeStored: boolean;
};

/** The sealed segments on disk. Whatever it resolves is durable. */
export type Batches<Event = RawVisit> = {
  /** The batch that waits longest; null when none waits. */
  oldest(): Promise<Batch | null>;
  /** The one that comes after it; null when none does. */
  after(batch: Batch): Promise<Batch | null>;
  /**
   * The batch's events in their order: the same at each call. Lines that fail their checksum are
   * set aside as dead letters and counted.
   */
  read(batch: Batch): Promise<readonly Event[]>;
  /** Its events are stored: the segment goes. */
  remove(batch: Batch): Promise<void>;
  /**
   * Replaces the batch by one batch for each part, in front of all others. A part's id follows from
   * the batch and the part's content, so that a copy of the spool that is split elsewhere names the
   * same parts alike. All or nothing: a kill in between leaves the batch or its parts.
   */
  split(batch: Batch, parts: readonly (readonly Event[])[]): Promise<void>;
  /** The store will never take it: set aside as a dead letter, and counted. */
  bury(batch: Batch, reason: string): Promise<void>;
};

/** What became of an insert. */
export type Insertion =
  | { readonly kind: 'stored' }
  /** Nothing was stored, and the same rows will be refused again. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nobody knows: the answer was lost, or late, or the store is away. */
  | { readonly kind: 'doubtful'; readonly reason: string };

/** The table of clicks. */
export type ClickStore = {
  /** The ids of the clicks stored under a batch. Rejects when the store cannot be asked. */
  storedClicks(batch: Batch): Promise<ReadonlySet<string>>;
  /** Stores all the clicks or none, and a batch once, however often it is sent in a short time. */
  insert(batch: Batch, clicks: readonly Click[]): Promise<Insertion>;
};

type Ports = {
  readonly batches: Batches;
  readonly clicks: ClickStore;
  /** Makes visits of one UTC day into clicks. Rejects while the day's salt cannot be known. */
  readonly enrich: (day: string, visits: readonly RawVisit[]) => Promise<readonly Click[]>;
  /** Whether the link is deleted: its visits are dropped. */
  readonly isErased: (linkId: string) => boolean;
};

/** How an attempt at a batch ended. After `stored`, `split` and `buried` the batch is no more. */
export type BatchOutcome =
  | { readonly kind: 'stored'; readonly clicks: number; readonly conversions?: number }
  | { readonly kind: 'split' }
  | { readonly kind: 'buried' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'doubtful'; readonly reason: string };

/** What earlier attempts, or the way it was found, say of a batch. */
export type Suspicion = {
  /** Its rows may be stored already: the store is asked before anything is sent. */
  readonly mayBeStored: boolean;
  /** It was refused before: once more, and it is split. A broken connection looks like a bad row. */
  readonly wasRefused: boolean;
};

/** A batch as it is sent. */
type Prepared = { readonly visits: readonly RawVisit[]; readonly rows: readonly Click[] };

/**
 * One attempt to bring a batch into the store. A batch under suspicion is first asked for, and when
 * only a part of it is there (a copy of this spool sent it while it was shorter) the rest becomes a
 * batch of its own. A batch refused twice is halved until the bad visit stands alone. While the
 * store works on one batch the next is prepared.
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

    const inserting = clicks.insert(batch, wanted);
    await preparation.startAfter(batch);
    const insertion = await inserting;
    if (insertion.kind === 'stored') return finish(wanted.length);
    if (insertion.kind !== 'refused' || !suspicion.wasRefused) return insertion;
    if (visits.length > 1) return divide(halves(visits));
    await batches.bury(batch, insertion.reason);
    return { kind: 'buried' };

    async function finish(stored: number): Promise<BatchOutcome> {
      await batches.remove(batch);
      return { kind: 'stored', clicks: stored };
    }

    async function divide(parts: readonly (readonly RawVisit[])[]): Promise<BatchOutcome> {
      await batches.split(batch, parts);
      return { kind: 'split' };
    }
  };
}

/** Reads and enriches batches, and keeps one of them ready. */
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
      // Whoever asks for it hears of the failure.
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
