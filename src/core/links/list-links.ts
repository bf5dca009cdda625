import { type LinkTotals, type ListedLink, listed } from './link-totals.ts';
import type { Link } from './link.ts';

export type ListLinksPorts = {
  readonly links: {
    /** The ids of all links of the account, newest first, some hundreds at a time. */
    idsOf(userId: string): AsyncIterable<readonly string[]>;
    /** The account's links of these ids, in this order; those that are gone are left out. */
    some(userId: string, linkIds: readonly string[]): Promise<readonly Link[]>;
  };
  readonly totals: LinkTotals;
};

type TotalsById = Awaited<ReturnType<LinkTotals['of']>>;

/** So many links are read, held and written at a time: at the most about 300 KB. */
const sliceLength = 25;

/**
 * All links of an account with their totals, newest first, slice by slice. Reads on only as fast as
 * it is taken, and holds a slice of links and the totals of some hundreds. Once the totals cannot be had, they
 * are null to the end of the list and not asked for again.
 */
export function listLinks({ links, totals }: ListLinksPorts) {
  return async function* (userId: string): AsyncGenerator<readonly ListedLink[]> {
    let areTotalsAway = false;
    for await (const ids of links.idsOf(userId)) {
      const totalsById: TotalsById = areTotalsAway ? null : await totals.of(userId, ids);
      areTotalsAway = totalsById === null;
      for (let start = 0; start < ids.length; start += sliceLength) {
        yield listed(await links.some(userId, ids.slice(start, start + sliceLength)), totalsById);
      }
    }
  };
}
