import { testClickIds } from '#tests/support/builders/click-ids';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { front, type FrontPorts } from '#adapters/http/redirect/front';
import { type HttpServer, serveHttp } from '#adapters/http/serve';
import { decodeLine } from '#adapters/spool/line';
import { openSpool } from '#adapters/spool/spool';
import { optionPorts, passwordPorts } from '#tests/support/builders/option-ports';
import { knownBots } from '#adapters/user-agent/is-bot';
import { servedDomains, type ServedDomains } from '#core/domains/served-domains';
import { isReservedWord as isReserved } from '#core/links/names/reserved-words';
import { findLink } from '#core/redirect/find-link';
import { linkIndex } from '#core/redirect/link-index';
import { loopingLinks } from '#core/redirect/looping-link';
import type { RawVisit } from '#core/redirect/raw-visit';
import type { RoutedLink } from '#core/redirect/routed-link';
import { visitLink } from '#core/redirect/visit-link';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';

/** A running redirect server with a real spool, without a database. */
export type RedirectServer = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  /** Puts a link into memory, as the link cache does. */
  put(link: RoutedLink): void;
  /** The proven custom domains. */
  readonly domains: ServedDomains;
  /** What has been written to the spool until now, in order within a segment. */
  recorded(): RawVisit[];
  /**
   * Returns the redirect's response without following it. The Host is the application's by default.
   */
  get(path: string, init?: BunFetchRequestInit): Promise<Response>;
  stop: HttpServer['stop'];
};

export type RedirectServerOptions = Partial<
  Pick<
    FrontPorts,
    | 'app'
    | 'appUrl'
    | 'alsoAppUrls'
    | 'shortUrl'
    | 'trustedProxies'
    | 'reportStranger'
    | 'newVisitorCookie'
    | 'spool'
    | 'visit'
    | 'tlsCheckToken'
    | 'isBanned'
    | 'isRefusedDestination'
  >
> & {
  /** Answers for names that are not in memory. */
  readonly ask?: (name: string) => Promise<RoutedLink | null | 'away'>;
};

export function startRedirect(options: RedirectServerOptions = {}): RedirectServer {
  const { appUrl = 'http://app.example' } = options;
  const folder = tempFolder();
  const clock = { now: Date.now };
  const spool = openSpool({
    dataDir: folder.path,
    newBatch: () => crypto.randomUUID(),
    log: silentLog,
  });
  const shortUrl = options.shortUrl ?? appUrl;
  const domains = servedDomains();
  const isOwnDomain = (host: string) => domains.at(host)?.isPointed ?? false;
  const isLooping = loopingLinks([appUrl, shortUrl], isOwnDomain);
  const index = linkIndex(isReserved, () => false, isLooping);
  const source = { ask: options.ask ?? (() => Promise.resolve(null)) };
  const visit = visitLink({
    clock,
    newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
    positions: spool.positions,
    isBot: knownBots(),
    ...optionPorts(spool),
    clickIds: testClickIds(),
  });
  const server = serveHttp({
    port: 0,
    hostname: '127.0.0.1',
    error: () => new Response('a defect', { status: 500 }),
    answer: front({
      index,
      domains,
      tlsCheckToken: options.tlsCheckToken ?? null,
      isBanned: options.isBanned ?? (() => false),
      isRefusedDestination: options.isRefusedDestination ?? (() => false),
      find: findLink({ clock, index, source }),
      visit: options.visit ?? visit,
      app: options.app ?? ((request) => new Response(`app ${new URL(request.url).pathname}`)),
      isReserved,
      ...passwordPorts(clock),
      spool: options.spool ?? spool,
      appUrl,
      shortUrl,
      alsoAppUrls: options.alsoAppUrls ?? [],
      trustedProxies: options.trustedProxies ?? [],
      reportStranger: options.reportStranger ?? (() => {}),
      newVisitorCookie: options.newVisitorCookie ?? null,
    }),
  });
  const url = `http://127.0.0.1:${server.port}`;
  const { host } = new URL(appUrl);

  return {
    url,
    port: server.port,
    put: (link) => void index.put(link),
    domains,
    recorded: () => visitsIn(join(folder.path, 'spool')),
    stop: server.stop,
    get: (path, init = {}) =>
      fetch(`${url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { host, ...Object.fromEntries(new Headers(init.headers)) },
      }),
    async [Symbol.asyncDispose]() {
      await server.stop(true);
      await spool.close();
      folder[Symbol.dispose]();
    },
  };
}

/** Every visit in the segments of a spool folder; throws on a line that cannot be decoded. */
export function visitsIn(folder: string): RawVisit[] {
  const files = readdirSync(folder).filter((file) => /\.(open|sealed)$/.test(file));
  const lines = files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1),
  );
  return lines.map((line) => {
    const decoded = decodeLine(line);
    if (decoded.kind === 'corrupt') throw new Error('a corrupt line in the spool');
    return decoded.visit;
  });
}

/** Sends raw bytes, and returns everything received before the peer paused or closed. */
export async function sendRaw(port: number, text: string | Uint8Array): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let received = '';
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      data(_, bytes) {
        received += bytes.toString('latin1');
        received = received.replace('HTTP/1.1 100 Continue\r\n\r\n', '');
        if (received.includes('\r\n\r\n')) resolve(received);
      },
      close: () => resolve(received),
      error: () => resolve(received),
    },
  });
  socket.write(text);
  const answer = await promise;
  socket.end();
  return answer;
}
