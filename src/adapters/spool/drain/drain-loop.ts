import type { Step } from '#core/clicks/drain-batches';

/** The main loop of the drain. */
export type DrainLoop = {
  /** A batch was queued. */
  wake(): void;
  /** The open segment has lines, so requesting it makes sense. */
  expectLines(): void;
  /** Continues until no batch waits or the store fails; then `run` resolves. */
  stop(): void;
  run(): Promise<void>;
};

type Options = {
  readonly step: () => Promise<Step>;
  /** Asks the writer to pass its open segment. */
  readonly askHandOver: () => void;
  readonly onStep: (step: Step) => void;
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
  /** Minimum time between two requests: each is an insert, and a part for the store to merge. */
  readonly handOverEveryMs: number;
};

/**
 * Runs steps while batches wait. When none does, it requests the open segment: at once after an
 * idle time, otherwise when `handOverEveryMs` has passed. While the store is away it requests
 * nothing, so that the open segment grows to its limit.
 */
export function drainLoop(options: Options): DrainLoop {
  const { step, askHandOver, onStep, monotonic, handOverEveryMs } = options;
  let isExpecting = true;
  let isStopping = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let bell = Promise.withResolvers<void>();

  const ring = (): void => {
    bell.resolve();
    bell = Promise.withResolvers();
  };

  return {
    wake: ring,
    expectLines: () => {
      isExpecting = true;
      ring();
    },
    stop: () => {
      isStopping = true;
      ring();
    },
    run: async () => {
      for (;;) {
        const heard = bell.promise;
        const taken = await step();
        onStep(taken);
        if (taken.kind === 'advanced') continue;
        if (isStopping) return;
        if (taken.kind === 'later') await pause(taken.afterMs);
        else await rest(heard);
      }
    },
  };

  async function rest(heard: Promise<void>): Promise<void> {
    if (!isExpecting) return heard;
    const waitMs = askedAt + handOverEveryMs - monotonic();
    if (waitMs > 0) return Promise.race([heard, pause(waitMs)]);

    isExpecting = false;
    askedAt = monotonic();
    askHandOver();
    return heard;
  }

  /** Only `stop` ends it early: other events do not change a store that is away. */
  async function pause(forMs: number): Promise<void> {
    const over = Bun.sleep(forMs).then(() => true);
    while (!isStopping && !(await Promise.race([over, bell.promise.then(() => false)])));
  }
}
