import type { LinkIndex } from '#core/redirect/link-index';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { readChanges, readEverything } from './link-readings.ts';
import { listen, type Listening } from '#adapters/postgres/listen';

/** Keeps an index as Postgres is. */
export type LinkCache = {
  /** `loading` until the first whole reading; `away` while Postgres cannot be read. */
  state(): 'loading' | 'fresh' | 'away';
  /** Resolves after the first whole reading. */
  readonly loaded: Promise<void>;
  close(): Promise<void>;
};

export type LinkCacheOptions = {
  /** Of the database; the cache keeps one connection of its own. */
  readonly url: string;
  readonly index: LinkIndex;
  readonly log: Log;
};

const pollMs = 2 * secondMs;
/** Without any progress for so long the connection counts as dead. */
const stallMs = 5 * secondMs;
const retryMs = 500;

/**
 * Listens, then reads everything, then goes on reading what changed: every two seconds and whenever
 * Postgres says that something did. The notice is only a hint and the readings are the truth, so a
 * lost notice, a late commit or a connection that died in silence delays a change and never leaves
 * it out. After every broken connection everything is read anew.
 */
export function openLinkCache({ url, index, log }: LinkCacheOptions): LinkCache {
  const loaded = Promise.withResolvers<void>();
  let state: ReturnType<LinkCache['state']> = 'loading';
  let isClosed = false;
  let endPause = (): void => {};

  const follow = async (source: Listening): Promise<void> => {
    let since = await source.unlessStalled(stallMs, (progress) =>
      readEverything(source.sql, index, progress),
    );
    if (state === 'away') log.info('links can be read again');
    state = 'fresh';
    loaded.resolve();
    endPause = source.poke;
    while (!isClosed) {
      await source.pause(pollMs);
      if (isClosed) return;
      since = await source.unlessStalled(stallMs, (progress) =>
        readChanges(source.sql, index, { since, progress }),
      );
    }
  };
  const followOnce = async (): Promise<void> => {
    const source = await listen(url, 'links');
    try {
      await follow(source);
    } finally {
      await source.close();
    }
  };
  const run = async (): Promise<void> => {
    while (!isClosed) {
      try {
        await followOnce();
      } catch (error) {
        if (state !== 'away') log.warn('links cannot be read', faultFields(error));
        state = 'away';
        await new Promise<void>((resolve) => {
          endPause = resolve;
          setTimeout(resolve, isClosed ? 0 : retryMs);
        });
      }
    }
  };
  const running = run();

  return {
    state: () => state,
    loaded: loaded.promise,
    async close() {
      isClosed = true;
      endPause();
      await running;
    },
  };
}
