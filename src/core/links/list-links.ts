import { type AboutLinksPorts, type LinkTotals, type ListedLink, listed } from './link-totals.ts';
import type { Link } from './link.ts';

export type ListLinksPorts = {
  readonly links: AboutLinksPorts & {
    /** The ids of all links of the account, newest first, some hundreds at a time. */
    idsOf(userId: string): AsyncIterable<readonly string[]>;
    /** The account's links with these ids, in the same order, without missing ones. */
    some(userId: string, linkIds: readonly string[]): Promise<readonly Link[]>;
  };
  readonly totals: LinkTotals;
};

type TotalsById = Awaited<ReturnType<LinkTotals['of']>>;

/** Links that are read, held and written at a time: about 300 KB at most. */
const sliceLength = 25;

/**
 * All links of an account with their totals and labels, newest first, slice by slice. Reads on only as fast as
 * the caller consumes, and holds one slice of links and the totals of some hundreds. When the
 * totals become unavailable, they are null to the end of the list and are not requested again.
 */
export function listLinks({ links, totals }: ListLinksPorts) {
  return async function* (userId: string): AsyncGenerator<readonly ListedLink[]> {
    let areTotalsAway = false;
    for await (const ids of links.idsOf(userId)) {
      const totalsById: TotalsById = areTotalsAway ? null : await totals.of(userId, ids);
      areTotalsAway = totalsById === null;
      const [labels, broken] = await Promise.all([
        links.labelsOf(userId, ids),
        links.brokenOf(userId, ids),
      ]);
      const about = { totals: totalsById, labels, broken };
      for (let start = 0; start < ids.length; start += sliceLength) {
        yield listed(await links.some(userId, ids.slice(start, start + sliceLength)), about);
      }
    }
  };
}
