import type { IsReserved } from '#core/links/reserved-words';
import type { FoundLink } from '#core/redirect/find-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { addressNetwork, clientAddress, type TrustedProxies } from './client-address.ts';
import { followLink } from './follow-link.ts';
import { readHosts } from './hosts.ts';
import { brandedPages, type Pages } from './pages.ts';
import { previewPage } from './preview-page.ts';
import { type RedirectAnswers, redirectAnswers, redirectHeaders } from './redirect-answer.ts';
import { transportHeaders } from './security-headers.ts';
import type { PlainRequest } from './server/plain-request.ts';
import { readTarget, type Target } from './target.ts';
import { readKnownVisitor, readVisitor } from './visitor.ts';
import { type Asker, visitTurn, type VisitTurnPorts } from './visit-turn.ts';

/** Whatever tells the address at the other end of a request's connection; Bun's server does. */
export type Socket = { requestIP(request: Request): { readonly address: string } | null };

/** Answers a request: what `Bun.serve` takes. */
export type Answer = (request: Request, socket: Socket) => Response | Promise<Response>;

export type FrontPorts = VisitTurnPorts & {
  readonly index: { find(name: string): RoutedLink | undefined };
  /** Looks for a name that is not in memory. `network` is whose budget it costs. */
  readonly find: (name: string, network: string) => Promise<FoundLink>;
  /** Everything that is no short link. */
  readonly app: Answer;
  readonly isReserved: IsReserved;
  /** Where short links are reached; `https` makes cookies secure. */
  readonly shortUrl: string;
  /** Where it names another host than `shortUrl`, that one serves links and nothing private. */
  readonly appUrl: string;
  readonly trustedProxies: TrustedProxies;
};

/** Where requests come in. */
export type Front = {
  /** Answers any request. */
  readonly answer: Answer;
  /**
   * Takes a visit to a link that is in memory; `address` is the other end of the connection. False:
   * it is none, `asker` hears nothing, and `answer` has to say what it is.
   */
  readonly follow: (request: PlainRequest, address: string, asker: Asker) => boolean;
  /** How a visit that `follow` has taken is answered. */
  readonly redirect: Pick<RedirectAnswers, 'text'>;
};

/** Behind a code or an alias it asks where the link leads, instead of going there. */
const previewMark = '+';

/**
 * The first to see a request. Short links are answered here, past every framework and without
 * waiting for anything but the spool's own write; the rest goes to the application.
 */
export function front(ports: FrontPorts): Front {
  const { index, app, isReserved, appUrl, trustedProxies, newVisitorCookie } = ports;
  const pages = brandedPages(ports);
  const always = { ...transportHeaders(ports.shortUrl), 'x-content-type-options': 'nosniff' };
  const hosts = readHosts(ports);
  const redirect = redirectAnswers(ports.shortUrl);
  const takeVisit = visitTurn(ports);
  const follow = followLink({ takeVisit, pages, redirect });
  const withLink = linkFinder(ports, pages);
  const preview = previewPage(ports, pages);

  const addressOf = (headers: ForwardHeaders, socketAddress: string | null): string => {
    const forwardedFor = headers.get('x-forwarded-for');
    return clientAddress({ socketAddress, forwardedFor, trustedProxies });
  };
  const visitorOf = newVisitorCookie === null ? readVisitor : readKnownVisitor;

  const search = ({ name, query }: Target, request: Request, socket: Socket): Promise<Response> => {
    const { headers, method } = request;
    const address = addressOf(headers, socket.requestIP(request)?.address ?? null);
    if (name.endsWith(previewMark)) return withLink(name.slice(0, -1), address, preview);
    const visitor = { ...visitorOf(headers, address, query), isHead: method === 'HEAD' };
    return withLink(name, address, (link) => follow(link, visitor));
  };

  return {
    answer(request, socket) {
      const target = readTarget(request.url);
      const mayBeLink = target.isName && !isReserved(target.name);
      if (!mayBeLink && hosts.isShort(target.host) && !hosts.sharesWithShort(target.path)) {
        return shortHostAnswer(target.path, appUrl, always) ?? pages.unknownLink();
      }
      if (!mayBeLink) return app(hosts.asApp(request, target), socket);
      return isVisit(request.method) ? search(target, request, socket) : notAVisit(always);
    },
    follow({ method, name, query, hasBody, headers }, socketAddress, asker) {
      const link = method === 'GET' && !hasBody ? index.find(name) : undefined;
      if (link === undefined) return false;
      takeVisit(link, visitorOf(headers, addressOf(headers, socketAddress), query), asker);
      return true;
    },
    redirect,
  };
}

type ForwardHeaders = { get(name: 'x-forwarded-for'): string | null };
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
