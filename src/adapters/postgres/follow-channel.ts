import type postgres from 'postgres';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { listen } from './listen.ts';

export type Following = {
  /** `starting` until the first read; `away` while Postgres cannot be read. */
  state(): 'starting' | 'fresh' | 'away';
  /** Resolves after the first read. */
  readonly firstReading: Promise<void>;
  /** Starts a read now, as a notification does. */
  poke(): void;
  /** Resolves when no read is running and the connection is closed. */
  close(): Promise<void>;
};

export type FollowOptions<Position> = {
  /** The database's URL. A separate connection listens and reads. */
  readonly url: string;
  readonly channel: string;
  /** The pause between two reads when no notification arrives. */
  readonly pollMs: number;
  /** The shortest pause between two reads, however many notifications arrive; 0 by default. */
  readonly leastPauseMs?: number;
  /** A connection on which a read makes no progress for this long counts as dead. */
  readonly stallMs: number;
  readonly log: Log;
  /** Log lines of an outage: one at its start, one at its end. */
  readonly events: { readonly away: string; readonly back: string };
  /** Reads everything when `since` is null; otherwise the changes after it. */
  read(reading: Reading<Position>): Promise<Position>;
};

export type Reading<Position> = {
  readonly sql: postgres.Sql;
  /** The result of this connection's last read; null for its first read. */
  readonly since: Position | null;
  /** Must be called after each step of a long read. */
  progress(): void;
};

const retryMs = secondMs / 2;

/**
 * Listens to a channel, then reads, and reads again at each notification and after each `pollMs`.
 * Notifications only start a read earlier: when one is lost, or a connection breaks without an
 * error, a change is delayed but never missed. After a broken connection it connects again and
 * reads everything.
 */
export function followChannel<Position>(options: FollowOptions<Position>): Following {
  const { log, events, leastPauseMs = 0, stallMs } = options;
  const first = Promise.withResolvers<void>();
  const closing = Promise.withResolvers<void>();
  let state: ReturnType<Following['state']> = 'starting';
  let isClosed = false;
  let poke = (): void => {};

  const recordReading = (): void => {
    if (state === 'away') log.info(events.back);
    state = 'fresh';
    first.resolve();
  };
  const recordFailure = (error: unknown): void => {
    if (state !== 'away' && !isClosed) log.warn(events.away, faultFields(error));
    state = 'away';
  };
  const readUntilBroken = async (): Promise<void> => {
    const source = await listen(options.url, options.channel);
    poke = source.poke;
    let since: Position | null = null;
    const read = (progress: () => void) => options.read({ sql: source.sql, since, progress });
    try {
      while (!isClosed) {
        since = await source.unlessStalled(stallMs, read);
        recordReading();
        if (leastPauseMs > 0) await pause(leastPauseMs, closing.promise);
        if (!isClosed) await source.pause(options.pollMs);
      }
    } finally {
      await source.close();
    }
  };
  const run = async (): Promise<void> => {
    while (!isClosed) {
      try {
        await readUntilBroken();
      } catch (error) {
        recordFailure(error);
        await pause(retryMs, closing.promise);
      }
    }
  };
  const running = run();

  return {
    state: () => state,
    firstReading: first.promise,
    poke: () => poke(),
    close() {
      isClosed = true;
      closing.resolve();
      poke();
      return running;
    },
  };
}

/** Resolves after `limitMs`, or as soon as `ended` does. */
async function pause(limitMs: number, ended: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, limitMs);
  await Promise.race([over.promise, ended]);
  clearTimeout(timer);
}
