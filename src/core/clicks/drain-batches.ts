import {
  storeBatch,
  type BatchOutcome,
  type Batch,
  type Batches,
  type Suspicion,
} from './store-batch.ts';

type Waiting = {
  readonly batches: Pick<Batches, 'oldest'>;
  /** Uniformly distributed in [0, 1). */
  readonly random: () => number;
};

type Ports = Parameters<typeof storeBatch>[0] & Waiting;

/** The result of one step, and when to run the next. */
export type Step =
  /** No batch waits. */
  | { readonly kind: 'idle' }
  /** The front batch left the queue: stored, replaced by its parts, or set aside. */
  | { readonly kind: 'advanced'; readonly attempt: BatchOutcome }
  /** The batch stays in front. `failures` counts its consecutive failed attempts. */
  | {
      readonly kind: 'later';
      readonly afterMs: number;
      readonly failures: number;
      readonly reason: string;
    };

const firstPauseMs = 50;
const longestPauseMs = 30_000;

/**
 * Stores waiting batches one at a time and in order. Each call makes one attempt at the front
 * batch, and attempts never stop. The caller waits as long as the step says.
 */
export function drainBatches(ports: Ports) {
  return drainInOrder(ports, storeBatch(ports));
}

/**
 * Drains batches of any kind in order, under the rules of `drainBatches`. `store` makes one
 * attempt.
 */
export function drainInOrder(
  ports: Waiting,
  store: (batch: Batch, suspicion: Suspicion) => Promise<BatchOutcome>,
) {
  let front: { id: string; failures: number; suspicion: Suspicion } | null = null;

  return async (): Promise<Step> => {
    const batch = await ports.batches.oldest();
    if (batch === null) return { kind: 'idle' };
    if (front?.id !== batch.id) {
      const suspicion = { mayBeStored: batch.mayBeStored, wasRefused: false };
      front = { id: batch.id, failures: 0, suspicion };
    }

    const attempt = await store(batch, front.suspicion).catch(doubt);
    if (attempt.kind !== 'refused' && attempt.kind !== 'doubtful') {
      front = null;
      return { kind: 'advanced', attempt };
    }
    const failures = front.failures + 1;
    const suspicion = { mayBeStored: true, wasRefused: attempt.kind === 'refused' };
    front = { id: batch.id, failures, suspicion };
    const afterMs = pauseMs(failures, ports.random());
    return { kind: 'later', afterMs, failures, reason: attempt.reason };
  };
}

/**
 * Exponential from 50 ms to 30 s, with the upper half random so that instances do not retry at the
 * same moment.
 */
export function pauseMs(failures: number, random: number): number {
  const full = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  return Math.round(full * (0.5 + random / 2));
}

/** After an unknown error the rows may or may not be stored. */
function doubt(error: unknown): BatchOutcome {
  return { kind: 'doubtful', reason: error instanceof Error ? error.message : String(error) };
}
