import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { parseTrustedProxies } from '#adapters/http/frame/client-address';
import { front, type Answer, type Front } from '#adapters/http/redirect/front';
import { keepSnapshot } from '#adapters/snapshot/keep-snapshot';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { openSpool } from '#adapters/spool/spool';
import { knownBots } from '#adapters/user-agent/is-bot';
import { type IsReserved, reservedWords } from '#core/links/reserved-words';
import { clickIds } from '#core/redirect/click-id';
import { findLink, type FindLinkPorts } from '#core/redirect/find-link';
import { linkIndex, type LinkIndex } from '#core/redirect/link-index';
import { loopingLinks } from '#core/redirect/looping-link';
import { visitLink } from '#core/redirect/visit-link';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import { ownUrls, type Addresses } from './addresses.ts';
import { openBlocklist } from './blocklist.ts';
import { openDisk } from './engines/disk.ts';
import { openLinkOptions } from './link-options.ts';
import { clickKeys, type AppSecret } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';

/** The parts that redirect, without a database: the link index, the spool and the front. */
export type Redirects = ReturnType<typeof openRedirects>;

type Opening = {
  readonly config: Config;
  readonly addresses: Addresses;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly log: Log;
  readonly descriptors?: Descriptors;
};

/** Opens the spool of `dataDir` and composes the work of the redirecting thread. */
export function openRedirects(given: Opening) {
  const { config, addresses, dataDir, secret, log, descriptors = noReserve } = given;
  const isReserved = reservedWords([]);
  const { index, blocklist, endBlocklist } = openIndex({ dataDir, addresses, log }, isReserved);
  const options = openLinkOptions({ config, dataDir, secret, log }, index);
  const snapshot = openSnapshot(join(dataDir, 'links.snapshot'), index, log);
  const disk = openDisk({ config, dataDir, log });
  const { reserve } = disk;
  const spool = openSpool({ dataDir, newBatch: randomUUID, log, descriptors, reserve });
  const isBot = knownBots();
  const cids = clickIds(clickKeys(secret));
  const visit = visitLink({
    clock,
    newId,
    positions: spool.positions,
    clickLimits: spool.clickLimits,
    isBot,
    ...options.visiting,
    clickIds: cids,
  });

  return {
    index,
    spool,
    /** The disk of `dataDir`, and which work has to wait for space. */
    disk,
    /** The operator's blocklist. */
    blocklist,
    /** Records reported conversions; works without a database. */
    conversions: spool.conversions,
    isBot,
    clickIds: cids,
    /** Whether the links of an earlier run were loaded. */
    hasSnapshot: snapshot.wasRead,
    isReserved,
    /** Resolves when all visits and links are on disk. */
    close: async (): Promise<void> => {
      options.close();
      await Promise.all([endBlocklist(), disk.end(), spool.close()]);
      await snapshot.close();
    },
    /** Answers every request: short links here, the rest by `app`. */
    front: (source: FindLinkPorts['source'], app: Answer): Front =>
      front({
        ...addresses,
        index,
        spool,
        visit,
        isReserved,
        ...options.front,
        app,
        find: findLink({ clock, index, source }),
        trustedProxies: parseTrustedProxies(config.trustedProxies),
        newVisitorCookie:
          config.visitorId === 'cookie' ? () => randomBytes(16).toString('hex') : null,
      }),
  };
}

type OpenIndex = { readonly dataDir: string; readonly addresses: Addresses; readonly log: Log };

/** The links in memory, judged by the blocklist and by their destinations. */
function openIndex(given: OpenIndex, isReserved: IsReserved) {
  const blocklist = openBlocklist(given);
  const isLooping = loopingLinks(ownUrls(given.addresses));
  const index = linkIndex(isReserved, blocklist.blocksLink, isLooping);
  return { index, blocklist, endBlocklist: blocklist.follow(index) };
}

/** Reads the links of an earlier run, then keeps the snapshot up to date. */
function openSnapshot(file: string, index: LinkIndex, log: Log) {
  const read = readSnapshot(file, index);
  if (read.kind === 'damaged') log.warn('the snapshot of the links is damaged and ignored');
  const readSize = read.kind === 'read' ? read.size : null;
  return { ...keepSnapshot({ file, index, readSize, log }), wasRead: read.kind === 'read' };
}
