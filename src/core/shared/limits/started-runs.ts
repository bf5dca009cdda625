import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { withTimeLimit } from './time-limit.ts';

type Started = {
  /** Runs the work with this id until it has ended or the signal is aborted. */
  readonly run: (id: string, signal: AbortSignal) => Promise<void>;
  /** How many may run at once. Without it, the number has no limit. */
  readonly most?: number;
  /** The log line of a failed run. */
  readonly interrupted: string;
  readonly log: Log;
};

/** How long a request waits for the work that it started: most of it is over by then. */
const patienceMs = secondMs;

/** Long work that requests and background jobs start. This process runs each id once at a time. */
export function startedRuns({ run, most = Infinity, interrupted, log }: Started) {
  const stopping = new AbortController();
  const runs = new Map<string, Promise<void>>();

  return {
    /**
     * Starts the work, and waits for it at most a second. A failed run is only logged, and above
     * `most` no run is started: in both cases a background job has to start the work again.
     */
    async begin(id: string): Promise<void> {
      if (stopping.signal.aborted || (runs.size >= most && !runs.has(id))) return;
      const running = runs.get(id) ?? run(id, stopping.signal);
      runs.set(id, running);
      const ended = running
        .finally(() => runs.delete(id))
        .catch((error: unknown) => log.warn(interrupted, faultFields(error)));
      await withTimeLimit(patienceMs, ended, () => undefined);
    },
    /** Ends the runs, and starts no more. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(runs.values());
    },
  };
}
