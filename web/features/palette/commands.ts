import type { Link } from '#web/api.ts';
import { linkName, withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { nameOf, type ScreenName } from '#web/screens.ts';

/** One entry of the palette. */
export type Command = {
  /** Unique in the palette. */
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
} & (
  | { readonly kind: 'go'; readonly path: string }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'create'; readonly originalUrl: string }
  | { readonly kind: 'create from clipboard' }
);

/** The screens that the palette finds, in its order. */
const places: readonly ScreenName[] = [
  ...([
    'home',
    'links',
    'importLinks',
    'splitTests',
    'analytics',
    'conversions',
    'tracking',
    'sql',
  ] as const),
  ...(['profile', 'security', 'linkDefaults', 'domains', 'notifications', 'billing'] as const),
  ...(['apiKeys', 'support'] as const),
];

/**
 * The entries for a typed text: links first, then what can be created, then screens without the
 * `absent` ones.
 */
export function commandsFor(
  typed: string,
  found: readonly Link[],
  absent: ReadonlySet<string>,
): readonly Command[] {
  const text = typed.trim();
  const url = urlIn(text);
  const links = found.map((link): Command => {
    const short = withoutScheme(link.shortUrl);
    const detail = link.title === null ? withoutScheme(link.originalUrl) : short;
    return { kind: 'link', key: link.id, label: linkName(link), detail, link };
  });
  const screens = places
    .map((screen) => ({ name: nameOf(screen), path: paths[screen] }))
    .filter(({ path }) => !absent.has(path))
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .map(({ name, path }): Command => ({ kind: 'go', key: path, label: `Go to ${name}`, path }));
  return [...(text === '' ? [] : links), ...creating(text, url), ...screens];
}

/** Whether the link's title or addresses contain the text, without case. */
export function shows({ title, shortUrl, originalUrl }: Link, text: string): boolean {
  return `${title ?? ''}\n${shortUrl}\n${originalUrl}`.toLowerCase().includes(text.toLowerCase());
}

function creating(text: string, url: string | null): readonly Command[] {
  if (url !== null) {
    const label = 'Create a short link';
    return [{ kind: 'create', key: 'create', label, detail: url, originalUrl: url }];
  }
  const label = 'Create a short link from the clipboard';
  const isWanted = label.toLowerCase().includes(text.toLowerCase());
  return isWanted ? [{ kind: 'create from clipboard', key: 'clipboard', label }] : [];
}

/** The text as a web address; null when it is not one. */
export function urlIn(text: string): string | null {
  const url = /^https?:\/\/\S+$/i.test(text.trim()) ? URL.parse(text.trim()) : null;
  return url === null ? null : url.href;
}
