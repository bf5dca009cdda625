import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseNumberMarks } from '#adapters/clickhouse/analytics/number-marks';
import type { Sql } from '#adapters/postgres/connect';
import { listen } from '#adapters/postgres/listen';
import { postgresLive } from '#adapters/postgres/live';
import { liveUpdates, type LiveStream, type LiveUpdates } from '#core/notices/live-updates';
import type { LinkIndex } from '#core/redirect/link-index';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { every } from './background/every.ts';
import { sha256, systemClock as clock } from './system.ts';

type LiveParts = {
  readonly sql: Sql;
  /** Of the same database; one connection of it listens. */
  readonly databaseUrl: string;
  readonly clickHouse: ClickHouse;
  /** Tells of every change of a link within seconds, whichever instance made it. */
  readonly index: Pick<LinkIndex, 'watch'>;
  readonly log: Log;
  /** Ends all pages at once. */
  readonly signal: AbortSignal;
};

const limits = { perAccount: 20, inAll: 2000 };
/** What a lost notification would have told is seen within so long. */
const pollMs = 15 * secondMs;
/** However often Postgres pokes. */
const betweenLooksMs = secondMs;
const stallMs = 5 * secondMs;
const lookAtNumbersMs = 5 * secondMs;

/** The open pages of this instance, kept up to date until the end. */
export function openLive({ sql, databaseUrl, clickHouse, index, log, signal }: LiveParts) {
  const numbers = clickhouseNumberMarks(clickHouse);
  const live = liveUpdates({ ...postgresLive(sql), numbers, clock, limits });
  const following = followNotices({ live, databaseUrl, log, signal });
  index.watch((change) => {
    const userId = change.kind === 'put' ? change.link.userId : change.userId;
    if (userId !== null && live.noteLinks(userId)) following.poke();
  });
  const stopNumbers = every(
    { pauseMs: lookAtNumbersMs, name: 'show numbers live', log },
    live.lookAtNumbers,
  );
  signal.addEventListener('abort', live.close, { once: true });

  return {
    openPage(token: string, page: Omit<LiveStream, 'sid'>): () => void {
      const sid = sha256(token);
      const leave = live.open({ ...page, sid });
      following.poke();
      return leave;
    },
    end: () => Promise.all([following.ended, stopNumbers()]),
  };
}

type Following = Pick<LiveParts, 'databaseUrl' | 'log' | 'signal'> & { readonly live: LiveUpdates };

/** Looks whenever Postgres says that there is something to see, and now and then anyway. */
function followNotices({ live, databaseUrl, log, signal }: Following) {
  let poke = (): void => {};
  let endPause = (): void => {};
  let isAway = false;
  const pause = (limitMs: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, signal.aborted ? 0 : limitMs);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const listenOnce = async (): Promise<void> => {
    const source = await listen(databaseUrl, 'live');
    isAway = false;
    poke = source.poke;
    try {
      while (!signal.aborted) {
        await source.unlessStalled(stallMs, live.lookAtNotices);
        await pause(betweenLooksMs);
        if (!signal.aborted) await source.pause(pollMs);
      }
    } finally {
      await source.close();
    }
  };
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await listenOnce();
      } catch (error) {
        if (!isAway && !signal.aborted) log.warn('pages are not live', faultFields(error));
        isAway = true;
        await pause(betweenLooksMs);
      }
    }
  };
  signal.addEventListener('abort', () => [poke, endPause].forEach((wake) => wake()), {
    once: true,
  });

  return { poke: () => poke(), ended: run() };
}
