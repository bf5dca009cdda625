import type { LinkDomain } from './link-domain.ts';
import type { Currency } from '#core/shared/money';
import type { LinkOptions } from './options/link-options.ts';

/** A short link as its owner sees it. Money is in integer cents. */
export type Link = LinkOptions & {
  readonly id: string;
  /**
   * Small, dense and never reused: the link's slot in the split-test counters, and its number in
   * click ids.
   */
  readonly number: number;
  readonly userId: string;
  readonly originalUrl: string;
  /** Generated, base58, matched exactly. */
  readonly shortCode: string;
  /** Chosen by the owner, matched without case; null when there is none. */
  readonly customAlias: string | null;
  /** The domain of `customAlias`, at which the link is shown; null: the instance's own short host. */
  readonly domain: LinkDomain | null;
  readonly title: string | null;
  readonly description: string | null;
  /** The owner's own words about the link, in several lines. */
  readonly notes: string | null;
  readonly expiresAt: Date | null;
  readonly isActive: boolean;
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  readonly autoTrackProfit: boolean;
  readonly profitPerSaleCents: number | null;
  /** Sales in other currencies do not bring this profit. */
  readonly profitPerSaleCurrency: Currency;
  readonly splitTestEnabled: boolean;
  /** The destinations of the split test, 0 to 4. `originalUrl` is used while the test is off. */
  readonly splitTestUrls: readonly string[];
  /** The version of the split test: raised when the list of destinations changes. */
  readonly splitVersion: number;
  /** Raised by every write; caches compare it. */
  readonly version: number;
  /**
   * Clicks that another service counted before the link was imported; null when there are none. They
   * are in no other number.
   */
  readonly importedClicks: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
