import { clickhouseArchive } from '#adapters/clickhouse/events/archive';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { forgetPastTrials } from '#adapters/postgres/accounts/past-trials';
import { forgetExpiredSessions } from '#adapters/postgres/accounts/sessions';
import type { Sql } from '#adapters/postgres/connect';
import { forgetLetters } from '#adapters/postgres/notices/letters';
import type { Locks } from '#adapters/postgres/pool/locks';
import { foldExpiredMonths } from '#core/clicks/fold-expired-months';
import type { Log } from '#core/shared/log';
import { dayMs, minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import { clockGuard } from './background/clock-guard.ts';
import { every } from '#adapters/timers/every';
import { jobLock, jobNames } from './background/job-lock.ts';
import type { DataDisk } from './engines/disk.ts';
import { newId, systemClock as clock } from './system.ts';
import { forgetUpgradeBackups } from './upgrade/back-up.ts';

type Parts = {
  readonly sql: Sql;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  readonly config: Pick<Config, 'retentionMonths' | 's3' | 'backups'>;
  readonly dataDir: string;
  readonly disk: Pick<DataDisk, 'isLow'>;
  readonly log: Log;
};

/** Starts what deletes by age, while the clock is believed; returns functions that stop it. */
export function startRetention(parts: Parts): (() => Promise<void>)[] {
  const { sql, locks, config, disk, log } = parts;
  const guarded = clockGuard(parts);
  const archive = clickhouseArchive(parts.clickHouse);
  const fold = foldExpiredMonths({ clock, newId, archive, log });
  // The archive makes the store rewrite data.
  const foldWhenRoomy = async (): Promise<void> => {
    if (!disk.isLow()) await fold(config.retentionMonths);
  };
  const upgrades = 'delete backups from before upgrades';
  return [
    byOne(jobNames.archive, 5 * minuteMs, foldWhenRoomy),
    byOne('delete old audit events', dayMs, postgresAudit(sql).forget),
    byOne('delete records of past trials', dayMs, forgetPastTrials(sql)),
    byOne('delete expired sessions', dayMs, () =>
      forgetExpiredSessions(sql, new Date(clock.now())),
    ),
    byOne('delete old messages to support', dayMs, () => forgetLetters(sql, new Date(clock.now()))),
    // Each instance has a DATA_DIR of its own.
    every(
      { pauseMs: dayMs, name: upgrades, log },
      guarded(upgrades, () => forgetUpgradeBackups(parts)),
    ),
  ];

  function byOne(name: string, pauseMs: number, work: () => Promise<unknown>): () => Promise<void> {
    const run = guarded(name, work);
    return every({ pauseMs, name, log }, () => locks.unlessHeld(jobLock(name), run));
  }
}
