import { unlessAborted } from '#core/shared/ending';
import { faultFields, type Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import { ConfigError } from '#config';

type Attempts = {
  /** Its name, for the log. */
  readonly engine: string;
  /** Links can be redirected already: an engine that does not start must not end the process. */
  readonly isPatient: boolean;
  readonly log: Log;
  readonly signal: AbortSignal;
};

const pauseMs = { first: secondMs, longest: 5 * secondMs };
/** How often a continuing failure is logged. */
const logEveryMs = minuteMs;

/**
 * Starts one of our own engines; with `isPatient` it retries until the engine starts. Otherwise it
 * rejects with the first failure. It always rejects at once with a `ConfigError`, and when `signal`
 * aborts.
 */
export async function bringEngine<Engine>(
  { engine, isPatient, log, signal }: Attempts,
  bring: () => Promise<Engine>,
): Promise<Engine> {
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  for (let waitMs = pauseMs.first; ; waitMs = Math.min(waitMs * 2, pauseMs.longest)) {
    signal.throwIfAborted();
    try {
      return await bring();
    } catch (error) {
      if (!isPatient || error instanceof ConfigError) throw error;
      if (performance.now() - loggedAtMs >= logEveryMs) {
        log.error(`${engine} does not start: retrying`, faultFields(error));
        loggedAtMs = performance.now();
      }
      await unlessAborted(signal, Bun.sleep(waitMs));
    }
  }
}
