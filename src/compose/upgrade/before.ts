import type { Log } from '#core/shared/log';
import { runBackup } from '#roots/compose/backup/schedule';
import { endUpgrade } from './folder.ts';

/** What a start does before and after it migrates databases that have data. */
export type Upgrade = {
  /**
   * Backs up before the first migration. Another process with a lower priority does the work, since
   * links are redirected meanwhile. A failure is logged, and the start continues.
   */
  begin(): Promise<void>;
  /** Every migration is applied. */
  end(): void;
};

type Parts = {
  readonly dataDir: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Resolves when both databases run. */
  readonly enginesRun: Promise<unknown>;
};

export function beforeUpgrade({ dataDir, log, signal, enginesRun }: Parts): Upgrade {
  let begun: Promise<void> | null = null;
  const backUp = async (): Promise<void> => {
    await enginesRun;
    log.info('migrations are pending: checking whether a backup is needed first');
    const { code, said } = await runBackup(['upgrade'], signal);
    signal.throwIfAborted();
    if (code === 0) log.info('the start migrates now', { said });
    else if (code === skippedExitCode) log.warn('the start migrates without a backup', { said });
    else log.error('the backup before the upgrade failed: the start migrates', { code, said });
  };
  return {
    begin: () => (begun ??= backUp()),
    end: () => endUpgrade(dataDir),
  };
}

/** The exit code of `backup upgrade` when it makes no backup, and says why. */
export const skippedExitCode = 3;
