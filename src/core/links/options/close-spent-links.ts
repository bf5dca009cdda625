/** A link that expires by clicks and is not known to have reached its limit. */
export type LimitedLink = {
  readonly linkId: string;
  readonly mostClicks: number;
  /** The version of the count. */
  readonly version: number;
  /** Clicks count from this time on. */
  readonly since: Date;
};

export type LimitedLinks = {
  /** All such links by their owner. */
  limited(): Promise<ReadonlyMap<string, readonly LimitedLink[]>>;
  /** Closes a link, unless its limit has changed meanwhile. */
  close(link: LimitedLink): Promise<void>;
};

export type LimitedClicks = {
  /**
   * The number of stored human clicks of each link, since the link's `since`. All links have one
   * owner.
   */
  countSince(userId: string, links: readonly LimitedLink[]): Promise<ReadonlyMap<string, number>>;
};

/**
 * Compares the stored clicks of all instances with the limits of links that expire by clicks. Each
 * instance counts its own visits exactly; this closes a link that several instances have served
 * together, and one whose count was lost with a data folder. Then its owner sees that it expired.
 */
export async function closeSpentLinks({
  links,
  clicks,
}: {
  readonly links: LimitedLinks;
  readonly clicks: LimitedClicks;
}): Promise<void> {
  for (const [userId, limited] of await links.limited()) {
    const counts = await clicks.countSince(userId, limited);
    for (const link of limited) {
      if ((counts.get(link.linkId) ?? 0) >= link.mostClicks) await links.close(link);
    }
  }
}
