import { faultFields, type Log } from '#core/shared/log';

type RepeatedWork = {
  /** From the end of one run to the start of the next. */
  readonly pauseMs: number;
  /** The pause after a failed run; as after every run when it is absent. */
  readonly retryMs?: number;
  readonly name: string;
  readonly log: Log;
};

/**
 * Runs the work now, and again `pauseMs` after the end of each run. A failure is logged, and the
 * next run comes after `retryMs`. Returns a function that stops it: it aborts the work's signal, and
 * resolves when no run is active.
 */
export function repeat(
  { pauseMs, retryMs = pauseMs, name, log }: RepeatedWork,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stopping = new AbortController();
  const stopped = Promise.withResolvers<void>();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const sinceMs = performance.now();
      let isFailed = false;
      try {
        await work(stopping.signal);
      } catch (error) {
        isFailed = true;
        log.warn('a background job failed and will be retried', {
          job: name,
          ...faultFields(error),
        });
      }
      recordRun(name, { isFailed, tookMs: performance.now() - sinceMs });
      const pause = Promise.withResolvers<void>();
      const timer = setTimeout(pause.resolve, isFailed ? retryMs : pauseMs);
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

/** What a background job has done since the start of this process. */
export type JobRecord = {
  readonly runs: number;
  readonly failures: number;
  /** Epoch milliseconds; null before the first success. */
  readonly lastSuccessMs: number | null;
  readonly lastDurationMs: number;
};

const records = new Map<string, JobRecord>();
const none: JobRecord = { runs: 0, failures: 0, lastSuccessMs: null, lastDurationMs: 0 };

/** The background jobs of this process, by their names. */
export function jobRecords(): ReadonlyMap<string, JobRecord> {
  return records;
}

type Run = { readonly isFailed: boolean; readonly tookMs: number };

function recordRun(name: string, { isFailed, tookMs }: Run): void {
  const before = records.get(name) ?? none;
  records.set(name, {
    runs: before.runs + 1,
    failures: before.failures + (isFailed ? 1 : 0),
    lastSuccessMs: isFailed ? before.lastSuccessMs : Date.now(),
    lastDurationMs: tookMs,
  });
}
