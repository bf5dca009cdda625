import { hasAppScheme } from '#core/links/options/app-url';
import { optionUrls } from '#core/links/options/destinations';
import type { Link } from '#core/links/link';
import type { LinkRule } from '#core/links/options/link-options';

/** The options of a link that its redirect needs. */
export type RoutedOptions = {
  /** Epoch milliseconds; null: from the beginning. */
  readonly startsAtMs: number | null;
  /** Counted by this instance; null: no limit. */
  readonly clickLimit: ClickLimit | null;
  /** The stored clicks of all instances have reached the limit. */
  readonly isSpent: boolean;
  readonly expiredUrl: string | null;
  readonly passwordHash: string | null;
  readonly rules: readonly LinkRule[];
  readonly passQuery: boolean;
  readonly ios: AppLink | null;
  readonly android: AppLink | null;
  readonly preview: LinkPreview | null;
};

export type ClickLimit = { readonly most: number; readonly version: number };

/** An app's address, and where a device goes that does not have the app. */
export type AppLink = { readonly url: string; readonly fallbackUrl: string | null };

/** What link previews show instead of the destination's own texts and picture. */
export type LinkPreview = {
  readonly title: string | null;
  readonly text: string | null;
  /** The stored picture's name. */
  readonly picture: string | null;
};

/** Picks the options of a link; null when it has none. */
export function routeOptions(link: Link): RoutedOptions | null {
  const { expiresAfterClicks: most, clickLimitVersion: version } = link;
  const { previewTitle: title, previewText: text, previewPicture: picture } = link;
  const options: RoutedOptions = {
    startsAtMs: link.startsAt === null ? null : link.startsAt.getTime(),
    clickLimit: most === null ? null : { most, version },
    isSpent: link.clicksReachedAt !== null,
    expiredUrl: link.expiredUrl,
    passwordHash: link.passwordHash,
    rules: link.rules,
    passQuery: link.passQuery,
    ios: appLink(link.iosUrl, link.iosFallbackUrl),
    android: appLink(link.androidUrl, link.androidFallbackUrl),
    preview: title === null && text === null && picture === null ? null : { title, text, picture },
  };
  return hasAny(options) ? options : null;
}

function hasAny({ isSpent, rules, passQuery, ...rest }: RoutedOptions): boolean {
  return (
    isSpent || rules.length > 0 || passQuery || Object.values(rest).some((one) => one !== null)
  );
}

function appLink(url: string | null, fallbackUrl: string | null): AppLink | null {
  return url === null ? null : { url, fallbackUrl };
}

/** The web addresses to which a link's options can lead. */
export function urlsOf(options: RoutedOptions | undefined): readonly string[] {
  if (options === undefined) return [];
  const { expiredUrl, rules, ios, android } = options;
  const all = optionUrls({
    expiredUrl,
    rules,
    iosUrl: ios?.url ?? null,
    iosFallbackUrl: ios?.fallbackUrl ?? null,
    androidUrl: android?.url ?? null,
    androidFallbackUrl: android?.fallbackUrl ?? null,
  });
  return all.map(([, url]) => url).filter((url) => !hasAppScheme(url));
}
