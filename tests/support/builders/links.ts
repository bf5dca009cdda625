import { eachText, linkTexts } from '#contract/links/link-limits';
import type { showLink } from '#contract/links/links';
import type { AnswerJson } from '#contract/route';
import type { NewLink } from '#core/links/ports';
import type { LinkFilter } from '#core/links/link-filter';
import { noOptions } from '#core/links/options/link-options';
import type { RoutedOptions } from '#core/redirect/options/routed-options';
import type { RoutedLink } from '#core/redirect/routed-link';

/** A typical plain link; tests name only the fields that they need. */
export function aRoutedLink(change: Partial<RoutedLink> = {}): RoutedLink {
  return {
    id: '0193c0de-0000-7000-8000-0000000000aa',
    userId: '0193c0de-0000-7000-8000-0000000000bb',
    number: 7,
    version: 1,
    code: 'Ab3dEfG',
    aliases: [],
    originalUrl: 'https://shop.example/sale',
    destinations: [],
    splitVersion: 1,
    isActive: true,
    expiresAtMs: null,
    trackClicks: true,
    trackConversions: false,
    saleProfit: null,
    ...change,
  };
}

/** A routed link's options, of which tests name only those that they need. */
export function routedOptions(change: Partial<RoutedOptions>): RoutedOptions {
  return {
    startsAtMs: null,
    clickLimit: null,
    isSpent: false,
    expiredUrl: null,
    passwordHash: null,
    rules: [],
    passQuery: false,
    ios: null,
    android: null,
    preview: null,
    ...change,
  };
}

const { clickLimitVersion: _version, clicksReachedAt: _reached, ...optionsOfNone } = noOptions;

/** A link's texts when its owner wrote none. */
export const noTexts = eachText(linkTexts, () => null);

let drawn = 0;

/** A link as the use case passes it, with a unique code. */
export function someLink(userId: string, more: Partial<NewLink> = {}): NewLink {
  drawn += 1;
  return {
    id: Bun.randomUUIDv7(),
    userId,
    originalUrl: 'https://example.com/',
    shortCode: `C${drawn.toString(36).toUpperCase().padStart(6, '0')}`,
    customAlias: null,
    externalId: null,
    domain: null,
    ...noTexts,
    expiresAt: null,
    isActive: true,
    trackClicks: true,
    trackConversions: false,
    autoTrackProfit: false,
    profitPerSaleCents: null,
    profitPerSaleCurrency: 'USD',
    splitTestEnabled: false,
    splitTestUrls: [],
    importedClicks: null,
    ...optionsOfNone,
    createdAt: new Date(Date.UTC(2026, 5, 1)),
    ...more,
  };
}

/** Every link of the account passes. */
export const everyLink: LinkFilter = {
  search: '',
  destination: null,
  isTracking: false,
  isSplit: false,
  status: null,
  labels: { tags: [], folders: [] },
};

/** The options of a link for which nothing was chosen, as the API shows them. */
export const noOptionsJson = {
  startsAt: null,
  expiresAfterClicks: null,
  clicksReachedAt: null,
  expiredUrl: null,
  hasPassword: false,
  rules: [],
  passQuery: false,
  iosUrl: null,
  iosFallbackUrl: null,
  androidUrl: null,
  androidFallbackUrl: null,
  previewTitle: null,
  previewText: null,
  previewPicture: null,
} satisfies Partial<AnswerJson<typeof showLink>>;
