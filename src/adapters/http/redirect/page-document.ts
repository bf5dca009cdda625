import { pageFont, pageStyle } from './page-style.ts';
import { transportHeaders } from '#adapters/http/frame/security-headers';

/** The content of one of the server's own pages. `html` and `foot` are markup; the rest is text. */
export type PageWords = {
  readonly status: number;
  readonly title: string;
  /** The body below the heading. */
  readonly html: string;
  /** Small links at the end; may be empty. */
  readonly foot: string;
  /** Laid out as running text, instead of one centred message. */
  readonly isProse?: true;
};

const styleHash = new Bun.CryptoHasher('sha256').update(pageStyle).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** The headers of a page without scripts that is never cached, indexed or framed. */
export function documentHeaders(appUrl: string): Record<string, string> {
  return { ...headers, ...transportHeaders(appUrl) };
}

/** A complete page; `appUrl` is the link of the mark. */
export function pageDocument(words: PageWords, appUrl: string): string {
  const { status, title, html, foot, isProse } = words;
  const code = status === 200 ? '' : `<p class="code">${status}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>${status === 200 ? `${title} · Waypost` : `${status} · ${title} · Waypost`}</title>
<link rel="preload" href="${pageFont}" as="font" type="font/woff2" crossorigin>
<style>${pageStyle}</style>
</head>
<body>
<header><a href="${Bun.escapeHTML(appUrl)}/">${mark}<span>Waypost</span></a></header>
<main${isProse ? ' class="prose"' : ''}>
${isProse ? '' : sign}
${code}
<h1>${title}</h1>
${html}
</main>
${foot === '' ? '' : `<footer>${foot}</footer>`}
</body>
</html>
`;
}

const boards = 'M5 3.5h12.6l3.9 4-3.9 4H5zM19 12.5H6.4l-3.9 4 3.9 4H19z';
const mark = `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="${boards}"/></svg>`;
const sign = `<svg class="sign" width="120" height="144" viewBox="0 0 24 28.8" aria-hidden="true"><path class="post" d="M11.2 1.4h1.6v26h-1.6zM8 27.4h8v.5H8z"/><path class="boards" d="${boards}"/></svg>`;
