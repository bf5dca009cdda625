import type { Log } from '#core/shared/log';
import { repeat } from './repeat.ts';

/** Work that this instance repeats as long as it runs. */
export type OwnJob = {
  readonly name: string;
  /** From the end of one run to the start of the next. */
  readonly pauseMs: number;
  /** The pause after a failed run; as after every run when it is absent. */
  readonly retryMs?: number;
  readonly work: (signal: AbortSignal) => Promise<unknown>;
};

/**
 * Work that the instances of an installation repeat. A deletion by age returns how much it deleted.
 */
export type Job = OwnJob & {
  /** One instance at a time does it, under the lock of its name. Otherwise every instance does. */
  readonly byOne?: true;
  /**
   * It deletes by age: it does nothing while the clock is not trusted. The log says how much it
   * deleted.
   */
  readonly byAge?: true;
  /** It makes a store rewrite data: it waits while the disk is nearly full. */
  readonly needsRoom?: true;
};

/** What a job is held back by, and where its failures go. */
export type JobGuards = {
  readonly log: Log;
  /** Runs the work unless another instance holds the lock of this name. */
  unlessHeld(name: string, work: () => Promise<void>): Promise<unknown>;
  isClockTrusted(): Promise<boolean>;
  isDiskLow(): boolean;
};

/** The lock of a job that one instance at a time runs. */
export function jobLock(name: string): string {
  return `waypost job: ${name}`;
}

/** Starts the jobs; returns a function that stops them. */
export function startJobs(jobs: readonly Job[], guards: JobGuards): () => Promise<void> {
  const locked = jobs.map((job) => ({ ...job, work: lockedWork(job, guards) }));
  return startOwnJobs(locked, guards.log);
}

/** Starts jobs that need no lock and no trusted clock; returns a function that stops them. */
export function startOwnJobs(jobs: readonly OwnJob[], log: Log): () => Promise<void> {
  const ends = jobs.map(({ work, ...job }) => repeat({ ...job, log }, work));
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

type Work = Job['work'];

function lockedWork(job: Job, guards: JobGuards): Work {
  const work = guardedWork(job, guards);
  if (job.byOne === undefined) return work;
  return (signal) => guards.unlessHeld(jobLock(job.name), async () => void (await work(signal)));
}

function guardedWork(job: Job, { isClockTrusted, log, isDiskLow }: JobGuards): Work {
  return async (signal) => {
    if (job.byAge && !(await isClockTrusted())) return;
    if (job.needsRoom && isDiskLow()) return;
    const deleted = await job.work(signal);
    if (job.byAge && typeof deleted === 'number' && deleted > 0) {
      log.info('old data was deleted', { job: job.name, deleted });
    }
  };
}
