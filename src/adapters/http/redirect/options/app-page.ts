import { documentHeaders, pageDocument } from '#adapters/http/redirect/page-document';
import { type PageOrigins, pageLinks } from '#adapters/http/redirect/pages';

/**
 * Opens the app, and continues to the fallback when the page is still visible a moment later,
 * because then the device does not have the app. Without scripts the visitor gets both as buttons.
 */
const script = `
var app=document.getElementById('app').href,web=document.getElementById('web').href;
var timer=setTimeout(function(){if(!document.hidden)location.replace(web)},1500);
document.addEventListener('visibilitychange',function(){if(document.hidden)clearTimeout(timer)});
location.href=app;
`;
const scriptHash = new Bun.CryptoHasher('sha256').update(script).digest('base64');

/** The page that opens an app by the app's own scheme. Only web addresses stand in headers. */
export function appPage(origins: PageOrigins) {
  const headers: Record<string, string> = origins.headers ?? documentHeaders(origins.appUrl);
  const policy = `${headers['content-security-policy'] ?? ''}; script-src 'sha256-${scriptHash}'`;
  const init = { headers: { ...headers, 'content-security-policy': policy } };

  return (appUrl: string, destination: string, name: string): Response => {
    const html = [
      '<p class="text">If the app does not open, continue in the browser.</p>',
      `<p><a class="go" id="app" href="${Bun.escapeHTML(appUrl)}">Open the app</a></p>`,
      `<p class="text"><a id="web" href="${Bun.escapeHTML(destination)}">Continue in the browser</a></p>`,
      `<script>${script}</script>`,
    ].join('\n');
    const foot = pageLinks(origins, encodeURIComponent(name));
    const words = { status: 200, title: 'Opening the app', html, foot };
    return new Response(pageDocument(words, origins.appUrl), init);
  };
}
