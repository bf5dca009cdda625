import type { SaleProfit } from '#core/links/sale-profit';

/** What the redirect needs to know of a link, as the link cache holds it. */
export type RoutedLink = {
  readonly id: string;
  readonly userId: string;
  /** The slot in the split-test counters. */
  readonly number: number;
  /** Raised by every write; a cache applies a row only when its version is greater. */
  readonly version: number;
  /** Matched exactly. */
  readonly code: string;
  /** Current and replaced aliases, folded to lower case; matched in any case. */
  readonly aliases: readonly string[];
  readonly originalUrl: string;
  /** The running split test's destinations; empty when there is no test. */
  readonly destinations: readonly string[];
  readonly splitVersion: number;
  readonly isActive: boolean;
  /** Epoch milliseconds; null never expires. */
  readonly expiresAtMs: number | null;
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  /** What every sale brings when the link counts its profit by itself; else null. */
  readonly saleProfit: SaleProfit | null;
  /** The operator does not allow it: judged by the index for what it answers, and kept nowhere. */
  readonly isBlocked?: true;
  /** A destination is on a host of this instance; judged and kept as `isBlocked` is. */
  readonly isLooping?: true;
};
