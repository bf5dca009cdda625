import { countDeletions, lastBackup } from '#adapters/postgres/backup/runs';
import type { Sql } from '#adapters/postgres/connect';
import type { Locks } from '#adapters/postgres/pool/locks';
import { isDue } from '#core/backup/retention';
import type { Log } from '#core/shared/log';
import { minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import { every } from '#roots/compose/background/every';
import { jobLock } from '#roots/compose/background/job-lock';
import { systemClock as clock } from '#roots/compose/system';
import { placeName } from './open-store.ts';
import { notRemovedExitCode, runBackup } from './run-backup.ts';

type Parts = {
  readonly config: Pick<Config, 'backups'>;
  readonly sql: Sql;
  readonly locks: Locks;
  readonly log: Log;
};

const pollMs = minuteMs;
/** How long a failed backup waits before the next attempt. */
const retryMs = 10 * minuteMs;

/**
 * Backs up to BACKUP_TO when it is due, by one instance at a time, and keeps the list of deletions
 * there current, also meanwhile. Another process with a lower priority does the work. Without
 * BACKUP_TO nothing is done. Returns functions that stop it.
 */
export function startBackups({ config, sql, locks, log }: Parts): (() => Promise<void>)[] {
  const { to, everyMs } = config.backups;
  if (to === null) return [];
  const place = placeName(to);
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  let written = 0;

  const backUp = async (signal: AbortSignal): Promise<void> => {
    const last = await lastBackup(sql, place);
    const nowMs = clock.now();
    if (nowMs < notBeforeMs || !isDue(last?.getTime() ?? null, { nowMs, everyMs })) return;
    const ended = await runBackup(['scheduled'], signal);
    if (signal.aborted) return;
    const { said } = ended;
    if (ended.code === 0) return log.info('a backup is complete', { said });
    if (ended.code === notRemovedExitCode) {
      return log.warn('a backup is complete, and outdated ones are not removed', { said });
    }
    notBeforeMs = clock.now() + retryMs;
    log.error('the scheduled backup failed: trying again in ten minutes', {
      code: ended.code,
      said,
      lastBackupAt: last?.toISOString() ?? 'never',
    });
  };
  const recordDeletions = async (signal: AbortSignal): Promise<void> => {
    const count = await countDeletions(sql);
    if (count === written) return;
    const ended = await runBackup(['deletions'], signal);
    if (ended.code === 0) written = count;
    else if (!signal.aborted) {
      log.error('deletions could not be written beside the backups', { said: ended.said });
    }
  };
  // Apart, because a deletion must not wait for the end of a long backup.
  return [
    byOne('schedule backups', backUp),
    byOne('write down deletions beside backups', recordDeletions),
  ];

  function byOne(name: string, work: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
    return every({ pauseMs: pollMs, name, log }, (signal) =>
      locks.unlessHeld(jobLock(name), () => work(signal)),
    );
  }
}
