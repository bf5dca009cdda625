import { faultFields, type Log } from '#core/shared/log';

type Routine = {
  /** From the end of one time to the start of the next. */
  readonly pauseMs: number;
  readonly name: string;
  readonly log: Log;
};

/**
 * Does the work now and again so long after each end; a failure is said and waits for the next
 * time. The answer ends it: its signal tells the work to, and it resolves when none is under way.
 */
export function every(
  { pauseMs, name, log }: Routine,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await work(stopping.signal);
      } catch (error) {
        log.warn('a background job failed and is tried again', {
          job: name,
          ...faultFields(error),
        });
      }
      const pause = Promise.withResolvers<void>();
      const timer = setTimeout(pause.resolve, pauseMs);
      await Promise.race([pause.promise, stopped.promise]);
      clearTimeout(timer);
    }
  };
  const running = run();

  return () => {
    stopping.abort();
    stopped.resolve();
    return running;
  };
}
