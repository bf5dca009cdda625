import { documentHeaders, pageDocument } from './page-document.ts';
import { clockText } from '#core/shared/clock-text';
import { spentHeaders } from '#adapters/http/frame/retry-headers';

/**
 * The pages that the server writes itself: complete in one response, without scripts or other
 * files.
 */
export type Pages = {
  /** `name` is the requested code or alias: a person who reports the link need not type it. */
  unknownLink(name?: string): Response;
  pausedLink(name: string): Response;
  expiredLink(name: string): Response;
  /** The link expired by its number of clicks. */
  spentLink(name: string): Response;
  /** The link begins at a time (epoch milliseconds). */
  earlyLink(name: string, startsAtMs: number): Response;
  blockedLink(name: string): Response;
  loopingLink(name: string): Response;
  unavailable(retryAfterSeconds: number): Response;
  tooManyTries(retryAfterSeconds: number): Response;
  /** The page at `/` when the web app is not built. */
  root(): Response;
};

type Words = { readonly status: number; readonly title: string; readonly text: string };

const words = {
  unknownLink: {
    status: 404,
    title: 'There is no link here',
    text: 'Check the address for a typo, or ask the sender for the correct link.',
  },
  pausedLink: {
    status: 410,
    title: 'This link is paused',
    text: 'Its owner has paused it. It may work again later.',
  },
  expiredLink: {
    status: 410,
    title: 'This link has expired',
    text: 'Its owner set an expiration date, and that date has passed.',
  },
  spentLink: {
    status: 410,
    title: 'This link has expired',
    text: 'Its owner set a number of visits, and that number has been reached.',
  },
  earlyLink: {
    status: 403,
    title: 'This link is not open yet',
    text: 'Please come back on {{start}}.',
  },
  blockedLink: {
    status: 410,
    title: 'This link has been blocked',
    text: 'Its destination is not allowed, so the link no longer works.',
  },
  loopingLink: {
    status: 410,
    title: 'This link leads back to itself',
    text: 'Its destination is an address of Waypost itself. Its owner can change the destination.',
  },
  unavailable: {
    status: 503,
    title: 'This link cannot be opened right now',
    text: 'Nothing is wrong with the link. Please try again in a few seconds.',
  },
  tooManyTries: {
    status: 429,
    title: 'Too many attempts',
    text: 'Your network requested many links that do not exist. Please wait a minute.',
  },
  root: {
    status: 200,
    title: 'Brand, Track, Convert!',
    text: 'Short links, click analytics, split tests and conversions. Waypost is running.',
  },
} satisfies Record<string, Words>;

/** Placeholder in a page until the link's name is known. */
const namePlaceholder = '{{name}}';
/** Placeholder until the link's start is known. */
const startPlaceholder = '{{start}}';

/** `appUrl` is the link of the mark, `shortUrl` the address of short links. */
export type PageOrigins = {
  readonly appUrl: string;
  readonly shortUrl: string;
  /** The headers of every page on a custom domain; absent: the usual ones of `appUrl`. */
  readonly headers?: Record<string, string>;
  /** The origin of pictures in link previews; absent: `shortUrl`. */
  readonly pictureOrigin?: string;
};

export function brandedPages(origins: PageOrigins): Pages {
  const { appUrl, headers = documentHeaders(appUrl) } = origins;
  const page = ({ status, title, text }: Words, foot = '') => {
    const html = `<p class="text">${text}</p>`;
    const body = pageDocument({ status, title, html, foot }, appUrl);
    return { body, init: { status, headers } };
  };
  const plain = (what: Words) => {
    const { body, init } = page(what);
    return (): Response => new Response(body, init);
  };
  const retryable = (what: Words, toRetry: (seconds: number) => Record<string, string>) => {
    const { body, init } = page(what);
    return (seconds: number): Response => {
      const more = toRetry(seconds);
      return new Response(body, { ...init, headers: { ...init.headers, ...more } });
    };
  };
  const aboutLink = (what: Words) => {
    const { body, init } = page(what, pageLinks(origins, namePlaceholder));
    return (name = '', start = ''): Response =>
      new Response(
        body.replace(namePlaceholder, encodeURIComponent(name)).replace(startPlaceholder, start),
        init,
      );
  };

  const early = aboutLink(words.earlyLink);

  return {
    unknownLink: aboutLink(words.unknownLink),
    pausedLink: aboutLink(words.pausedLink),
    expiredLink: aboutLink(words.expiredLink),
    spentLink: aboutLink(words.spentLink),
    earlyLink: (name, startsAtMs) => early(name, startText(startsAtMs)),
    blockedLink: aboutLink(words.blockedLink),
    loopingLink: aboutLink(words.loopingLink),
    unavailable: retryable(words.unavailable, (seconds) => ({ 'retry-after': String(seconds) })),
    tooManyTries: retryable(words.tooManyTries, spentHeaders),
    root: plain(words.root),
  };
}

/** The server does not know the visitor's time zone. */
function startText(startsAtMs: number): string {
  const at = new Date(startsAtMs);
  const day = at.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'long' });
  return `${day}, at ${clockText(at, 'UTC')} UTC`;
}

/** The links that a visitor gets beside the destination; `name` is URL-encoded. */
export function pageLinks(
  { appUrl, shortUrl }: { appUrl: string; shortUrl: string },
  name: string,
): string {
  const app = Bun.escapeHTML(appUrl);
  const link = `${encodeURIComponent(`${shortUrl}/`)}${name}`;
  return `<a href="${app}/report?url=${link}">Report this link</a><a href="${app}/privacy">Privacy</a>`;
}
