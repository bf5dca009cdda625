import type { Rotation } from '#core/links/link';
import type { RoutedOptions } from './options/routed-options.ts';
import type { SaleProfit } from '#core/links/sale-profit';

/** The data of a link that a redirect needs, as the link cache holds it. */
export type RoutedLink = {
  readonly id: string;
  readonly userId: string;
  /** The slot in the split-test counters. */
  readonly number: number;
  /** Raised by every write; a cache applies a row only when its version is greater. */
  readonly version: number;
  /** Matched exactly. */
  readonly code: string;
  /** Current and former aliases, folded to lower case; matched without case. */
  readonly aliases: readonly string[];
  /** Names on custom domains (`nameOn`): the code as it is, aliases folded. Absent without any. */
  readonly domainNames?: readonly string[];
  readonly originalUrl: string;
  /** The running split test's destinations; empty when there is no test. */
  readonly destinations: readonly string[];
  readonly splitVersion: number;
  /** Absent when visits get the destinations in turn, and without a running split test. */
  readonly rotation?: Rotation;
  readonly isActive: boolean;
  /** Epoch milliseconds; null never expires. */
  readonly expiresAtMs: number | null;
  readonly trackClicks: boolean;
  readonly trackConversions: boolean;
  /** The link's fixed profit per sale; null when it has none. */
  readonly saleProfit: SaleProfit | null;
  /** Absent for a link without options. */
  readonly options?: RoutedOptions;
  /**
   * The operator has blocked the link. The index computes this for the links that it returns; it is
   * not stored.
   */
  readonly isBlocked?: true;
  /** A destination is on a host of this instance. Computed by the index like `isBlocked`. */
  readonly isLooping?: true;
};
