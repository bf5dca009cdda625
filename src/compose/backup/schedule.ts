import { join } from 'node:path';
import { lowerPriority } from '#adapters/embedded/priority';
import { countDeletions, lastBackup } from '#adapters/postgres/backup/runs';
import { isDue } from '#core/backup/retention';
import { failingBackups } from '#core/notices/warn-operators';
import { systemClock as clock } from '#roots/compose/system';
import type { Context } from '#roots/compose/context';
import { placeName } from './open-store.ts';

const program = join(import.meta.dir, '../../launch/operate/main.ts');
/** Compression and encryption are less urgent than redirects. */
const niceness = 10;

/** The backup is complete, and outdated ones at its place could not be removed. */
export const notRemovedExitCode = 4;
/** Another backup runs. `sysexits.h`, EX_TEMPFAIL: the command can be repeated later. */
export const busyExitCode = 75;

/**
 * Runs `backup …` of this Waypost in a process with the same environment and a lower priority.
 * Returns its exit code and everything that it printed. The signal ends the process.
 */
export async function runBackup(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly said: string }> {
  const child = Bun.spawn([process.execPath, program, 'backup', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  lowerPriority(child.pid, niceness);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: `${out}${err}`.trim() };
}

type BackupParts = Pick<Context, 'config' | 'sql' | 'origins' | 'tell' | 'watch' | 'log'>;

/** What the jobs of backups do. */
export type ScheduledBackups = NonNullable<ReturnType<typeof scheduledBackups>>;

/**
 * `backUp` backs up to BACKUP_TO when it is due; `recordDeletions` keeps the list of deletions
 * there current. Another process with a lower priority does the work. A failed backup makes the job
 * fail and degrades `/readyz`. The operators get one mail, and another one only after a backup has
 * succeeded. Null without BACKUP_TO.
 */
export function scheduledBackups(parts: BackupParts) {
  const { config, sql, origins, tell, watch, log } = parts;
  const { to, everyMs } = config.backups;
  if (to === null) return null;
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
    await tell(failingBackups({ appUrl: origins.appUrl, place, said, lastBackupAt: last }));
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
  return { backUp, recordDeletions };
}
