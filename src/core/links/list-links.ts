import type { SingleFlight } from '#core/shared/single-flight';
import { type LinkTotals, type ListedLink, listed } from './link-totals.ts';
import type { Link } from './link.ts';

export type ListLinksPorts = {
  readonly links: {
    /** All links of the account, newest first, in slices that never occupy the thread for long. */
    allOf(userId: string): AsyncIterable<readonly Link[]>;
  };
  readonly totals: LinkTotals;
  readonly lists: SingleFlight<readonly ListedLink[]>;
};

/**
 * All links of an account, newest first. Whoever asks within the same two seconds gets the same
 * answer, unless a link was written in between.
 */
export function listLinks({ links, totals, lists }: ListLinksPorts) {
  return (userId: string): Promise<readonly ListedLink[]> =>
    lists.get(userId, async () => {
      const [found, totalsById] = await Promise.all([
        gather(links.allOf(userId)),
        totals.of(userId, 'all'),
      ]);
      return listed(found, totalsById);
    });
}

async function gather(slices: AsyncIterable<readonly Link[]>): Promise<Link[]> {
  const links: Link[] = [];
  for await (const slice of slices) links.push(...slice);
  return links;
}
