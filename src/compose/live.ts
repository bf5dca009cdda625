import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseLiveNumbers } from '#adapters/clickhouse/analytics/live-numbers';
import type { Sql } from '#adapters/postgres/connect';
import { followChannel } from '#adapters/postgres/follow-channel';
import { postgresLive } from '#adapters/postgres/live';
import type { Bans } from '#core/accounts/banned';
import { liveUpdates } from '#core/live/live-updates';
import type { LiveStream } from '#core/live/open-pages';
import type { LinkIndex } from '#core/redirect/link-index';
import { faultFields, type Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { sha256, systemClock as clock } from './system.ts';

type LiveParts = {
  readonly sql: Sql;
  /** The address of the same database; one connection listens. */
  readonly databaseUrl: string;
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly clickHouse: ClickHouse;
  /** Notifies of every change of a link within seconds, from every instance. */
  readonly index: Pick<LinkIndex, 'watch'>;
  readonly bans: Pick<Bans, 'isBanned'>;
  readonly log: Log;
  /** Closes all pages at once. */
  readonly signal: AbortSignal;
};

const limits = { perAccount: 20, inAll: 2000 };
/** The poll interval: the longest delay when a notification is lost. */
const pollMs = 15 * secondMs;
/** The shortest pause between two reads, however often Postgres notifies. */
const leastPauseMs = secondMs;
const stallMs = 5 * secondMs;
/**
 * Poll interval of the numbers: the clicks of the last minutes also change when no click is added.
 */
const numbersPollMs = 5 * secondMs;
/** Longer than the event store's own time limit of a query. */
const numbersStallMs = 15 * secondMs;
const numbersChannel = 'numbers';

/** The open pages of this instance, updated until the end. */
export function openLive(parts: LiveParts) {
  const { sql, databaseUrl, shortOrigin, clickHouse, index, bans, log, signal } = parts;
  const numbers = clickhouseLiveNumbers(clickHouse);
  const live = liveUpdates({ ...postgresLive(sql, shortOrigin), numbers, bans, clock, limits });
  const following = followChannel({
    url: databaseUrl,
    channel: 'live',
    pollMs,
    leastPauseMs,
    stallMs,
    log,
    events: { away: 'live updates of pages are interrupted', back: 'pages are live again' },
    read: live.pollNotices,
  });
  index.watch((change) => {
    if (live.recordLink(change)) following.poke();
  });
  const followingNumbers = followChannel({
    url: databaseUrl,
    channel: numbersChannel,
    pollMs: numbersPollMs,
    leastPauseMs,
    stallMs: numbersStallMs,
    log,
    events: { away: 'live numbers of pages are interrupted', back: 'live numbers are back' },
    read: () =>
      live.pollNumbers().catch((error: unknown) => {
        log.warn('live numbers cannot be read', faultFields(error));
      }),
  });
  signal.addEventListener('abort', live.close, { once: true });

  return {
    openPage(token: string, page: Omit<LiveStream, 'sid'>): () => void {
      const sid = sha256(token);
      const leave = live.open({ ...page, sid });
      following.poke();
      followingNumbers.poke();
      return leave;
    },
    markFor: live.markFor,
    /** The drain stored events: the pages of every instance are notified within a second. */
    recordStored(): void {
      live.recordStored();
      sql.notify(numbersChannel, '').catch((error: unknown) => {
        log.warn('other instances are not notified of new clicks', faultFields(error));
      });
    },
    end: () => Promise.all([following.close(), followingNumbers.close()]),
  };
}
