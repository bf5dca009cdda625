// The server under measure, alone in its process: `redirect-process.ts <what> <dataDir>`.
import { readFileSync } from 'node:fs';
import { front } from '#adapters/http/front';
import { redirectHeaders } from '#adapters/http/redirect-answer';
import { openSpool } from '#adapters/spool/spool';
import { knownBots } from '#adapters/user-agent/is-bot';
import { reservedWords } from '#core/links/reserved-words';
import { findLink } from '#core/redirect/find-link';
import { linkIndex } from '#core/redirect/link-index';
import { saneClock } from '#core/redirect/sane-clock';
import { visitLink } from '#core/redirect/visit-link';
import { benchLink, linkCount, type Measured } from './redirect-links.ts';
import { silentLog } from '#tests/support/silent-log';

const [what, dataDir] = [Bun.argv[2], Bun.argv[3]];
if (what === undefined || dataDir === undefined) throw new Error('What is to be measured, where?');

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: what === 'constant' ? constant() : waypost(what === 'split' ? 'split' : 'link', dataDir),
});
process.on('message', () => process.send?.(cpuUs()));
process.send?.(server.port);

/** The same headers, and nothing else. */
function constant() {
  const { originalUrl } = benchLink('link', 1);
  return () => new Response(null, { status: 302, headers: redirectHeaders(originalUrl) });
}

/** What `main.ts` puts together to redirect. */
function waypost(kind: Measured, folder: string) {
  const isReserved = reservedWords([]);
  const index = linkIndex(isReserved);
  for (let n = 0; n < linkCount; n += 1) index.put(benchLink(kind, n));
  const spool = openSpool({
    dataDir: folder,
    newBatch: () => crypto.randomUUID(),
    log: silentLog,
  });
  const clock = saneClock({
    wall: { now: Date.now },
    monotonic: { now: () => performance.now() },
    builtAtMs: 0,
  });
  return front({
    index,
    find: findLink({ clock, index, source: { ask: () => Promise.resolve(null) } }),
    visit: visitLink({
      clock,
      newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
      positions: spool.positions,
      isBot: knownBots(),
    }),
    spool,
    app: () => new Response(null, { status: 404 }),
    isReserved,
    appUrl: 'http://localhost:3000',
    shortUrl: 'http://localhost:3000',
    trustedProxies: [],
    newVisitorCookie: null,
  });
}

/** Microseconds of CPU: of the main thread where Linux tells them, else of the whole process. */
function cpuUs(): number {
  try {
    const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(ns) / 1000;
  } catch {
    const { user, system } = process.cpuUsage();
    return user + system;
  }
}
