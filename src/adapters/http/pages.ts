import { pageStyle } from './page-style.ts';
import { spentHeaders } from './retry-headers.ts';
import { transportHeaders } from './security-headers.ts';

/** The pages that the server writes itself: whole in one answer, without scripts or other files. */
export type Pages = {
  unknownLink(): Response;
  pausedLink(): Response;
  expiredLink(): Response;
  unavailable(retryAfterSeconds: number): Response;
  tooManyTries(retryAfterSeconds: number): Response;
  /** What stands at `/` while there is no application to show. */
  root(): Response;
};

type Words = { readonly status: number; readonly title: string; readonly text: string };

const words = {
  unknownLink: {
    status: 404,
    title: 'There is no link here',
    text: 'Check the address for a typo, or ask whoever gave it to you for the right one.',
  },
  pausedLink: {
    status: 410,
    title: 'This link is paused',
    text: 'Its owner has switched it off. It may lead somewhere again later.',
  },
  expiredLink: {
    status: 410,
    title: 'This link has expired',
    text: 'Its owner gave it an end date, and that date has passed.',
  },
  unavailable: {
    status: 503,
    title: 'We cannot look this up right now',
    text: 'Nothing is wrong with the link. Please try again in a few seconds.',
  },
  tooManyTries: {
    status: 429,
    title: 'Too many tries',
    text: 'Many links that do not exist were asked for from your network. Please wait a minute.',
  },
  root: {
    status: 200,
    title: 'Brand, Track, Convert!',
    text: 'Short links, click analytics, split tests and conversions. Waypost is running.',
  },
} satisfies Record<string, Words>;

/** `appUrl` is where the mark leads. */
export function brandedPages(appUrl: string): Pages {
  const always = { ...headers, ...transportHeaders(appUrl) };
  const page = (what: Words) => {
    const body = new TextEncoder().encode(document(what, appUrl));
    return (more: Record<string, string> = {}): Response =>
      new Response(body, { status: what.status, headers: { ...always, ...more } });
  };
  const [unavailable, tooManyTries] = [page(words.unavailable), page(words.tooManyTries)];

  return {
    unknownLink: page(words.unknownLink),
    pausedLink: page(words.pausedLink),
    expiredLink: page(words.expiredLink),
    unavailable: (seconds) => unavailable({ 'retry-after': String(seconds) }),
    tooManyTries: (seconds) => tooManyTries(spentHeaders(seconds)),
    root: page(words.root),
  };
}

const styleHash = new Bun.CryptoHasher('sha256').update(pageStyle).digest('base64');

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function document({ status, title, text }: Words, appUrl: string): string {
  const code = status === 200 ? '' : `<p class="code">${status}</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
<title>${status === 200 ? 'Waypost' : `${status} · ${title} · Waypost`}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><a href="${Bun.escapeHTML(appUrl)}/">${mark}<span>Waypost</span></a></header>
<main>
${sign}
${code}
<h1>${title}</h1>
<p class="text">${text}</p>
</main>
</body>
</html>
`;
}

const boards = 'M5 3.5h12.6l3.9 4-3.9 4H5zM19 12.5H6.4l-3.9 4 3.9 4H19z';
const mark = `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="${boards}"/></svg>`;
const sign = `<svg class="sign" width="120" height="144" viewBox="0 0 24 28.8" aria-hidden="true"><path class="post" d="M11.2 1.4h1.6v26h-1.6zM8 27.4h8v.5H8z"/><path class="boards" d="${boards}"/></svg>`;
