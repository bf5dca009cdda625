import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import type { BulkPorts, Links } from '#core/links/ports';
import type { Sql } from '#adapters/postgres/connect';
import type { Entitlement } from '#core/billing/entitlement';
import { forgetBulk, runBulk, runDueBulk } from '#core/links/bulk';
import type { LinkCache } from '#core/links/link-cache';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import { clockGuard } from '#roots/compose/background/clock-guard';
import { every } from '#adapters/timers/every';
import { startedRuns } from '#core/shared/limits/started-runs';
import { newId, systemClock as clock } from '#roots/compose/system';

type Parts = {
  readonly sql: Sql;
  readonly links: Links;
  readonly cache: Pick<LinkCache, 'revise' | 'remove'>;
  readonly isEntitled: Entitlement;
  readonly log: Log;
};

/** What bulk actions take, and their background work, which `stop` ends. */
export function composeBulk({ sql, links, cache, isEntitled, log }: Parts) {
  const stored = { bulk: postgresBulk(sql), links, cache, isEntitled, clock, newId };
  const { begin, stop } = startedRuns({
    run: (id, signal) => runBulk(stored, id, signal),
    interrupted: 'a bulk action was interrupted and will be continued',
    log,
  });
  const ports: BulkPorts = { ...stored, begin };
  const due = { pauseMs: secondMs, name: 'continue bulk actions', log };
  const old = { pauseMs: minuteMs, name: 'delete old bulk actions', log };
  const jobs = [
    every(due, () => runDueBulk(ports)),
    every(
      old,
      clockGuard({ sql, log })(old.name, () => forgetBulk(ports)),
    ),
  ];
  return { ports, stop: (): Promise<void> => stop(jobs) };
}
