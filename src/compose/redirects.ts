import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlocklist } from '#adapters/blocklist/blocklist';
import { parseTrustedProxies } from '#adapters/http/frame/client-address';
import type { MetricsPorts } from '#adapters/http/metrics';
import { redirectMeter } from '#adapters/http/redirect/redirect-meter';
import { front, type Answer, type Front } from '#adapters/http/redirect/front';
import { keepDomains } from '#adapters/snapshot/keep-domains';
import { keepSnapshot } from '#adapters/snapshot/keep-snapshot';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { openDisk } from '#adapters/spool/data-disk';
import { openSpool } from '#adapters/spool/spool';
import { startOwnJobs } from '#adapters/timers/jobs';
import { knownBots } from '#adapters/user-agent/is-bot';
import { servedDomains } from '#core/domains/served-domains';
import { type IsOwnDomain, ownUrls } from '#core/links/own-urls';
import { isReservedWord } from '#core/links/names/reserved-words';
import { clickIds } from '#core/redirect/click-id';
import { findLink, type FindLinkPorts } from '#core/redirect/find-link';
import { linkIndex, type LinkIndex } from '#core/redirect/link-index';
import { loopingLinks } from '#core/redirect/looping-link';
import { visitLink } from '#core/redirect/visit-link';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import { allOrigins, type Origins } from '#roots/config/origins';
import { openKnownPostbacks } from './known-postbacks.ts';
import { openLinkOptions } from './links/link-options.ts';
import { redirectJobs } from './jobs.ts';
import { clickKeys, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';
import type { Watch } from './watching/watch.ts';

/** The parts that redirect, without a database: the link index, the spool and the front. */
export type Redirects = ReturnType<typeof openRedirects>;

type Opening = {
  readonly config: Config;
  readonly origins: Origins;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly log: Log;
  readonly descriptors?: Descriptors;
  readonly watch?: Pick<Watch, 'queue' | 'report'> | undefined;
};

/** Opens the spool of `dataDir` and composes the work of the redirecting thread. */
export function openRedirects(given: Opening) {
  const { config, origins, dataDir, secret, log, watch, descriptors = noReserve } = given;
  const { index, blocklist, domains, isOwnDomain, closeDomains } = openIndex(given);
  const options = openLinkOptions({ config, dataDir, secret, log, watch }, index);
  const snapshot = openSnapshot(join(dataDir, 'links.snapshot'), index, log);
  const here = { dataDir, log };
  const disk = openDisk({ ...here, reserveMb: config.spoolReserveMb });
  const endJobs = startOwnJobs(redirectJobs({ index, blocklist, domains, disk }), log);
  const spool = openSpool({ ...here, newBatch: randomUUID, descriptors, reserve: disk.reserve });
  const isBot = knownBots();
  const cids = clickIds(clickKeys(secret));
  const meter = redirectMeter();
  const counting = { positions: spool.positions, clickLimits: spool.clickLimits, clickIds: cids };
  const visit = visitLink({ clock, newId, isBot, ...counting, ...options.visiting });

  return {
    index,
    meter,
    /** The proven custom domains. */
    domains,
    isOwnDomain,
    spool,
    /** The disk of `dataDir`, and which work has to wait for space. */
    disk,
    /** The operator's blocklist. */
    blocklist,
    conversions: spool.conversions,
    isBot,
    clickIds: cids,
    postbacks: openKnownPostbacks({ dataDir, log }),
    /** Whether the links of an earlier run were loaded. */
    hasSnapshot: snapshot.wasRead,
    isReserved: isReservedWord,
    /** Resolves when all visits and links are on disk. */
    close: async (): Promise<void> => {
      options.close();
      await Promise.all([endJobs(), spool.close()]);
      await Promise.all([snapshot.close(), closeDomains()]);
    },
    /** Answers every request: short links and metrics here, the rest by `app`. */
    front: (source: FindLinkPorts['source'], app: Answer, metrics?: MetricsPorts): Front =>
      front({
        ...origins,
        meter,
        ...(metrics && { metrics }),
        index,
        domains,
        spool,
        visit,
        isReserved: isReservedWord,
        ...options.front,
        app,
        find: findLink({ clock, index, source }),
        ...domainRules(config, origins, { isOwnDomain, blocklist }),
        ...proxyRules({ config, log, watch }),
        newVisitorCookie:
          config.visitorId === 'cookie' ? () => randomBytes(16).toString('hex') : null,
      }),
  };
}

/** The links and domains in memory; links are judged by the blocklist and by their destinations. */
function openIndex({ dataDir, origins, log }: Opening) {
  const domains = servedDomains();
  const kept = keepDomains({ file: join(dataDir, 'domains.snapshot'), domains, log });
  /** Whether a host is a custom domain whose DNS records lead here. */
  const isOwnDomain = (host: string): boolean => domains.at(host)?.isPointed ?? false;
  const blocklist = openBlocklist({ dataDir, log });
  const isLooping = loopingLinks(allOrigins(origins), isOwnDomain);
  const index = linkIndex(isReservedWord, blocklist.blocksLink, isLooping);
  return { index, domains, isOwnDomain, blocklist, closeDomains: kept.close };
}

type Refusing = {
  readonly isOwnDomain: IsOwnDomain;
  readonly blocklist: ReturnType<typeof openBlocklist>;
};

/** What the front refuses on custom domains: blocked destinations, and this instance itself. */
function domainRules(config: Config, origins: Origins, { isOwnDomain, blocklist }: Refusing) {
  const isOwn = ownUrls(allOrigins(origins), isOwnDomain);
  return {
    isRefusedDestination: (href: string) => blocklist.blocksUrl(href) || isOwn(new URL(href)),
    isBanned: blocklist.bans.isBanned,
    tlsCheckToken: config.tlsCheckToken,
  };
}

/** Whose X-Forwarded-For counts, and what is said about that of others. */
function proxyRules({ config, log, watch }: Pick<Opening, 'config' | 'log' | 'watch'>) {
  const text =
    'An X-Forwarded-For came from an address that is not in TRUSTED_PROXIES and is ignored: if it was your proxy, all visitors share its address';
  return {
    trustedProxies: parseTrustedProxies(config.trustedProxies),
    reportStranger() {
      log.warn(text);
      watch?.report('proxy', text);
    },
  };
}

/** Reads the links of an earlier run, then keeps the snapshot up to date. */
function openSnapshot(file: string, index: LinkIndex, log: Log) {
  const read = readSnapshot(file, index);
  if (read.kind === 'damaged') log.warn('the snapshot of the links is damaged and ignored');
  const readSize = read.kind === 'read' ? read.size : null;
  return { ...keepSnapshot({ file, index, readSize, log }), wasRead: read.kind === 'read' };
}
