import { faultFields, type Log } from './log.ts';
import { withTimeLimit } from '#core/shared/limits/time-limit';

/** Closes a thing that was opened. */
export type End = () => Promise<unknown>;

/**
 * Runs all of them concurrently and waits at most `withinMs`. A failed or hanging one does not stop
 * the others; it is logged.
 */
export async function endAll(
  ends: readonly End[],
  { withinMs, log }: { withinMs: number; log: Log },
): Promise<void> {
  const late = (): never => {
    throw new Error(`not within ${withinMs} ms`);
  };
  const ending = ends.map((end) => withTimeLimit(withinMs, Promise.try(end), late));
  const outcomes = await Promise.allSettled(ending);
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue;
    log.warn('a part of the application did not stop cleanly', faultFields(outcome.reason));
  }
}

/** The work's result, or the signal's reason as soon as it aborts. The work itself continues. */
export function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => aborted.reject(signal.reason);
  if (signal.aborted) giveUp();
  else signal.addEventListener('abort', giveUp, { once: true });
  return Promise.race([work, aborted.promise]);
}
