import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';

/** A test shop: another site than Waypost, whose pages the tests write. */
export type MerchantSite = {
  /** On 127.0.0.1, which is another site than localhost. */
  readonly origin: string;
  /** The address of the pages under a host name that is a third party to the shop. */
  readonly thirdPartyOrigin: string;
  /** Cookies of requests for `/probe`, in order. */
  readonly probed: readonly string[];
  /** Sets the content of a page. `{{ cid }}` becomes the `cid` of the request's query. */
  publish(path: string, body: string): void;
  close(): Promise<void>;
};

/** Opens the shop on a free port. */
export async function openMerchantSite(): Promise<MerchantSite> {
  const pages = new Map<string, string>();
  const probed: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = addressOf(request);
    if (pathname === '/probe') {
      probed.push(request.headers.cookie ?? '');
      response.writeHead(204, { 'set-cookie': 'probe=1; SameSite=None; Secure' }).end();
      return;
    }
    const body = pages.get(pathname);
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': 'text/html; charset=utf-8',
    });
    const cid = searchParams.get('cid') ?? '';
    const text = (body ?? '').replaceAll('{{ cid }}', encodeURIComponent(cid));
    response.end(`<!doctype html><title>Northwind</title>${text}`);
  });
  const port = await listen(server);

  return {
    origin: `http://127.0.0.1:${port}`,
    thirdPartyOrigin: `http://localhost:${port}`,
    probed,
    publish: (path, body) => void pages.set(path, body),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(request: IncomingMessage): URL {
  return new URL(request.url ?? '/', 'http://shop.test');
}

async function listen(server: Server): Promise<number> {
  server.listen(0);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The shop has no port');
  return address.port;
}
