/** A link as the view `links` shows it. */
export type LinkRecord = {
  readonly id: string;
  readonly version: string;
  readonly shortUrl: string;
  readonly code: string;
  readonly alias: string | null;
  readonly title: string | null;
  readonly originalUrl: string;
  readonly destinations: readonly string[];
  readonly isSplitTest: boolean;
  readonly splitVersion: number;
  readonly isActive: boolean;
  readonly tracksClicks: boolean;
  readonly tracksConversions: boolean;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

/** A split test as the views `split_tests` and `split_destinations` show it. Days are YYYY-MM-DD. */
export type SplitTestRecord = {
  readonly id: string;
  readonly linkId: string;
  readonly version: string;
  readonly splitVersion: number;
  readonly goal: string;
  readonly currency: string;
  readonly mode: string;
  readonly windowDays: number | null;
  readonly beganAt: Date;
  readonly endedAt: Date | null;
  readonly state: string;
  readonly sentence: string;
  readonly winner: string | null;
  readonly decidedOn: string | null;
  readonly destinations: readonly { readonly name: string | null; readonly url: string }[];
  /** Earliest first. */
  readonly shares: readonly { readonly fromDay: string; readonly slots: readonly number[] }[];
};

export type ChangedLinks = {
  /**
   * The links and split tests that were changed or deleted since the call that returned `position`;
   * '0' returns all. Reads them only as fast as the caller consumes them.
   */
  since(
    userId: string,
    position: string,
  ): Promise<{
    readonly position: string;
    readonly erasedLinkIds: readonly string[];
    readonly links: AsyncGenerator<LinkRecord, void>;
    readonly splitTests: AsyncGenerator<SplitTestRecord, void>;
  }>;
};
