import { runAll } from '#core/shared/run-all';

/** A link that expires by clicks and is not known to have reached its limit. */
export type LimitedLink = {
  readonly linkId: string;
  readonly mostClicks: number;
  /** The version of the count. */
  readonly version: number;
  /** Clicks count from this time on. */
  readonly since: Date;
};

/** A link that has most of its clicks, and how many. */
export type NearLink = LimitedLink & { readonly clicks: number };

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
 * Reports the links that are near their limit, at each run again. A failed account does not stop the
 * others; throws the first failure at the end.
 */
export async function closeSpentLinks({
  links,
  clicks,
  reportNear,
}: {
  readonly links: LimitedLinks;
  readonly clicks: LimitedClicks;
  reportNear(links: readonly NearLink[]): Promise<void>;
}): Promise<void> {
  await runAll([...(await links.limited())], async ([userId, limited]) => {
    const counts = await clicks.countSince(userId, limited);
    const near: NearLink[] = [];
    for (const link of limited) {
      const count = counts.get(link.linkId) ?? 0;
      // oxlint-disable-next-line no-await-in-loop -- few links of an account reach their limit at once
      if (count >= link.mostClicks) await links.close(link);
      else if (isNear(count, link.mostClicks)) near.push({ ...link, clicks: count });
    }
    if (near.length > 0) await reportNear(near);
  });
}

/** At 80 percent. */
function isNear(count: number, most: number): boolean {
  return count * 5 >= most * 4;
}
