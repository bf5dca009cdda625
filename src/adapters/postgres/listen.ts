import postgres from 'postgres';
import { sessionLimits } from './connect.ts';
import { oneConnectionEach } from './pool/one-connection.ts';
import { serversOf } from './servers.ts';
import { TooLate } from './within.ts';

/** A connection that listens and also runs queries: both fail together. */
export type Listening = {
  readonly sql: postgres.Sql;
  /**
   * Resolves at a notification (also one since the last pause), at the connection's end, or after
   * the limit.
   */
  pause(limitMs: number): Promise<void>;
  /** The work's result; rejects when the connection ends or `progress` is not called in time. */
  unlessStalled<T>(stallMs: number, work: (progress: () => void) => Promise<T>): Promise<T>;
  /** Ends a pause. */
  poke(): void;
  close(): Promise<void>;
};

/** Connects to Postgres and listens to a channel before the first query. */
export async function listen(url: string, channel: string): Promise<Listening> {
  const signals = { isPoked: false, hasEnded: false, wake: () => {}, giveUp: () => {} };
  const poke = (): void => {
    signals.isPoked = true;
    signals.wake();
  };
  // The driver has this option, but its types do not declare it.
  const undeclared = { onnotify: poke };
  const connection = postgres(url, {
    ...serversOf(url),
    max: 1,
    connect_timeout: 5,
    idle_timeout: 0,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: `waypost ${channel}`, ...sessionLimits },
    ...undeclared,
    onclose: () => {
      signals.hasEnded = true;
      signals.giveUp();
      poke();
    },
  });
  const sql = oneConnectionEach(connection);
  const listening: Listening = {
    sql,
    poke,
    async pause(limitMs) {
      if (!signals.isPoked && !signals.hasEnded) await wakeOrTime(signals, limitMs);
      signals.isPoked = false;
    },
    unlessStalled: (stallMs, work) => unlessStalled(signals, stallMs, work),
    close: () => sql.end({ timeout: 0 }),
  };
  try {
    await listening.unlessStalled(5_000, () => sql`LISTEN ${sql(channel)}`.execute());
  } catch (error) {
    await listening.close();
    throw error;
  }
  return listening;
}

type Signals = { hasEnded: boolean; wake: () => void; giveUp: () => void };

function wakeOrTime(signals: Signals, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs);
    signals.wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

async function unlessStalled<T>(
  signals: Signals,
  stallMs: number,
  work: (progress: () => void) => Promise<T>,
): Promise<T> {
  const stalled = Promise.withResolvers<never>();
  signals.giveUp = () => stalled.reject(new TooLate('Postgres stopped answering'));
  if (signals.hasEnded) signals.giveUp();
  let timer = setTimeout(signals.giveUp, stallMs);
  const progress = (): void => {
    clearTimeout(timer);
    timer = setTimeout(signals.giveUp, stallMs);
  };
  try {
    return await Promise.race([work(progress), stalled.promise]);
  } finally {
    clearTimeout(timer);
    signals.giveUp = () => {};
  }
}
