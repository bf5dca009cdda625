import type { IsReserved } from '#core/links/names/reserved-words';
import type { FoundLink } from '#core/redirect/find-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { type CallersDomain, setCaller, type Connections } from '#adapters/http/frame/caller';
import {
  addressNetwork,
  clientAddress,
  isFromStranger,
  type TrustedProxies,
} from '#adapters/http/frame/client-address';
import { metricsAnswer, metricsPath, type MetricsPorts } from '#adapters/http/metrics';
import { compressedPages } from '#adapters/http/compression/compressed-pages';
import { domainFront, type DomainFrontPorts } from './domain-front.ts';
import { followLink, type FollowLinkPorts } from './follow-link.ts';
import { type HostRole, type Hosts, readHosts, withLongHost } from './hosts.ts';
import { isVisit, missingLink, notAVisit, previewSuffix, robotsText } from './link-requests.ts';
import { optionFront, type OptionFrontPorts } from './options/option-front.ts';
import { pageFont } from './page-style.ts';
import { brandedPages, type Pages } from './pages.ts';
import { previewPage } from './preview-page.ts';
import type { RedirectMeter } from './redirect-meter.ts';
import { redirectHeaders } from './redirect-answer.ts';
import { transportHeaders } from '#adapters/http/frame/security-headers';
import { tlsCheck, tlsCheckPath, type TlsCheckPorts } from './tls-check.ts';
import { readTarget, type Target } from './target.ts';
import { readKnownVisitor, readVisitor, withKept } from './visitor.ts';
import { wrongHost } from './wrong-host.ts';

/** Answers a request whose caller is already stored. */
export type Respond = (request: Request) => Response | Promise<Response>;

/** Answers a request as it arrives: the handler of `Bun.serve`. */
export type Front = (request: Request, connections: Connections) => Response | Promise<Response>;

export type FrontPorts = FollowLinkPorts &
  OptionFrontPorts &
  TlsCheckPorts &
  Pick<DomainFrontPorts, 'isRefusedDestination' | 'isBanned'> & {
    readonly index: { find(name: string): RoutedLink | undefined };
    /**
     * Looks up a name that is not in memory. `network` is the network whose budget the request uses.
     */
    readonly find: (name: string, network: string) => Promise<FoundLink>;
    /** Answers everything that is no short link. */
    readonly app: Respond;
    readonly isReserved: IsReserved;
    /**
     * When its host differs from that of `shortUrl`, the short host serves links and nothing private.
     */
    readonly appUrl: string;
    /** Further origins of the application. A request for another host is refused. */
    readonly alsoAppUrls: readonly string[];
    readonly trustedProxies: TrustedProxies;
    /** Called once, for the first X-Forwarded-For that does not come from a trusted proxy. */
    readonly reportStranger?: () => void;
    /** Counts the answers. */
    readonly meter?: RedirectMeter;
    /** The metrics that Prometheus reads; without it there is no `/metrics`. */
    readonly metrics?: MetricsPorts;
  };

/**
 * The first handler of every request. It answers short links without a framework, and waits only
 * for the write to the spool. Other requests go to the application.
 */
export function front(ports: FrontPorts): Front {
  const { index, appUrl, newVisitorCookie } = ports;
  const hosts = readHosts([appUrl, ...ports.alsoAppUrls], ports.shortUrl);
  /** A request without a host, which HTTP/1.0 allows, belongs to the application. */
  const roleOf = ({ host }: Target, { headers }: Request): HostRole =>
    host === '' && !headers.has('host') ? 'app' : hosts.roleOf(host);
  const pages = brandedPages(ports);
  const parts: FrontParts = {
    pages,
    hosts,
    roleOf,
    follow: followLink(ports, pages),
    options: optionFront(ports),
    addressOf: addressReader(ports),
    visitorOf: newVisitorCookie === null ? readVisitor : readKnownVisitor,
  };
  const { follow, options, addressOf, visitorOf } = parts;
  const answerOther = otherAnswers(ports, parts);

  return (request, connections) => {
    const target = readTarget(request.url);
    const { name, query } = target;
    const mayBeKnown = target.isName && request.method === 'GET';
    const isOurs = mayBeKnown && roleOf(target, request) !== 'foreign';
    const link = isOurs ? index.find(name) : undefined;
    if (link === undefined)
      return compressedPages(answerOther(target, request, connections), request);
    const visitor = visitorOf(request.headers, addressOf(request, connections), query);
    const completed = options.completed(link, visitor, request);
    const answered = follow(link, withKept(link, completed, request));
    return isPlain(link) ? answered : compressedPages(answered, request);
  };
}

/** The parts that all answers of the front share. */
type FrontParts = {
  readonly pages: Pages;
  readonly hosts: Hosts;
  readonly roleOf: (target: Target, request: Request) => HostRole;
  readonly follow: ReturnType<typeof followLink>;
  readonly options: ReturnType<typeof optionFront>;
  readonly addressOf: AddressOf;
  readonly visitorOf: typeof readVisitor;
};

type AnswerTarget = (
  target: Target,
  request: Request,
  connections: Connections,
) => Response | Promise<Response>;

/** Answers everything but a visit to a link that is in memory. */
function otherAnswers(ports: FrontPorts, parts: FrontParts): AnswerTarget {
  const { app, isReserved, appUrl } = ports;
  const { pages, hosts, roleOf, follow, options, addressOf, visitorOf } = parts;
  const always = { ...transportHeaders(ports.shortUrl), 'x-content-type-options': 'nosniff' };
  const withLink = linkFinder(ports, pages);
  const preview = previewPage(ports, pages);
  const forMachine = machineAnswers(ports);
  const toAppOn = appCaller(app, addressOf);
  const toApp = toAppOn(null);
  const forForeign = foreignAnswers({ ...ports, follow, toAppOn, addressOf });

  const search = (target: Target, request: Request, address: string): Promise<Response> => {
    const { name, query } = target;
    if (name.endsWith(previewSuffix)) return withLink(name.slice(0, -1), address, preview);
    const visitor = visitorOf(request.headers, address, query);
    const isHead = request.method === 'HEAD';
    return withLink(name, address, (link) => {
      const completed = { ...options.completed(link, visitor, request), isHead };
      return follow(link, withKept(link, completed, request));
    });
  };

  return (target, request, connections) => {
    const { method } = request;
    const { name, path } = target;
    const role = roleOf(target, request);
    if (role === 'foreign') {
      const answer = forForeign(target, request, connections);
      if (answer !== null) return answer;
    }
    const mayBeLink = target.isName && !isReserved(name);
    const machine = forMachine(target, request, connections);
    if (machine !== null) return machine;
    if (!mayBeLink && role === 'short' && !hosts.sharesWithShort(path)) {
      return shortHostAnswer(path, appUrl, always) ?? pages.unknownLink();
    }
    if (!mayBeLink) return toApp(target, request, connections);
    const address = addressOf(request, connections);
    if (method === 'POST' && !name.endsWith(previewSuffix)) {
      const form = { request, target, address };
      return withLink(name, address, (known) => options.unlock(known, form) ?? notAVisit(always));
    }
    return isVisit(method) ? search(target, request, address) : notAVisit(always);
  };
}

/**
 * Whether visits of the link only get redirects. Then no response is a page that has to be checked
 * for compression.
 */
function isPlain({ options, isActive, expiresAtMs, isBlocked, isLooping }: RoutedLink): boolean {
  return (
    options === undefined && isActive && expiresAtMs === null && isBlocked !== true && !isLooping
  );
}

/** Answers the TLS server and Prometheus; null for all other requests. */
function machineAnswers(ports: Pick<FrontPorts, 'metrics' | keyof TlsCheckPorts>) {
  const mayHaveCertificate = tlsCheck(ports);
  const metrics = ports.metrics && metricsAnswer(ports.metrics);

  return (target: Target, request: Request, connections: Connections) => {
    const { method } = request;
    if (isTlsCheck(target, method)) return mayHaveCertificate(target, request, connections);
    return metrics && isMetrics(target, method) ? metrics(request, connections) : null;
  };
}

type AddressOf = (request: Request, connections: Connections) => string;

/** Passes a request to the application, with its caller; `domain`: the custom domain where it came. */
function appCaller(app: Respond, addressOf: AddressOf) {
  return (domain: CallersDomain | null): AnswerTarget =>
    (target, request, connections) => {
      const asked = withLongHost(request, target);
      const address = addressOf(request, connections);
      const keepOpen = (seconds: number) => connections.timeout(request, seconds);
      setCaller(asked, { address, keepOpen, domain });
      return app(asked);
    };
}

type ForeignPorts = DomainFrontPorts & {
  readonly follow: ReturnType<typeof followLink>;
  readonly toAppOn: ReturnType<typeof appCaller>;
  readonly addressOf: AddressOf;
};

/** Answers on custom domains and unknown hosts; null for health checks, which any host may have. */
function foreignAnswers({ follow, toAppOn, addressOf, ...ports }: ForeignPorts) {
  const onDomain = domainFront(ports, follow);
  const refuse = wrongHost(ports.appUrl);
  /** The host belongs to somebody else, so its responses do not have HSTS. */
  const fromApp = async (
    domain: CallersDomain | null,
    ...asked: Parameters<AnswerTarget>
  ): Promise<Response> => {
    const answer = await toAppOn(domain)(...asked);
    answer.headers.delete('strict-transport-security');
    return answer;
  };

  return (target: Target, request: Request, connections: Connections) => {
    const isRead = isVisit(request.method);
    if (target.path === pageFont && isRead) return fromApp(null, target, request, connections);
    const answer = onDomain(target, request, {
      addressOf: () => addressOf(request, connections),
      askApp: (domain) => fromApp(domain, target, request, connections),
    });
    if (answer !== null) return answer;
    return isForAnyHost(target, request.method) ? null : refuse(target.path);
  };
}

/** Reads the client's address of a request; empty when it is unknown. */
function addressReader({
  trustedProxies,
  reportStranger,
}: Pick<FrontPorts, 'trustedProxies' | 'reportStranger'>): AddressOf {
  let report = reportStranger;
  return (request, connections) => {
    const socketAddress = connections.requestIP(request)?.address ?? null;
    const forwardedFor = request.headers.get('x-forwarded-for');
    const from = { socketAddress, forwardedFor, trustedProxies };
    if (report !== undefined && isFromStranger(from)) {
      report();
      report = undefined;
    }
    return clientAddress(from);
  };
}

type LinkAnswer = (link: RoutedLink, name: string) => Response | Promise<Response>;

type LinkFinderPorts = Pick<FrontPorts, 'index' | 'find' | 'meter'>;

/** Runs `answer` for the link with this name; without a link, returns an error page. */
function linkFinder({ index, find, meter }: LinkFinderPorts, pages: Pages) {
  return async (name: string, address: string, answer: LinkAnswer): Promise<Response> => {
    const known = index.find(name);
    if (known) return answer(known, name);
    const found = await find(name, addressNetwork(address));
    if (found.kind === 'link') return answer(found.link, name);
    meter?.miss(found.kind);
    return missingLink(pages, found, name);
  };
}

/** Orchestrators address a machine by its IP address or by their own name for it. */
function isHealthCheck({ path }: Target, method: string): boolean {
  return (path === '/healthz' || path === '/readyz') && isVisit(method);
}

/** Requests of machines that do not know the instance's public names. */
function isForAnyHost(target: Target, method: string): boolean {
  return isHealthCheck(target, method) || isTlsCheck(target, method) || isMetrics(target, method);
}

/** A TLS server in front of Waypost uses its own name for this instance. */
function isTlsCheck({ path }: Target, method: string): boolean {
  return path === tlsCheckPath && isVisit(method);
}

/** Prometheus addresses a machine by a name of its own. */
function isMetrics({ path }: Target, method: string): boolean {
  return path === metricsPath && isVisit(method);
}

/** The responses of a separate short host beside links. */
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
  return new Response(robotsText, {
    headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' },
  });
}
