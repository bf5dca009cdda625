import { setCaller } from '#adapters/http/frame/caller';
import type { Respond } from '#adapters/http/redirect/front';
import { type HttpServer, serveHttp } from '#adapters/http/serve';

/** Serves an application without links, on its own port. */
export function serveApp(answer: Respond): HttpServer & { readonly url: URL } {
  const server = serveHttp({
    port: 0,
    hostname: '127.0.0.1',
    error: () => new Response('a defect', { status: 500 }),
    answer(request, connections) {
      const address = connections.requestIP(request)?.address ?? '';
      setCaller(request, {
        address,
        domain: null,
        keepOpen: (seconds) => connections.timeout(request, seconds),
      });
      return answer(request);
    },
  });
  return { ...server, url: new URL(`http://127.0.0.1:${server.port}`) };
}
