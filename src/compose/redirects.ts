import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { openBlocklist } from '#adapters/blocklist/blocklist';
import { parseTrustedProxies } from '#adapters/http/frame/client-address';
import type { MetricsPorts } from '#adapters/http/metrics';
import { redirectMeter } from '#adapters/http/redirect/redirect-meter';
import { front, type Respond, type Front } from '#adapters/http/redirect/front';
import { openCountries } from '#adapters/geo/countries';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import { userAgents } from '#adapters/user-agent/describe-agent';
import { knownPreviewBots } from '#adapters/user-agent/is-preview-bot';
import { passwordProofs } from '#core/redirect/options/password-proof';
import { unlockLink } from '#core/redirect/options/unlock-link';
import type { RoutedLink } from '#core/redirect/routed-link';
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
import { redirectJobs } from './jobs.ts';
import { clickKeys, keyedHashes, type AppSecret } from './secrets.ts';
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
  const options = openLinkOptions(given, index);
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
    front: (source: FindLinkPorts['source'], app: Respond, metrics?: MetricsPorts): Front =>
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

/**
 * The links and domains in memory. Each link is checked against the blocklist and for redirect
 * loops.
 */
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

/** Passwords of links are verified one at a time, so that other cores are free for sign-ins. */
const passwordLimits = { parallel: 1, waiting: 64 };

/**
 * The ports that redirects of links with options need. The countries are loaded when the index gets
 * the first link with a rule by country, so this follows the index from its beginning.
 */
function openLinkOptions({ config, dataDir, secret, log, watch }: Opening, index: LinkIndex) {
  const file = join(dataDir, 'geo', 'countries');
  const countries = openCountries({ ownFile: config.geoipCityDb, file, log });
  index.watch((change) => {
    if (change.kind === 'put' && asksForCountry(change.link)) void countries.need();
  });
  const proofs = passwordProofs({ clock, hashes: keyedHashes(secret, 'link passwords') });
  const passwords = argon2idPasswords(argon2Cost, passwordLimits);

  watch?.queue('passwords', passwords.waiting);

  return {
    visiting: {
      isPreviewBot: knownPreviewBots(),
      describeAgent: userAgents(),
      countryOf: countries.countryOf,
    },
    front: { unlockLink: unlockLink({ clock, passwords, proofs }), passwordProofs: proofs },
    close: countries.close,
  };
}

function asksForCountry({ options }: RoutedLink): boolean {
  return options !== undefined && options.rules.some(({ countries }) => countries.length > 0);
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

/** Which proxies' X-Forwarded-For is trusted, and how ignored ones are reported. */
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
