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

export type ChangedLinks = {
  /**
   * What was changed or deleted since the reading that returned `position`; '0' for everything.
   * Reads the links while they are taken.
   */
  since(
    userId: string,
    position: string,
  ): Promise<{
    readonly position: string;
    readonly erasedLinkIds: readonly string[];
    readonly links: AsyncGenerator<LinkRecord, void>;
  }>;
};
