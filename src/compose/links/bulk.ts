import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import type { Links } from '#core/links/ports';
import type { Sql } from '#adapters/postgres/connect';
import type { Entitlement } from '#core/billing/entitlement';
import { forgetBulk, runBulk, runDueBulk } from '#core/links/bulk/run-bulk';
import { startBulk } from '#core/links/bulk/start-bulk';
import { findBulk, undoBulk } from '#core/links/bulk/undo-bulk';
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

/** Actions on many links: the use cases, and the background work, which `stop` ends. */
export function composeBulk({ sql, links, cache, isEntitled, log }: Parts) {
  const bulk = postgresBulk(sql);
  const { begin, stop } = startedRuns({
    run: runBulk({ bulk, cache, clock }),
    interrupted: 'a bulk action was interrupted and will be continued',
    log,
  });
  const due = { pauseMs: secondMs, name: 'continue bulk actions', log };
  const old = { pauseMs: minuteMs, name: 'delete old bulk actions', log };
  const jobs = [
    every(due, runDueBulk({ bulk, clock }, begin)),
    every(old, clockGuard({ sql, log })(old.name, forgetBulk({ bulk, clock }))),
  ];

  return {
    startBulk: startBulk({ bulk, links, begin, isEntitled, clock, newId }),
    findBulk: findBulk({ bulk }),
    undoBulk: undoBulk({ bulk, begin, clock }),
    stop: (): Promise<void> => stop(jobs),
  };
}
