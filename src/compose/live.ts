import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseNumberMarks } from '#adapters/clickhouse/analytics/number-marks';
import type { Sql } from '#adapters/postgres/connect';
import { followChannel } from '#adapters/postgres/follow-channel';
import { postgresLive } from '#adapters/postgres/live';
import { liveUpdates, type LiveStream } from '#core/notices/live-updates';
import type { LinkIndex } from '#core/redirect/link-index';
import type { Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { every } from './background/every.ts';
import { sha256, systemClock as clock } from './system.ts';

type LiveParts = {
  readonly sql: Sql;
  /** The address of the same database; one connection listens. */
  readonly databaseUrl: string;
  readonly clickHouse: ClickHouse;
  /** Notifies of every change of a link within seconds, from every instance. */
  readonly index: Pick<LinkIndex, 'watch'>;
  readonly log: Log;
  /** Closes all pages at once. */
  readonly signal: AbortSignal;
};

const limits = { perAccount: 20, inAll: 2000 };
/** The delay when a notification is lost. */
const pollMs = 15 * secondMs;
/** However often Postgres notifies. */
const leastPauseMs = secondMs;
const stallMs = 5 * secondMs;
const numbersPollMs = 5 * secondMs;

/** The open pages of this instance, updated until the end. */
export function openLive({ sql, databaseUrl, clickHouse, index, log, signal }: LiveParts) {
  const numbers = clickhouseNumberMarks(clickHouse);
  const live = liveUpdates({ ...postgresLive(sql), numbers, clock, limits });
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
    if (live.noteLink(change)) following.poke();
  });
  const stopNumbers = every(
    { pauseMs: numbersPollMs, name: 'show numbers live', log },
    live.pollNumbers,
  );
  signal.addEventListener('abort', live.close, { once: true });

  return {
    openPage(token: string, page: Omit<LiveStream, 'sid'>): () => void {
      const sid = sha256(token);
      const leave = live.open({ ...page, sid });
      following.poke();
      return leave;
    },
    end: () => Promise.all([following.close(), stopNumbers()]),
  };
}
