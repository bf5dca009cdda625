import type { GiveWay } from '#core/clicks/enrich-batch';

type Options = {
  /** Whether so many events wait that the drain must work at full speed. */
  readonly isBehind: () => boolean;
  /** Milliseconds that never run backwards. */
  readonly monotonic: () => number;
  /** Resolves after this time; 0: as soon as the other work of the thread has run. */
  readonly pause?: (forMs: number) => Promise<void>;
};

/**
 * How long the drain works before it pauses. A redirect on the same processor waits until then: the
 * kernel lets a running thread finish its slice of about 3 ms at every priority.
 */
const burstMs = 0.3;
const pauseMs = 1;
/** At full speed: how long messages of the redirect thread may wait. */
const turnMs = 5;

/**
 * Pauses after each burst, so that the processor is free for redirects. At full speed it only lets
 * the other work of this thread run.
 */
export function pace({ isBehind, monotonic, pause = pauseThread }: Options): GiveWay {
  let since = monotonic();

  return async () => {
    const isFast = isBehind();
    if (monotonic() - since < (isFast ? turnMs : burstMs)) return;
    await pause(isFast ? 0 : pauseMs);
    since = monotonic();
  };
}

function pauseThread(forMs: number): Promise<void> {
  return forMs > 0 ? Bun.sleep(forMs) : new Promise((resolve) => setImmediate(resolve));
}
