import { postgresClockMark } from '#adapters/postgres/clock-mark';
import type { Sql } from '#adapters/postgres/connect';
import type { Log } from '#core/shared/log';
import { isClockTrusted } from '#core/shared/trusted-clock';
import { systemClock as clock } from '#roots/compose/system';

/**
 * Work that deletes by age, returned so that it does nothing while the clock is not believed. When the
 * work returns how much it deleted, the log says so.
 */
export function clockGuard({ sql, log }: { readonly sql: Sql; readonly log: Log }) {
  const isTrusted = isClockTrusted({ clock, mark: postgresClockMark(sql) });

  return (name: string, work: () => Promise<unknown>) => async (): Promise<void> => {
    if (!(await isTrusted())) return;
    const deleted = await work();
    if (typeof deleted === 'number' && deleted > 0) {
      log.info('old data was deleted', { job: name, deleted });
    }
  };
}
