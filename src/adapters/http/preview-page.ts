import type { RoutedLink } from '#core/redirect/routed-link';
import { documentHeaders, pageDocument } from './page-document.ts';
import { pageLinks } from './pages.ts';

/**
 * Shows where a link leads to whoever asks before following it. Nothing is counted, and no position
 * of a split test is taken: all of its destinations are shown.
 */
export function previewPage(addresses: { readonly appUrl: string; readonly shortUrl: string }) {
  const headers = documentHeaders(addresses.appUrl);
  return (link: RoutedLink, name: string): Response => {
    const isSplit = link.destinations.length > 0;
    const destinations = isSplit ? [...new Set(link.destinations)] : [link.originalUrl];
    const encoded = encodeURIComponent(name);
    const own = `${addresses.shortUrl}/${encoded}`;
    const html = [
      `<p class="text">${Bun.escapeHTML(`${addresses.shortUrl}/${name}`)} leads to ${destinations.length > 1 ? 'one of these' : 'this address'}:</p>`,
      `<ul class="to">${destinations.map(destination).join('')}</ul>`,
      `<p><a class="go" href="${Bun.escapeHTML(own)}" rel="nofollow">Follow the link</a></p>`,
      '<p class="text small">This preview was not counted. Following the link is.</p>',
    ].join('\n');
    const foot = pageLinks(addresses, encoded);
    const words = { status: 200, title: 'Where this link leads', html, foot };
    return new Response(pageDocument(words, addresses.appUrl), { headers });
  };
}

/** The host stands out: it is what tells a good address from one that looks like it. */
function destination(href: string): string {
  const host = URL.parse(href)?.host ?? '';
  const at = href.indexOf(host);
  const parts = [href.slice(0, at), href.slice(at, at + host.length), href.slice(at + host.length)];
  const [before = '', named = '', after = ''] = parts.map((part) => Bun.escapeHTML(part));
  return `<li>${before}<b>${named}</b>${after}</li>`;
}
