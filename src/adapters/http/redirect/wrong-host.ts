import { Refusal } from '#core/shared/refusal';
import { documentHeaders, pageDocument } from './page-document.ts';
import { problemResponse } from '#adapters/http/frame/problem';
import { apiHeaders } from '#adapters/http/frame/security-headers';

/** Headers without HSTS, because the host belongs to somebody else. */
const [ofPage, ofApi] = [documentHeaders(''), apiHeaders('')];

/**
 * Answers requests for a host that does not belong to this instance (421, RFC 9110 section
 * 15.5.20), without a cookie and without a redirect. `appUrl` is the link of the page's mark.
 */
export function wrongHost(appUrl: string): (path: string) => Response {
  const html = [
    '<p class="text">Waypost does not serve this host name.</p>',
    '<p class="text small">If you run it, set APP_URL or SHORT_URL to the address that people use.</p>',
  ].join('\n');
  const words = { status: 421, title: 'Nothing is served at this host name', html, foot: '' };
  const page = pageDocument(words, appUrl);

  return (path) => {
    if (!path.startsWith('/api/')) return new Response(page, { status: 421, headers: ofPage });
    const refusal = new Refusal('misdirected', 'Waypost does not serve this host name');
    return problemResponse(refusal, { appUrl, requestId: crypto.randomUUID(), headers: ofApi });
  };
}
