import { countDeletions, lastBackup } from '#adapters/postgres/backup/runs';
import type { Sql } from '#adapters/postgres/connect';
import type { Locks } from '#adapters/postgres/pool/locks';
import { isDue } from '#core/backup/retention';
import { failingBackups, type TellOperators } from '#core/notices/warn-operators';
import type { Log } from '#core/shared/log';
import { minuteMs } from '#core/shared/time';
import type { Config } from '#config';
import { every } from '#adapters/timers/every';
import { jobLock } from '#roots/compose/background/job-lock';
import { systemClock as clock } from '#roots/compose/system';
import type { Watch } from '#roots/compose/watching/watch';
import { placeName } from './open-store.ts';
import { busyExitCode, notRemovedExitCode, runBackup } from './run-backup.ts';

type Parts = {
  readonly config: Pick<Config, 'backups'>;
  readonly sql: Sql;
  readonly locks: Locks;
  readonly appUrl: string;
  readonly tell: TellOperators;
  readonly watch: Pick<Watch, 'report'>;
  readonly log: Log;
};

const pollMs = minuteMs;
/** How long a failed backup waits before the next attempt. */
const retryMs = 10 * minuteMs;

/**
 * Backs up to BACKUP_TO when it is due, by one instance at a time, and keeps the list of deletions
 * there current, also meanwhile. Another process with a lower priority does the work. A failure is
 * one of the job, degrades `/readyz`, and is mailed to the operators once until a backup succeeds.
 * Without BACKUP_TO nothing is done. Returns functions that stop it.
 */
export function startBackups(parts: Parts): (() => Promise<void>)[] {
  const { config, sql, locks, appUrl, tell, watch, log } = parts;
  const { to, everyMs } = config.backups;
  if (to === null) return [];
  const place = placeName(to);
  let written = 0;

  const backUp = async (signal: AbortSignal): Promise<void> => {
    const last = await lastBackup(sql, place);
    if (!isDue(last?.getTime() ?? null, { nowMs: clock.now(), everyMs })) {
      return watch.report('backups', null);
    }
    const { code, said } = await runBackup(['scheduled'], signal);
    if (signal.aborted || code === busyExitCode) return;
    if (code === 0 || code === notRemovedExitCode) {
      watch.report('backups', null);
      if (code === 0) return log.info('a backup is complete', { said });
      return log.warn('a backup is complete, and outdated ones are not removed', { said });
    }
    watch.report('backups', 'The last scheduled backup failed. The log has the error');
    log.error('the scheduled backup failed: trying again in ten minutes', {
      code,
      said,
      lastBackupAt: last?.toISOString() ?? 'never',
    });
    await tell(failingBackups({ appUrl, place, said, lastBackupAt: last }));
    throw new Error(`backup scheduled ended with code ${code}`);
  };
  const recordDeletions = async (signal: AbortSignal): Promise<void> => {
    const count = await countDeletions(sql);
    if (count === written) return;
    const ended = await runBackup(['deletions'], signal);
    if (signal.aborted) return;
    if (ended.code === 0) return void (written = count);
    log.error('deletions could not be written beside the backups', { said: ended.said });
    throw new Error(`backup deletions ended with code ${ended.code}`);
  };
  // Apart, because a deletion must not wait for the end of a long backup.
  return [
    byOne('schedule backups', backUp, retryMs),
    byOne('write down deletions beside backups', recordDeletions),
  ];

  function byOne(
    name: string,
    work: (signal: AbortSignal) => Promise<void>,
    afterFailureMs = pollMs,
  ): () => Promise<void> {
    const routine = { pauseMs: pollMs, retryMs: afterFailureMs, name, log };
    return every(routine, (signal) => locks.unlessHeld(jobLock(name), () => work(signal)));
  }
}
