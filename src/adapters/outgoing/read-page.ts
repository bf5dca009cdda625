import type { PageWords, ReadWebPage } from '#core/links/preview-destination';
import { secondMs } from '#core/shared/time';
import type { GuardedGet } from './guarded-request.ts';

const wholeMs = 6 * secondMs;
const mostRedirects = 3;
const mostPageBytes = 256 * 1024;
const mostPictureBytes = 512 * 1024;
const longestTitle = 200;
const longestText = 500;

/**
 * Reads what a page says of itself: Open Graph's title, description and picture, or else its own
 * title and description. Everything together takes 6 s at most.
 */
export function readWebPage(get: GuardedGet, timeoutMs = wholeMs): ReadWebPage {
  return async (address) => {
    const endMs = performance.now() + timeoutMs;
    const page = await follow(get, { address, endMs, mostBytes: mostPageBytes });
    if (page === null || !/^(text\/html|application\/xhtml\+xml)\b/i.test(page.contentType)) {
      return null;
    }
    const said = await wordsOf(page);
    const picture = said.picture && URL.parse(said.picture, page.url.href)?.href;
    return {
      title: cut(said.title, longestTitle),
      text: cut(said.text, longestText),
      picture: picture ? await pictureAt(get, picture, endMs) : null,
    };
  };
}

type Wanted = { readonly address: string; readonly endMs: number; readonly mostBytes: number };
type Found = { readonly url: URL; readonly contentType: string; readonly bytes: Uint8Array };

/** The successful answer at an address, or where it redirects to; each request through the guard. */
async function follow(get: GuardedGet, wanted: Wanted): Promise<Found | null> {
  let url = URL.parse(wanted.address);
  for (let hop = 0; hop <= mostRedirects && url !== null; hop += 1) {
    const leftMs = Math.ceil(wanted.endMs - performance.now());
    if (leftMs <= 0) return null;
    // One redirect after the other. oxlint-disable-next-line no-await-in-loop
    const answer = await get(url, { timeoutMs: leftMs, mostBytes: wanted.mostBytes });
    if (answer.kind !== 'reply') return null;
    const { status, headers, bytes } = answer;
    if (status === 200) return { url, contentType: headers['content-type'] ?? '', bytes };
    const isRedirect = [301, 302, 303, 307, 308].includes(status);
    url = isRedirect && headers.location ? URL.parse(headers.location, url.href) : null;
  }
  return null;
}

/** The names of a page's `meta` elements, the best first. */
const names: Readonly<Record<keyof PageWords, readonly string[]>> = {
  title: ['og:title', 'twitter:title'],
  text: ['og:description', 'twitter:description', 'description'],
  picture: ['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image'],
};

async function wordsOf({ bytes, contentType }: Found): Promise<PageWords> {
  const metas = new Map<string, string>();
  let title = '';
  let isTitleOver = false;
  const reader = new HTMLRewriter()
    .on('title', {
      text(chunk) {
        if (!isTitleOver) title += chunk.text;
        if (chunk.lastInTextNode) isTitleOver = true;
      },
    })
    .on('meta', {
      element(meta) {
        const name = (
          meta.getAttribute('property') ??
          meta.getAttribute('name') ??
          ''
        ).toLowerCase();
        const content = meta.getAttribute('content') ?? '';
        if (content.trim() !== '' && !metas.has(name)) metas.set(name, content);
      },
    });
  await reader.transform(new Response(decoded(bytes, contentType))).arrayBuffer();
  const first = (wanted: readonly string[]) =>
    wanted.map((name) => metas.get(name)).find((content) => content !== undefined) ?? null;
  return {
    title: plain(first(names.title) ?? title),
    text: plain(first(names.text) ?? ''),
    picture: plain(first(names.picture) ?? ''),
  };
}

function decoded(bytes: Uint8Array, contentType: string): string {
  const [, charset = 'utf-8'] = /charset="?([\w-]+)/i.exec(contentType) ?? [];
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    // A name that no decoder has.
    return new TextDecoder().decode(bytes);
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
};

/** The text of HTML's character references, on one line; null for a blank text. */
function plain(html: string): string | null {
  const text = html
    .replaceAll(
      /&(#x?[\da-f]{1,7}|[a-z]{2,6});/gi,
      (whole, name: string) => characterOf(name) ?? whole,
    )
    .replaceAll(/[\s\0]+/g, ' ')
    .trim();
  return text === '' ? null : text.toWellFormed();
}

/** The character of a reference: `amp`, `#8220`, `#x201D`; null for an unknown one. */
function characterOf(name: string): string | null {
  if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? null;
  const code = Number(name.replace('#', '').replace(/^x/i, '0x'));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null;
}

function cut(text: string | null, longest: number): string | null {
  const letters = [...(text ?? '')];
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text;
}

/** The first bytes of the formats that browsers show and that contain no script. */
const formats: readonly { readonly type: string; readonly begin: RegExp }[] = [
  { type: 'image/jpeg', begin: /^\xff\xd8\xff/ },
  { type: 'image/png', begin: /^\x89PNG\r\n/ },
  { type: 'image/gif', begin: /^GIF8[79]a/ },
  { type: 'image/webp', begin: /^RIFF[^]{4}WEBP/ },
];

async function pictureAt(get: GuardedGet, address: string, endMs: number): Promise<string | null> {
  const found = await follow(get, { address, endMs, mostBytes: mostPictureBytes + 1 });
  if (found === null || found.bytes.length > mostPictureBytes) return null;
  const begin = Buffer.from(found.bytes.subarray(0, 16)).toString('latin1');
  const format = formats.find((each) => each.begin.test(begin));
  if (!format) return null;
  return `data:${format.type};base64,${Buffer.from(found.bytes).toString('base64')}`;
}
