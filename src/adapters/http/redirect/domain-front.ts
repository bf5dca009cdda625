import { appLinkPaths } from '#contract/app-links';
import { appleFile, googleFile } from '#core/domains/app-links';
import { isSafeLocation } from '#core/links/destination';
import { nameOn, originAt } from '#core/links/link-domain';
import type { ServedDomain, ServedDomains } from '#core/domains/served-domains';
import type { FoundLink } from '#core/redirect/find-link';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { Visitor } from '#core/redirect/visit-link';
import { recentMap } from '#core/shared/recent-map';
import type { CallersDomain } from '#adapters/http/frame/caller';
import { addressNetwork } from '#adapters/http/frame/client-address';
import { visitPlace } from './follow-link.ts';
import { optionFront, type OptionFrontPorts } from './options/option-front.ts';
import { isVisit, missingLink, notAVisit, previewSuffix, robotsText } from './link-requests.ts';
import { documentHeaders, pageDocument } from './page-document.ts';
import { brandedPages, type Pages } from './pages.ts';
import { previewPage } from './preview-page.ts';
import type { RedirectMeter } from './redirect-meter.ts';
import { redirectHeaders } from './redirect-answer.ts';
import { bareName } from './hosts.ts';
import type { Target } from './target.ts';
import type { VisitPlace } from './visit-turn.ts';
import { readVisitor } from './visitor.ts';

export type DomainFrontPorts = Pick<OptionFrontPorts, 'unlockLink' | 'passwordProofs'> & {
  readonly domains: Pick<ServedDomains, 'at'>;
  readonly index: { find(name: string): RoutedLink | undefined };
  readonly find: (name: string, network: string) => Promise<FoundLink>;
  readonly appUrl: string;
  readonly shortUrl: string;
  /** Whether a domain's own destination may not be visited: blocked, or on this instance itself. */
  readonly isRefusedDestination: (href: string) => boolean;
  /** Whether the operator has banned an account. */
  readonly isBanned: (userId: string) => boolean;
  /** Counts the answers. */
  readonly meter?: Pick<RedirectMeter, 'miss'>;
};

type Follow = (
  link: RoutedLink,
  visitor: Visitor,
  place: VisitPlace,
) => Response | Promise<Response>;

/** A request on a custom domain; `address` is its visitor's. */
type DomainRequest = Pick<Outside, 'askApp'> & {
  readonly domain: ServedDomain;
  readonly target: Target;
  readonly request: Request;
  readonly address: string;
};

/** What a request on a custom domain needs beyond its domain. */
type Outside = {
  readonly addressOf: () => string;
  /** The application's answer, without the promise of HTTPS. */
  readonly askApp: (domain: CallersDomain) => Promise<Response>;
};

/** The parts of the application that a shared report consists of. No link has such a name. */
const reportPaths = /^\/(?:(?:api\/)?public\/[\w-]{22}(?:\/[a-z]*)?|assets\/.+)$/;
const unlockPath = /^\/api\/public\/[\w-]{22}\/unlock$/;

const rememberedDomains = 500;
/** A custom domain belongs to somebody else, so its responses do not have HSTS. */
const headers = documentHeaders('');
const always = { 'x-content-type-options': 'nosniff' };
const robotsHeaders = { ...always, 'content-type': 'text/plain; charset=utf-8' };

/**
 * Answers requests on proven custom domains, null for every other host: the links of the domain,
 * its own destinations for `/` and unknown names, `/robots.txt`, the files that name its apps, a
 * page about reporting a link, and the shared reports of its account, which the application answers.
 * There is nothing else. No cookie is read or set, but for the password of a report.
 */
export function domainFront(ports: DomainFrontPorts, follow: Follow) {
  const { index, find, meter, isBanned } = ports;
  const placeOf = placesOf(ports);

  const onward = (href: string | null, otherwise: () => Response): Response => {
    if (href === null || !isSafeLocation(href) || ports.isRefusedDestination(href)) {
      return otherwise();
    }
    return new Response(null, { status: 302, headers: redirectHeaders(href) });
  };
  const links = async (asked: DomainRequest, place: Place, name: string): Promise<Response> => {
    const { domain, address } = asked;
    const { method } = asked.request;
    const isPreview = isVisit(method) && name.endsWith(previewSuffix);
    const wanted = nameOn(domain.number, isPreview ? name.slice(0, -1) : name);
    const answer = (link: RoutedLink) => {
      if (isPreview) return place.preview(link, name.slice(0, -1));
      if (!isVisit(method)) return place.options.unlock(link, asked) ?? notAVisit(always);
      return follow(link, visitorOf(asked, link, place), place.visits);
    };
    const known = index.find(wanted);
    if (known !== undefined) return answer(known);
    const found = await find(wanted, addressNetwork(address));
    if (found.kind === 'link') return answer(found.link);
    meter?.miss(found.kind);
    const missing = () => missingLink(place.pages, found, name);
    const leadsOn = found.kind === 'unknown' && isVisit(method);
    return leadsOn ? onward(domain.unknownUrl, missing) : missing();
  };

  const answerTo = (asked: DomainRequest): Response | Promise<Response> => {
    const { domain, target, request } = asked;
    const place = placeOf(domain.host);
    const { path, name, isName } = target;
    const isForm = request.method === 'POST' && isName && name !== 'report';
    const isUnlock = request.method === 'POST' && unlockPath.test(path);
    if (!isForm && !isUnlock && !isVisit(request.method)) return notAVisit(always);
    if (path === '/robots.txt') return new Response(robotsText, { headers: robotsHeaders });
    if (name === 'report') return place.report();
    if (isBanned(domain.userId)) return place.pages.blockedLink(name);
    if (reportPaths.test(path))
      return asked.askApp({ userId: domain.userId, origin: place.origin });
    if (path === '/') return onward(domain.rootUrl, () => place.pages.unknownLink());
    if (isName) return links(asked, place, name);
    return appLinkFile(domain, path) ?? place.pages.unknownLink();
  };

  return (target: Target, request: Request, { addressOf, askApp }: Outside) => {
    const domain = ports.domains.at(bareName(target.host).toLowerCase());
    if (domain === undefined) return null;
    return answerTo({ domain, target, request, askApp, address: addressOf() });
  };
}

/** The data that all visits of one domain share. */
type Place = {
  readonly origin: string;
  readonly pages: Pages;
  readonly preview: ReturnType<typeof previewPage>;
  readonly visits: VisitPlace;
  readonly options: ReturnType<typeof optionFront>;
  readonly report: () => Response;
};

function placesOf(ports: DomainFrontPorts): (host: string) => Place {
  const { appUrl, shortUrl } = ports;
  const places = recentMap<string, Place>(rememberedDomains);

  return (host) => {
    const known = places.get(host);
    if (known !== undefined) return known;
    const own = originAt(shortUrl, host);
    const origins = { appUrl, shortUrl: own, headers, pictureOrigin: shortUrl };
    const pages = brandedPages(origins);
    const report = reportDocument(appUrl, own);
    const place = {
      origin: own,
      pages,
      preview: previewPage(origins, pages),
      visits: visitPlace(pages, origins),
      options: optionFront({ ...ports, ...origins }),
      report: () => new Response(report, { headers }),
    };
    places.set(host, place);
    return place;
  };
}

/** The form itself is on the application's host: a custom domain has no form of Waypost. */
function reportDocument(appUrl: string, own: string): string {
  const form = Bun.escapeHTML(`${appUrl}/report?url=${encodeURIComponent(`${own}/`)}`);
  const host = Bun.escapeHTML(new URL(own).host);
  const html = [
    `<p class="text">Short links on ${host} are redirected by Waypost. Their owner chose where they lead.</p>`,
    '<p class="text small">Add the name of the link to the address in the form.</p>',
    `<p><a class="go" href="${form}">Report a harmful link</a></p>`,
  ].join('\n');
  return pageDocument({ status: 200, title: 'Report a link', html, foot: '' }, appUrl);
}

/** A visitor of a custom domain has no cookie of Waypost. */
function visitorOf(
  { request, address, target }: DomainRequest,
  link: RoutedLink,
  { options }: Place,
): Visitor {
  const visitor = readVisitor(request.headers, address, target.query);
  return { ...options.completed(link, visitor, request), isHead: request.method === 'HEAD' };
}

/** Apple and Google keep copies of their own for hours or days; other programs get changes in minutes. */
const appFileHeaders = {
  'content-type': 'application/json',
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
};

/** The file in which Apple or Google reads the domain's apps; null for other paths, and without an app. */
function appLinkFile({ appLinks }: ServedDomain, path: string): Response | null {
  const file = fileAt(appLinks, path);
  return file && new Response(JSON.stringify(file), { headers: appFileHeaders });
}

function fileAt(appLinks: ServedDomain['appLinks'], path: string): object | null {
  if (path === appLinkPaths.ios) return appleFile(appLinks);
  return path === appLinkPaths.android ? googleFile(appLinks) : null;
}
