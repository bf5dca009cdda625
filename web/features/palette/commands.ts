import type { SavedView } from '#contract/analytics/saved';
import { unlabelled } from '#contract/analytics/report-filters';
import type { Link } from '#web/api.ts';
import type { ClosedAction } from '#web/app/state/palette.ts';
import type { Theme } from '#web/app/state/theme.ts';
import { linkName, withoutScheme } from '#web/format.ts';
import { type NewLinkKind, paths } from '#web/paths.ts';
import { isScreen, nameOf, type ScreenName, screensFor, sectionScreens } from '#web/screens.ts';
import { goKeys } from './go-keys.ts';
import type { Label } from '#web/features/labels/labels.ts';
import type { PageAction } from './on-page.ts';

/** One entry of the palette. */
export type Command = {
  /** Unique in the palette. */
  readonly key: string;
  readonly label: string;
  readonly detail?: string;
  /** Words that find the entry beside those of its label. */
  readonly words?: string;
  /** The keyboard shortcut of the entry. */
  readonly keys?: string;
} & (
  | { readonly kind: 'go'; readonly path: string }
  /** My Links with a filter. */
  | { readonly kind: 'filter'; readonly path: string }
  /** Analytics with a saved view. */
  | { readonly kind: 'view'; readonly path: string }
  /** A page that the server renders. */
  | { readonly kind: 'read'; readonly path: string }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'new'; readonly what: NewLinkKind }
  | { readonly kind: 'theme'; readonly theme: Theme }
  | { readonly kind: 'create'; readonly originalUrl: string }
  | { readonly kind: 'page'; readonly name: string }
  | { readonly kind: 'closed'; run(): void }
  | { readonly kind: 'create from clipboard' | 'show keys' | 'log out' }
);

/** Screens that are no destination of their own: other names, and the home of chosen codes. */
const unlisted: readonly ScreenName[] = ['dashboard', 'settings', 'qrSheet'];

/** The screens that the palette finds. */
const places: readonly ScreenName[] = screensFor('members', 'operators', 'all').flatMap(
  ([name, { path }]) =>
    isScreen(name) && !path.includes(':') && !unlisted.includes(name) ? [name] : [],
);

/** Words that find a screen beside those of its name. */
const wordsOf: Readonly<Partial<Record<ScreenName, string>>> = {
  home: 'overview start',
  links: 'short urls list',
  importLinks: 'upload csv bitly',
  splitTests: 'a/b ab experiments variants',
  analytics: 'clicks report statistics numbers',
  sharedReports: 'public pages report embed',
  conversions: 'sales revenue profit',
  tracking: 'conversion pixel code snippet postback',
  sql: 'query database',
  operator: 'admin instance accounts',
  profile: 'name picture email account',
  security: 'password sessions devices',
  linkDefaults: 'expiration tracking',
  domains: 'custom host dns',
  notifications: 'alerts mails',
  billing: 'plan payment invoices card upgrade',
  apiKeys: 'keys tokens developers',
  webhooks: 'events developers',
  support: 'help contact',
};

function wordsFor(screen: ScreenName): string {
  const own = wordsOf[screen] ?? '';
  return Object.hasOwn(sectionScreens, screen) ? `${own} settings preferences` : own;
}

const doing: readonly Command[] = [
  { kind: 'new', key: 'new link', label: 'New link', words: 'add create', what: 'link', keys: 'c' },
  {
    kind: 'new',
    key: 'new test',
    label: 'New split test',
    words: 'add create a/b ab experiment',
    what: 'test',
  },
];

const filtered = { kind: 'filter', words: 'filter my links' } as const;
const filters: readonly Command[] = [
  { ...filtered, key: 'active', label: 'Show active links', path: inList('status=active') },
  { ...filtered, key: 'paused', label: 'Show paused links', path: inList('status=paused') },
  { ...filtered, key: 'expired', label: 'Show expired links', path: inList('status=expired') },
  {
    ...filtered,
    key: 'broken',
    label: 'Show links with a broken destination',
    path: paths.brokenLinks,
  },
  { ...filtered, key: 'split', label: 'Show links with a split test', path: inList('kind=split') },
  {
    ...filtered,
    key: 'tracking',
    label: 'Show links that track conversions',
    path: inList('kind=tracking'),
  },
  {
    ...filtered,
    key: 'no folder',
    label: 'Show links in no folder',
    path: inList(new URLSearchParams({ folder: unlabelled }).toString()),
  },
];

function inList(query: string): string {
  return `${paths.links}?${query}`;
}

const themed = { kind: 'theme', words: 'theme mode appearance colors' } as const;
const always: readonly Command[] = [
  { ...themed, key: 'light', label: 'Light theme', theme: 'light' },
  { ...themed, key: 'dark', label: 'Dark theme', theme: 'dark' },
  { ...themed, key: 'system', label: 'Follow the device’s theme', theme: 'system' },
  { kind: 'show keys', key: 'keys', label: 'Keyboard shortcuts', words: 'help', keys: '?' },
  {
    kind: 'read',
    key: 'api',
    label: 'API reference',
    words: 'docs documentation developers',
    path: paths.apiReference,
  },
  {
    kind: 'read',
    key: 'webhooks guide',
    label: 'Guide to webhooks',
    words: 'docs documentation developers',
    path: paths.webhooksGuide,
  },
  { kind: 'read', key: 'privacy', label: 'Privacy', words: 'docs data', path: paths.privacy },
  { kind: 'log out', key: 'log out', label: 'Log out', words: 'sign out logout signout leave' },
];

type Known = {
  readonly links?: readonly Link[];
  /** The paths of screens that this Waypost or this person does not have. */
  readonly absent?: ReadonlySet<string>;
  /** What the screen below the palette offers. */
  readonly onPage?: readonly PageAction[];
  /** What is in the closed menus and dialogs of that screen. */
  readonly closed?: readonly ClosedAction[];
  readonly views?: readonly Pick<SavedView, 'id' | 'name' | 'query'>[];
  readonly tags?: readonly Label[];
  readonly folders?: readonly Label[];
};

/**
 * The entries for a typed text: links first (those opened last while nothing is typed), then what can be
 * done, on the screen too, then screens without the `absent` ones, filters, and labels and saved views by
 * their names.
 */
export function commandsFor(typed: string, known: Known): readonly Command[] {
  const { absent = new Set(), onPage = [], closed = [], views = [] } = known;
  const { tags = [], folders = [] } = known;
  const text = typed.trim();
  const links = (known.links ?? []).map((link): Command => {
    const short = withoutScheme(link.shortUrl);
    const detail = link.title === null ? withoutScheme(link.originalUrl) : short;
    return { kind: 'link', key: link.id, label: linkName(link), detail, link };
  });
  const screens = places
    .filter((screen) => !absent.has(paths[screen]))
    .map((screen): Command => {
      const key = goKeys.find((each) => each.screen === screen)?.key;
      return {
        kind: 'go',
        key: paths[screen],
        label: `Go to ${nameOf(screen)}`,
        path: paths[screen],
        words: wordsFor(screen),
        ...(key !== undefined && { keys: `g ${key}` }),
      };
    });
  const named =
    text === '' ? [] : [...viewed(views), ...labelled('tag', tags), ...labelled('folder', folders)];
  const first = [...doing, ...creating(urlIn(text))];
  const others = [...screens, ...filters, ...named, ...always];
  const shown = pageCommands(onPage, [...first, ...others]);
  const names = new Set(shown.map(({ label }) => label.toLowerCase()));
  const inside = closed.filter(({ name }) => text !== '' && !names.has(name.toLowerCase()));
  const all = [...first, ...shown, ...inside.map(closedCommand), ...others];
  return [...links, ...matching(all, text)];
}

function closedCommand({ name, run }: ClosedAction): Command {
  return { kind: 'closed', key: `closed ${name}`, label: name, words: 'on this page', run };
}

/** Analytics with each saved view. */
function viewed(views: NonNullable<Known['views']>): readonly Command[] {
  return views.map(({ id, name, query }) => ({
    kind: 'view',
    key: `view ${id}`,
    label: `View ${name}`,
    words: 'saved analytics report',
    path: `${paths.analytics}?${query}`,
  }));
}

/** My Links with one tag, or with one folder. */
function labelled(kind: 'tag' | 'folder', labels: readonly Label[]): readonly Command[] {
  const word = kind === 'tag' ? 'Tag' : 'Folder';
  return labels.map(({ id, name }) => ({
    ...filtered,
    key: `${kind} ${id}`,
    label: `${word} ${name}`,
    path: inList(new URLSearchParams({ [kind]: id }).toString()),
  }));
}

/** What the screen offers and the palette does not have already. */
function pageCommands(onPage: readonly PageAction[], had: readonly Command[]): readonly Command[] {
  const labels = new Set(had.map(({ label }) => label.toLowerCase()));
  const hadPaths = new Set(had.flatMap((command) => ('path' in command ? [command.path] : [])));
  return onPage
    .filter(
      ({ name, path }) => !labels.has(name.toLowerCase()) && (path === null || !hadPaths.has(path)),
    )
    .map(({ name }) => ({
      kind: 'page',
      key: `page ${name}`,
      label: name,
      words: 'on this page',
      name,
    }));
}

/** The entries with all typed words; first those whose label has the text. */
function matching(commands: readonly Command[], text: string): readonly Command[] {
  const wanted = text.toLowerCase();
  const words = wanted.split(/\s+/);
  const isNamed = ({ label }: Command) => label.toLowerCase().includes(wanted);
  const found = commands.filter(({ kind, label, words: more = '' }) => {
    const known = `${label} ${more}`.toLowerCase();
    return kind === 'create' || words.every((word) => known.includes(word));
  });
  return [...found.filter(isNamed), ...found.filter((command) => !isNamed(command))];
}

/** Whether the link's title or addresses contain the text, without case. */
export function shows({ title, shortUrl, originalUrl }: Link, text: string): boolean {
  return `${title ?? ''}\n${shortUrl}\n${originalUrl}`.toLowerCase().includes(text.toLowerCase());
}

function creating(url: string | null): readonly Command[] {
  if (url !== null) {
    const label = 'Create a short link';
    return [{ kind: 'create', key: 'create', label, detail: url, originalUrl: url }];
  }
  const label = 'Create a short link from the clipboard';
  return [{ kind: 'create from clipboard', key: 'clipboard', label }];
}

/** The text as a web address; null when it is not one. */
export function urlIn(text: string): string | null {
  const url = /^https?:\/\/\S+$/i.test(text.trim()) ? URL.parse(text.trim()) : null;
  return url === null ? null : url.href;
}
