import { faultFields, type Log } from '#core/shared/log';
import { Refusal } from '#core/shared/refusal';
import { secondMs } from '#core/shared/time';
import { every } from './every.ts';

/** What waits beyond this is refused: nobody fills the memory. */
const mostWaiting = 500;
/**
 * Work waits up to this long, so that the time of an answer does not depend on the work that the
 * answer before it left.
 */
const pauseMs = secondMs / 2;
const mostTries = 5;
const retryAfterSeconds = 2;

export type Later = {
  /**
   * Does the work within a second, in turn, and again when it fails, five times in all. What waits
   * when the process is killed is lost. Refuses `unavailable` when too much waits.
   */
  later(work: () => Promise<void>): void;
  /** Does what waits, once, and takes no more. */
  stop(): Promise<void>;
};

/** Opens a queue for work that callers must not be able to time. */
export function openLater({ name, log }: { readonly name: string; readonly log: Log }): Later {
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
      const event = isGivenUp ? 'work was given up' : 'work failed and is tried again';
      log.error(event, { job: name, ...faultFields(error) });
      return isGivenUp;
    }
  };
  const end = every({ pauseMs, name, log }, work);

  return {
    later(run) {
      if (waiting.length >= mostWaiting) {
        const message = 'Too many people ask for this right now. Please try again in a moment.';
        throw new Refusal('unavailable', message, { retryAfterSeconds });
      }
      waiting.push({ run, tries: 1 });
    },
    async stop() {
      await end();
      await work();
    },
  };
}

type Task = { readonly run: () => Promise<void>; readonly tries: number };
