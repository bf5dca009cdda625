import { z } from 'zod';
import { isId } from '#core/shared/ids';
import { domainOf, setCallerAs } from '#adapters/http/frame/caller';
import type { Respond } from '#adapters/http/redirect/front';
import { transportHeaders } from '#adapters/http/frame/security-headers';
import type { SessionCookie } from '#adapters/http/cookies/session-cookie';
import { readTarget } from '#adapters/http/redirect/target';
import type { WebFiles } from './web-files.ts';
import type { WebPages } from './web-pages.ts';

export type WebPorts = {
  readonly files: WebFiles;
  readonly pages: WebPages;
  /** The page that explains to visitors of short links what is recorded. */
  readonly privacy: () => Response;
  /** Everything that programs request. */
  readonly api: Respond;
  readonly cookie: Pick<SessionCookie, 'read'>;
  readonly appUrl: string;
};

/** A link's own page with its parts and its editor, and its page for everybody who has the token. */
const linkScreen = '/links/:id';
const linkParts = ['edit', 'sources', 'clicks', 'conversions', 'settings'];
const publicScreen = '/public/:token';
/** Only operators have this screen; the API knows who they are. */
const operatorScreen = '/admin';

/** Paths with a screen, in one of the app's two route sets. A part after a colon stands for any value. */
export const screens: ReadonlySet<string> = new Set([
  '/',
  ...[linkScreen, publicScreen, operatorScreen],
  ...linkParts.map((part) => `${linkScreen}/${part}`),
  ...['/dashboard', '/links', '/links/import', '/links/qr', '/analytics', '/analytics/shared'],
  ...['/conversions', '/split-tests', '/tracking', '/sql'],
  ...['/settings', '/support'],
  ...['/settings/profile', '/settings/security', '/settings/links', '/settings/notifications'],
  ...['/settings/domains', '/settings/alerts', '/settings/reports'],
  ...['/settings/billing', '/settings/api', '/settings/webhooks', '/report'],
  ...['/login', '/register', '/payment', '/subscribe', '/forgot-password', '/reset-password'],
  ...['/verify', '/verify/report'],
]);

/** The entry of `screens` for a path; null for a path without a screen. */
export function screenAt(path: string): string | null {
  const [, linkId, part] = /^\/links\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (linkId !== undefined && isId(linkId)) {
    if (part === undefined) return linkScreen;
    return linkParts.includes(part) ? `${linkScreen}/${part}` : null;
  }
  if (/^\/public\/[\w-]{22}$/.test(path)) return publicScreen;
  return screens.has(path) && !path.includes(':') ? path : null;
}

const frameHosts = z.object({ hosts: z.array(z.string()) });

/** The API's own paths other than `/api/…`. */
const machines = /^\/(?:api|clickhouse|healthz|readyz|ping|metrics|wp\.js|\.well-known)(?:\/|$)/;

/**
 * The responses for browsers, in front of the API: the app's files, its shell for every screen, the
 * landing page, and the files for search engines. Other paths get the shell with status 404.
 */
export function web({ files, pages, privacy, api, cookie, appUrl }: WebPorts): Respond {
  const transport = transportHeaders(appUrl);
  const reportPage = reportPages({ pages, api, cookie, appUrl });
  const textAnswer = (type: string, text: string) => () =>
    new Response(text, {
      headers: { ...unsniffed, ...transport, 'content-type': `${type}; charset=utf-8` },
    });
  const fixed = new Map([
    ['/privacy', privacy],
    ['/robots.txt', textAnswer('text/plain', robots(appUrl))],
    ['/sitemap.xml', textAnswer('application/xml', sitemap(appUrl))],
  ]);

  const file = (path: string, request: Request): Response => {
    const answer = files.answer(path, request) ?? noFile();
    for (const [name, value] of Object.entries(transport)) answer.headers.set(name, value);
    return answer;
  };

  const isOperators = async ({ headers }: Request): Promise<boolean> => {
    const asked = new Request(`${appUrl}/api/admin`, {
      headers: { cookie: headers.get('cookie') ?? '' },
    });
    return (await api(asked)).ok;
  };

  return (request) => {
    const { path } = readTarget(request.url);
    if (machines.test(path) || !isReading(request.method)) return api(request);
    if (path.startsWith('/assets/')) return file(path, request);
    if (path === '/favicon.ico') return file('/assets/favicon.ico', request);
    // A worker is responsible only for addresses below its own.
    if (path === '/service-worker.js') return file('/assets/service-worker.js', request);
    if (path === '/' && cookie.read(request) === null) return pages.landing();

    const answer = fixed.get(path);
    if (answer) return answer();
    const document = pages.document(withoutEnd(path));
    if (document) return document;
    const screen = screenAt(withoutEnd(path) || '/');
    const hasSession = cookie.read(request) !== null;
    const shell = (status: 200 | 404) => pages.shell({ path: screen ?? path, status, hasSession });
    if (screen === publicScreen) return reportPage(withoutEnd(path), request);
    if (screen !== operatorScreen) return shell(screen === null ? 404 : 200);
    return hasSession
      ? isOperators(request).then((isTheirs) => shell(isTheirs ? 200 : 404))
      : shell(404);
  };
}

/**
 * The page of a shared report, with the hosts that may show it in a frame; none while that cannot be
 * asked. 404 when its host has no such report.
 */
function reportPages({ pages, api, cookie, appUrl }: Omit<WebPorts, 'files' | 'privacy'>) {
  return async (path: string, request: Request): Promise<Response> => {
    const asked = new Request(`${appUrl}/api${path}/cover`);
    setCallerAs(asked, request);
    const answer = await api(asked);
    return pages.shell({
      path: publicScreen,
      status: answer.status === 404 ? 404 : 200,
      hasSession: domainOf(request) === null ? cookie.read(request) !== null : null,
      framedBy: answer.ok ? frameHosts.parse(await answer.json()).hosts : [],
    });
  };
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

function withoutEnd(path: string): string {
  return path.replace(/\/$/, '');
}

/** A browser that requests a script must not get an HTML document instead. */
function noFile(): Response {
  const headers = { ...unsniffed, 'cache-control': 'no-store' };
  return new Response('Not found', { status: 404, headers });
}

const unsniffed = { 'x-content-type-options': 'nosniff' };

/**
 * Crawlers may read public pages, and follow short links for their previews, whose pictures are
 * part of the API.
 */
function robots(appUrl: string): string {
  const rules = ['User-agent: *', 'Allow: /api/link-pictures/', 'Disallow: /api/'];
  return `${[...rules, `Sitemap: ${appUrl}/sitemap.xml`].join('\n')}\n`;
}

function sitemap(appUrl: string): string {
  const url = Bun.escapeHTML(`${appUrl}/`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${url}</loc></url></urlset>
`;
}
