import type { Step } from '#core/clicks/drain-batches';

/** The drain's pulse. */
export type DrainLoop = {
  /** A batch was queued. */
  wake(): void;
  /** The open segment has lines: it pays to ask for it. */
  expectLines(): void;
  /** Goes on until no batch waits or the store fails; then `run` resolves. */
  stop(): void;
  run(): Promise<void>;
};

type Options = {
  readonly step: () => Promise<Step>;
  /** Asks the writer to hand over its open segment. */
  readonly askHandOver: () => void;
  readonly onStep: (step: Step) => void;
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
  /** The least time between two requests: each is an insert, and a part for the store to merge. */
  readonly handOverEveryMs: number;
};

/**
 * Steps as long as batches wait. When none does it asks for the open segment: at once after a rest,
 * else when its time has come. While the store is away nothing is asked for, so that the open
 * segment grows to its cap.
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

  /** Cut short by `stop` alone: whatever else rings has no bearing on a store that is away. */
  async function pause(forMs: number): Promise<void> {
    const over = Bun.sleep(forMs).then(() => true);
    while (!isStopping && !(await Promise.race([over, bell.promise.then(() => false)])));
  }
}
