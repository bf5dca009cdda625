import type { Readiness } from '#adapters/http/health';
import { openLinkFeed, type LinkFeed } from '#adapters/postgres/links/link-feed';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import { startOwnJobs } from '#adapters/timers/jobs';
import { linkJobs } from '#roots/compose/jobs';
import type { Log } from '#core/shared/log';
import type { PostgresStore } from '#roots/compose/engines/stores';
import type { Redirects } from '#roots/compose/redirects';

type OpenLinks = {
  readonly postgres: PostgresStore;
  readonly redirects: Redirects;
  readonly log: Log;
};

/** Keeps the links in memory as Postgres has them, and finds those that are not there yet. */
export function openLinks({ postgres, redirects, log }: OpenLinks) {
  const { index, domains, postbacks, hasSnapshot } = redirects;
  const cache = openLinkFeed({ url: postgres.url, index, domains, log });
  const stage = {
    source: routedLinks(postgres.sql),
    cache: (): Readiness['cache'] => cacheState(cache.state(), hasSnapshot),
    postgres: (): Readiness['postgres'] =>
      postgres.isAnswering() && cache.state() !== 'away' ? 'up' : 'down',
  };
  const ends = [
    cache.close,
    startOwnJobs(linkJobs({ ...redirects, sql: postgres.sql }), log),
    postbacks.follow(postgres.sql),
  ];
  return { stage, ends, loaded: cache.loaded };
}

/** Links from the snapshot, or from before an outage of Postgres, redirect, but may be outdated. */
function cacheState(
  state: ReturnType<LinkFeed['state']>,
  hasSnapshot: boolean,
): Readiness['cache'] {
  switch (state) {
    case 'starting':
      return hasSnapshot ? 'degraded' : 'starting';
    case 'fresh':
      return 'up';
    case 'away':
      return 'degraded';
  }
}
