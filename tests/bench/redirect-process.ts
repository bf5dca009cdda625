// The measured server, in its own process: `redirect-process.ts <what> <dataDir>`. By IPC it sends
// its port, then answers 'cpu' with its CPU time, and starts to drain on request.
import { testClickIds } from '#tests/support/builders/click-ids';
import { readFileSync } from 'node:fs';
import { front } from '#adapters/http/redirect/front';
import { redirectHeaders } from '#adapters/http/redirect/redirect-answer';
import { serveHttp } from '#adapters/http/serve';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { startDrain } from '#adapters/spool/drain/drain-worker';
import { openSpool, type Spool } from '#adapters/spool/spool';
import { optionPorts, passwordPorts } from '#tests/support/builders/option-ports';
import { knownBots } from '#adapters/user-agent/is-bot';
import { servedDomains } from '#core/domains/served-domains';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { findLink } from '#core/redirect/find-link';
import { linkIndex } from '#core/redirect/link-index';
import { saneClock } from '#core/redirect/sane-clock';
import { visitLink } from '#core/redirect/visit-link';
import { benchCountries } from './bench-countries.ts';
import { benchLink, linkCount, measured, type Measured } from './redirect-links.ts';
import { silentLog } from '#tests/support/doubles/silent-log';

const [what, dataDir] = [Bun.argv[2], Bun.argv[3]];
if (what === undefined || dataDir === undefined) throw new Error('What is to be measured, where?');

/** Microseconds of CPU since the start of the process. */
export type CpuUsed = { readonly threadUs: number; readonly processUs: number };

let spool: Spool | null = null;
const server =
  what === 'constant'
    ? Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: constant() })
    : serveHttp({
        port: 0,
        hostname: '127.0.0.1',
        answer: waypost(measured.find((kind) => kind === what) ?? 'link', dataDir),
        error: () => new Response(null, { status: 500 }),
      });
process.on('message', (message: 'cpu' | DrainSettings) => {
  if (message === 'cpu') process.send?.(cpu());
  else if (spool) drain(spool, message);
});
process.send?.(server.port);

/** A server that only sends the headers of a redirect, for comparison. */
function constant() {
  const { originalUrl } = benchLink('link', 1);
  return () => new Response(null, { status: 302, headers: redirectHeaders(originalUrl) });
}

/** The redirecting parts, composed as in `main.ts`. */
function waypost(kind: Measured, folder: string) {
  const index = linkIndex(isReserved);
  for (let n = 0; n < linkCount; n += 1) index.put(benchLink(kind, n));
  const opened = openSpool({
    dataDir: folder,
    newBatch: () => crypto.randomUUID(),
    log: silentLog,
  });
  spool = opened;
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
      positions: opened.positions,
      isBot: knownBots(),
      ...optionPorts(opened),
      countryOf: benchCountries(),
      clickIds: testClickIds(),
    }),
    spool: opened,
    domains: servedDomains(),
    tlsCheckToken: null,
    isBanned: () => false,
    isRefusedDestination: () => false,
    app: () => new Response(null, { status: 404 }),
    isReserved,
    ...passwordPorts(clock),
    appUrl: 'http://localhost:3000',
    shortUrl: 'http://localhost:3000',
    alsoAppUrls: [],
    trustedProxies: [],
    newVisitorCookie: null,
  });
}

/** Sends a message when it drains. */
function drain(from: Spool, settings: DrainSettings): void {
  const started = startDrain({
    entry: new URL('../../src/drain.ts', import.meta.url),
    settings,
    abandoned: from.abandoned,
    onHandOver: () => from.hear({ kind: 'handOver' }),
    log: (_, text) => console.error(text),
  });
  from.connect(started.post);
  const saying = setInterval(() => {
    if (started.status().state !== 'working') return;
    clearInterval(saying);
    process.send?.('draining');
  }, 50);
}

/** The CPU time of the redirecting thread on Linux, elsewhere of the whole process. */
function cpu(): CpuUsed {
  const { user, system } = process.cpuUsage();
  const processUs = user + system;
  try {
    const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return { threadUs: Number(ns) / 1000, processUs };
  } catch {
    return { threadUs: processUs, processUs };
  }
}
