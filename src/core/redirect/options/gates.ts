import { isSafeLocation } from '#core/links/destination';
import type { RoutedLink } from '#core/redirect/routed-link';
import type { ClickLimit, LinkPreview, RoutedOptions } from './routed-options.ts';

/**
 * The counts of links that expire by clicks. Within one instance a count is exact, also after a
 * kill: a link with a limit of n redirects n human visits and no more. Each instance counts its own
 * visits; a job compares the stored clicks of all instances with the limit, so together they may
 * exceed it by the visits until that job runs. The excess is at most the limit for each further
 * instance.
 */
export type ClickLimits = {
  /** Whether the link in slot `linkNumber` has used up its limit. */
  isSpent(linkNumber: number, limit: ClickLimit): boolean;
  /** Counts one visit. */
  count(linkNumber: number, limit: ClickLimit): void;
};

/** What a visitor of a link gets instead of the destination. */
export type Stop =
  | { readonly kind: 'redirect'; readonly destination: string; readonly record: null }
  | { readonly kind: 'gone'; readonly because: 'expired' | 'spent' }
  /** The link starts to redirect at this time. */
  | { readonly kind: 'early'; readonly startsAtMs: number };

/** A visit of a link with options. */
export type Opening = {
  readonly link: RoutedLink;
  readonly options: RoutedOptions;
  readonly atMs: number;
};

type Ports = { readonly clickLimits: ClickLimits };

/** Why the link does not redirect now (not yet, or no longer); null when it redirects. */
export function stopAt({ link, options, atMs }: Opening, { clickLimits }: Ports): Stop | null {
  const { number, expiresAtMs } = link;
  const { startsAtMs, clickLimit, isSpent, expiredUrl } = options;
  const isExpired = expiresAtMs !== null && expiresAtMs <= atMs;
  if (!isExpired && startsAtMs !== null && startsAtMs > atMs) return { kind: 'early', startsAtMs };
  if (!isExpired && !isSpent) {
    if (clickLimit === null || !clickLimits.isSpent(number, clickLimit)) return null;
  }
  if (expiredUrl !== null && isSafeLocation(expiredUrl)) {
    return { kind: 'redirect', destination: expiredUrl, record: null };
  }
  return { kind: 'gone', because: isExpired ? 'expired' : 'spent' };
}

/** The texts and the picture for a program that makes link previews; null for other visitors. */
export function previewFor(
  { preview }: RoutedOptions,
  isPreviewBot: (userAgent: string) => boolean,
  userAgent: string,
): LinkPreview | null {
  return preview !== null && userAgent !== '' && isPreviewBot(userAgent) ? preview : null;
}
