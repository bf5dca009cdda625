import { newestEvent } from '#adapters/clickhouse/events/newest-event';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import type { Sql } from '#adapters/postgres/connect';
import { doubtfulClock, type TellOperators } from '#core/notices/warn-operators';
import type { Log } from '#core/shared/log';
import { minuteMs } from '#core/shared/time';
import { noteRun } from '#core/shared/trusted-clock';
import { every } from '#adapters/timers/every';
import { systemClock as clock } from '#roots/compose/system';
import type { Watch } from './watch.ts';

type Parts = {
  readonly sql: Sql;
  readonly clickHouse: ClickHouse;
  readonly appUrl: string;
  readonly tell: TellOperators;
  readonly watch: Pick<Watch, 'report'>;
  readonly log: Log;
};

/**
 * Notes each minute that this installation runs. While its clock is far past the last run, `/readyz`
 * is degraded, and log and a mail say it once.
 */
export function watchClock(parts: Parts): () => Promise<void> {
  const { sql, clickHouse, appUrl, tell, watch, log } = parts;
  const note = noteRun({ clock, mark: postgresClockMark(sql) }, newestEvent(clickHouse));
  let isDoubted = false;

  return every({ pauseMs: minuteMs, name: 'watch the clock', log }, async () => {
    const doubt = await note();
    if (doubt === null) {
      isDoubted = false;
      return watch.report('clock', null);
    }
    const { since, days } = doubt;
    watch.report(
      'clock',
      `The clock is ${days} days past the last run: nothing is deleted by age until it is set right, or bun run admin confirm-clock says that it is right`,
    );
    if (isDoubted) return;
    isDoubted = true;
    log.error(
      'the clock is far past the last run: nothing is deleted by age until it is set right, or `bun run admin confirm-clock` says that it is right',
      { days, lastRunAt: since.toISOString() },
    );
    await tell(doubtfulClock({ appUrl, since, days }));
  });
}
