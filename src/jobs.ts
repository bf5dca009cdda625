import { randomUUID } from 'node:crypto';
import { clickhouseArchive } from '#adapters/clickhouse/archive';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import {
  clickHouseClickFinder,
  clickHouseConversions,
} from '#adapters/clickhouse/conversion-store';
import { clickhouseEvents } from '#adapters/clickhouse/erasures';
import type { Sql } from '#adapters/postgres/connect';
import { postgresErasures } from '#adapters/postgres/erasures';
import { postgresJobLock } from '#adapters/postgres/job-lock';
import { postgresSentVisits } from '#adapters/postgres/sent-visits';
import { foldExpiredMonths } from '#core/clicks/fold-expired-months';
import { completeConversions } from '#core/conversions/complete-conversions';
import { eraseLinks, sweepErasedLinks } from '#core/links/erase-links';
import { faultFields, type Log } from '#core/shared/log';
import { dayMs, minuteMs, secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { newId, systemClock as clock } from './redirects.ts';

type Parts = {
  readonly sql: Sql;
  readonly clickHouse: ClickHouse;
  readonly config: Pick<Config, 'retentionMonths'>;
  readonly log: Log;
};

/** Starts the background work that one instance at a time does; the answer ends it. */
export function startJobs({ sql, clickHouse, config, log }: Parts): () => Promise<void> {
  const inTurn = postgresJobLock(sql);
  const erasures = postgresErasures(sql);
  const events = clickhouseEvents(clickHouse);
  const erase = eraseLinks({ erasures, events, instances: postgresSentVisits(sql) });
  const sweep = sweepErasedLinks({ clock, erasures, events });
  const fold = foldExpiredMonths({ clock, newId, archive: clickhouseArchive(clickHouse) });
  const complete = completeConversions({
    clock,
    clicks: clickHouseClickFinder(clickHouse),
    conversions: clickHouseConversions(clickHouse),
    newBatch: randomUUID,
  });

  const jobs = [
    every(10 * secondMs, 'tell conversions of their clicks', complete),
    every(10 * secondMs, 'erase deleted links', erase),
    every(dayMs, 'sweep deleted links', sweep),
    every(5 * minuteMs, 'archive expired months', async () => {
      await fold(config.retentionMonths);
    }),
  ];
  return async () => {
    await Promise.all(jobs.map((stop) => stop()));
  };

  /** Does the work now and again so long after each end; a failure waits for the next time. */
  function every(pauseMs: number, name: string, work: () => Promise<void>): () => Promise<void> {
    const stopping = Promise.withResolvers<'stop'>();
    const run = async (): Promise<void> => {
      for (;;) {
        try {
          await inTurn(name, work);
        } catch (error) {
          log.warn('a background job failed and is tried again', {
            job: name,
            ...faultFields(error),
          });
        }
        const pause = Promise.withResolvers<'go on'>();
        const timer = setTimeout(() => pause.resolve('go on'), pauseMs);
        const next = await Promise.race([pause.promise, stopping.promise]);
        clearTimeout(timer);
        if (next === 'stop') return;
      }
    };
    const running = run();
    return () => {
      stopping.resolve('stop');
      return running;
    };
  }
}
