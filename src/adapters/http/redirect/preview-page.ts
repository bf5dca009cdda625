import { urlsOf } from '#core/redirect/options/routed-options';
import type { RoutedLink } from '#core/redirect/routed-link';
import { documentHeaders, pageDocument } from './page-document.ts';
import { type PageOrigins, pageLinks, type Pages } from './pages.ts';

/**
 * Shows a link's destinations to a person who asks before following it. It counts nothing and takes
 * no position of a split test: all of its destinations are shown. A link that does not redirect
 * gets its usual error page.
 */
export function previewPage(origins: PageOrigins, pages: Pages) {
  const { headers = documentHeaders(origins.appUrl) } = origins;
  return (link: RoutedLink, name: string): Response => {
    if (link.isBlocked) return pages.blockedLink(name);
    if (link.isLooping) return pages.loopingLink(name);
    if (!link.isActive) return pages.pausedLink(name);
    const { options, expiresAtMs } = link;
    const startsAtMs = options?.startsAtMs ?? null;
    if (startsAtMs !== null && startsAtMs > Date.now()) return pages.earlyLink(name, startsAtMs);
    const isExpired = expiresAtMs !== null && expiresAtMs <= Date.now();
    if ((isExpired || options?.isSpent) && (options?.expiredUrl ?? null) === null) {
      return isExpired ? pages.expiredLink(name) : pages.spentLink(name);
    }

    const encoded = encodeURIComponent(name);
    const html = preview(link, `${origins.shortUrl}/${encoded}`);
    const foot = pageLinks(origins, encoded);
    const words = { status: 200, title: 'Where this link leads', html, foot };
    return new Response(pageDocument(words, origins.appUrl), { headers });
  };
}

function preview({ originalUrl, destinations, options }: RoutedLink, shortUrl: string): string {
  const usual = destinations.length > 0 ? destinations : [originalUrl];
  const all = [...new Set([...usual, ...urlsOf(options)])];
  const own = Bun.escapeHTML(shortUrl);
  const open = `<p><a class="go" href="${own}" rel="nofollow">Open the link</a></p>`;
  if (options?.passwordHash) {
    const text = `${own} needs a password. Its destination is shown to nobody without it.`;
    return [`<p class="text">${text}</p>`, open].join('\n');
  }
  return [
    `<p class="text">${own} leads to ${all.length > 1 ? 'one of these' : 'this address'}:</p>`,
    `<ul class="to">${all.map(destination).join('')}</ul>`,
    open,
    '<p class="text small">This preview was not counted. Opening the link is counted.</p>',
  ].join('\n');
}

/** Emphasises the host: it distinguishes a genuine address from a similar one. */
function destination(href: string): string {
  const host = URL.parse(href)?.host ?? '';
  const at = href.indexOf(host);
  const parts = [href.slice(0, at), href.slice(at, at + host.length), href.slice(at + host.length)];
  const [before = '', named = '', after = ''] = parts.map((part) => Bun.escapeHTML(part));
  return `<li>${before}<b>${named}</b>${after}</li>`;
}
