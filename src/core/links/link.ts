import type { Currency } from '#core/shared/money';

/** A short link as its owner keeps it. Money is in integer cents; dates are instants. */
export type Link = {
  readonly id: string;
  /** Small, dense and never reused: the link's slot in the split-test counters and in click ids. */
  readonly number: number;
  readonly userId: string;
  readonly originalUrl: string;
  /** Generated, base58, matched exactly. */
  readonly shortCode: string;
  /** Chosen by the owner, matched in any case; null when there is none. */
  readonly customAlias: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly expiresAt: Date | null;
  readonly isActive: boolean;
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  readonly autoTrackProfit: boolean;
  readonly profitPerSaleCents: number | null;
  /** Sales in other currencies do not bring it. */
  readonly profitPerSaleCurrency: Currency;
  readonly splitTestEnabled: boolean;
  /** The destinations of the split test, 0 to 4; `originalUrl` serves when the test is off. */
  readonly splitTestUrls: readonly string[];
  /** The running test's id within the link: raised whenever the list of destinations changes. */
  readonly splitVersion: number;
  /** Raised by every write; what caches compare. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
