import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { Sql } from '#adapters/postgres/connect';
import type { Entitlement } from '#core/billing/entitlement';
import { forgetBulk, runBulk, runDueBulk } from '#core/links/bulk/run-bulk';
import { startBulk } from '#core/links/bulk/start-bulk';
import { findBulk, undoBulk } from '#core/links/bulk/undo-bulk';
import type { LinkCache } from '#core/links/link-cache';
import { faultFields, type Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import { every } from '#roots/compose/background/every';
import { newId, systemClock as clock } from '#roots/compose/system';

type Parts = {
  readonly sql: Sql;
  readonly cache: Pick<LinkCache, 'revise' | 'remove'>;
  readonly isEntitled: Entitlement;
  readonly log: Log;
};

/** How long a request waits for its action: most are over by then. */
const patienceMs = secondMs;

/** Actions on many links: the use cases, and the background work, which `stop` ends. */
export function composeBulk({ sql, cache, isEntitled, log }: Parts) {
  const bulk = postgresBulk(sql);
  const stopping = new AbortController();
  const runs = new Map<string, Promise<void>>();
  const runOne = runBulk({ bulk, cache, clock });

  /** Runs an action until it has ended. This process runs it once at a time. */
  const run = (bulkId: string): Promise<void> => {
    const running = runs.get(bulkId) ?? runOne(bulkId, stopping.signal);
    runs.set(bulkId, running);
    return running.finally(() => runs.delete(bulkId));
  };
  /** A failed action is continued when it is looked for the next time. */
  const begin = async (bulkId: string): Promise<void> => {
    const running = run(bulkId).catch((error: unknown) =>
      log.warn('a bulk action was interrupted and will be continued', faultFields(error)),
    );
    await Promise.race([running, Bun.sleep(patienceMs)]);
  };
  const due = { pauseMs: secondMs, name: 'continue bulk actions', log };
  const old = { pauseMs: minuteMs, name: 'forget bulk actions', log };
  const stops = [
    every(due, runDueBulk({ bulk, clock }, begin)),
    every(old, forgetBulk({ bulk, clock })),
  ];

  return {
    startBulk: startBulk({ bulk, links: postgresLinks(sql), begin, isEntitled, clock, newId }),
    findBulk: findBulk({ bulk }),
    undoBulk: undoBulk({ bulk, begin, clock }),
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(stops.map((stop) => stop()));
      await Promise.allSettled(runs.values());
    },
  };
}
