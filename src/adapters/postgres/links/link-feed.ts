import { domainReading } from '#adapters/postgres/domains/domain-reading';
import { followChannel } from '#adapters/postgres/follow-channel';
import type { ServedDomains } from '#core/domains/served-domains';
import type { LinkIndex } from '#core/redirect/link-index';
import type { Log } from '#core/shared/log';
import { secondMs } from '#core/shared/time';
import { readChanges, readEverything, type ReadUntil } from './link-readings.ts';

/** Keeps an index equal to Postgres. */
export type LinkFeed = {
  /** `starting` until the first complete read; `away` while Postgres cannot be read. */
  state(): 'starting' | 'fresh' | 'away';
  /** Resolves after the first complete reading. */
  readonly loaded: Promise<void>;
  close(): Promise<void>;
};

export type LinkFeedOptions = {
  /** The database's URL; the cache has its own connection. */
  readonly url: string;
  readonly index: LinkIndex;
  readonly domains: ServedDomains;
  readonly log: Log;
};

const pollMs = 2 * secondMs;
/** A bulk action sends a hundred notifications a second, and each read uses the redirect thread. */
const leastPauseMs = secondMs / 5;
/** A connection without any progress for this long counts as dead. */
const stallMs = 5 * secondMs;

/**
 * Reads everything, then what changed: every two seconds, and whenever Postgres notifies, at most
 * five times a second. After every broken connection everything is read again. A transaction that
 * commits late is not missed.
 */
export function openLinkFeed({ url, index, domains, log }: LinkFeedOptions): LinkFeed {
  const followed = { index, domains: domainReading(domains) };
  const following = followChannel<ReadUntil>({
    url,
    channel: 'links',
    pollMs,
    leastPauseMs,
    stallMs,
    log,
    events: { away: 'links cannot be read', back: 'links can be read again' },
    read: ({ sql, since, progress }) =>
      since === null
        ? readEverything(sql, followed, progress)
        : readChanges(sql, followed, { since, progress }),
  });
  const { state, firstReading, close } = following;
  return { state, loaded: firstReading, close };
}
