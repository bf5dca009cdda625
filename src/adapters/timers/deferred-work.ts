import { faultFields, type Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { repeat } from './repeat.ts';

/** Limit of waiting jobs, so that nobody can fill the memory; further ones are refused. */
const mostWaiting = 500;
/**
 * Work waits up to this long, so that the duration of a response does not depend on the work of the
 * previous one.
 */
const pauseMs = secondMs / 2;
const mostTries = 5;
const retryAfterSeconds = 2;

export type DeferredWork = {
  /**
   * Runs the work within a second, one job after the other, and retries it when it fails, five
   * times in total. A kill loses waiting jobs. Refuses `unavailable` when too many wait.
   */
  defer(work: () => Promise<void>): void;
  /** How many jobs wait. */
  waiting(): number;
  /** Runs the waiting jobs once, and accepts no more. */
  stop(): Promise<void>;
};

/** Opens a queue for work whose duration callers must not be able to measure. */
export function openDeferredWork({
  name,
  log,
}: {
  readonly name: string;
  readonly log: Log;
}): DeferredWork {
  let waiting: Task[] = [];

  const work = async (): Promise<void> => {
    const tasks = waiting;
    waiting = [];
    for (const task of tasks) {
      if (!(await isDone(task))) waiting.push({ ...task, tries: task.tries + 1 });
    }
  };
  const isDone = async ({ run, tries }: Task): Promise<boolean> => {
    try {
      await run();
      return true;
    } catch (error) {
      const isGivenUp = tries >= mostTries;
      const event = isGivenUp
        ? 'work failed and will not be retried'
        : 'work failed and will be retried';
      log.error(event, { job: name, ...faultFields(error) });
      return isGivenUp;
    }
  };
  const end = repeat({ pauseMs, name, log }, work);

  return {
    defer(run) {
      if (waiting.length >= mostWaiting) {
        const message = 'Too many people ask for this right now. Please try again in a moment.';
        throw new Refusal('unavailable', message, { retryAfterSeconds });
      }
      waiting.push({ run, tries: 1 });
    },
    waiting: () => waiting.length,
    async stop() {
      await end();
      await work();
    },
  };
}

type Task = { readonly run: () => Promise<void>; readonly tries: number };
