import type { IsReserved } from '#core/links/reserved-words';
import type { FoundLink } from '#core/redirect/find-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { addressNetwork, clientAddress, type TrustedProxies } from './client-address.ts';
import { followLink, type FollowLinkPorts } from './follow-link.ts';
import { readHosts } from './hosts.ts';
import { brandedPages, type Pages } from './pages.ts';
import { previewPage } from './preview-page.ts';
import { redirectHeaders } from './redirect-answer.ts';
import { transportHeaders } from './security-headers.ts';
import { readTarget, type Target } from './target.ts';
import { readKnownVisitor, readVisitor } from './visitor.ts';

/** Whatever tells the address at the other end of a request's connection; Bun's server does. */
export type Socket = { requestIP(request: Request): { readonly address: string } | null };

/** Answers a request: what `Bun.serve` takes. */
export type Answer = (request: Request, socket: Socket) => Response | Promise<Response>;

export type FrontPorts = FollowLinkPorts & {
  readonly index: { find(name: string): RoutedLink | undefined };
  /** Looks for a name that is not in memory. `network` is whose budget it costs. */
  readonly find: (name: string, network: string) => Promise<FoundLink>;
  /** Everything that is no short link. */
  readonly app: Answer;
  readonly isReserved: IsReserved;
  /** Where it names another host than `shortUrl`, that one serves links and nothing private. */
  readonly appUrl: string;
  readonly trustedProxies: TrustedProxies;
};

/** Behind a code or an alias it asks where the link leads, instead of going there. */
const previewMark = '+';

/**
 * The first to see a request. Short links are answered here, past every framework and without
 * waiting for anything but the spool's own write; the rest goes to the application.
 */
export function front(ports: FrontPorts): Answer {
  const { index, app, isReserved, appUrl, trustedProxies, newVisitorCookie } = ports;
  const pages = brandedPages(ports);
  const always = { ...transportHeaders(ports.shortUrl), 'x-content-type-options': 'nosniff' };
  const hosts = readHosts(ports);
  const follow = followLink(ports, pages);
  const withLink = linkFinder(ports, pages);
  const preview = previewPage(ports, pages);

  const addressOf = (request: Request, socket: Socket): string => {
    const socketAddress = socket.requestIP(request)?.address ?? null;
    const forwardedFor =
      trustedProxies.length === 0 ? null : request.headers.get('x-forwarded-for');
    return clientAddress({ socketAddress, forwardedFor, trustedProxies });
  };
  const visitorOf = newVisitorCookie === null ? readVisitor : readKnownVisitor;

  const search = ({ name, query }: Target, request: Request, socket: Socket): Promise<Response> => {
    const { headers, method } = request;
    const address = addressOf(request, socket);
    if (name.endsWith(previewMark)) return withLink(name.slice(0, -1), address, preview);
    const visitor = { ...visitorOf(headers, address, query), isHead: method === 'HEAD' };
    return withLink(name, address, (link) => follow(link, visitor));
  };
  /** What is not a GET of a link in memory. */
  const elsewhere = (
    target: Target,
    request: Request,
    socket: Socket,
  ): Response | Promise<Response> => {
    const mayBeLink = target.isName && !isReserved(target.name);
    if (!mayBeLink && hosts.isShort(target.host) && !hosts.sharesWithShort(target.path)) {
      return shortHostAnswer(target.path, appUrl, always) ?? pages.unknownLink();
    }
    if (!mayBeLink) return app(hosts.asApp(request, target), socket);
    return isVisit(request.method) ? search(target, request, socket) : notAVisit(always);
  };

  return (request, socket) => {
    const target = readTarget(request.url);
    const link = target.isName && request.method === 'GET' ? index.find(target.name) : undefined;
    if (link === undefined) return elsewhere(target, request, socket);
    return follow(link, visitorOf(request.headers, addressOf(request, socket), target.query));
  };
}

type LinkAnswer = (link: RoutedLink, name: string) => Response | Promise<Response>;

/** Lets `answer` speak for the link of a name; where there is none, a page says why. */
function linkFinder({ index, find }: Pick<FrontPorts, 'index' | 'find'>, pages: Pages) {
  return async (name: string, address: string, answer: LinkAnswer): Promise<Response> => {
    const known = index.find(name);
    if (known) return answer(known, name);
    const found = await find(name, addressNetwork(address));
    switch (found.kind) {
      case 'link':
        return answer(found.link, name);
      case 'unknown':
        return pages.unknownLink(name);
      case 'unavailable':
        return pages.unavailable(found.retryAfterSeconds);
      case 'too_many':
        return pages.tooManyTries(found.retryAfterSeconds);
    }
  };
}

function isVisit(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function notAVisit(headers: Record<string, string>): Response {
  return new Response(null, { status: 405, headers: { ...headers, allow: 'GET, HEAD' } });
}

/**
 * What a short host of its own says beside links. Every crawler may come, for that is how previews
 * are made; `X-Robots-Tag` keeps links out of search results.
 */
function shortHostAnswer(
  path: string,
  appUrl: string,
  headers: Record<string, string>,
): Response | null {
  if (path === '/') {
    const location = redirectHeaders(`${appUrl}/`);
    return new Response(null, { status: 302, headers: { ...headers, ...location } });
  }
  if (path !== '/robots.txt') return null;
  return new Response('User-agent: *\nDisallow:\n', {
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}
