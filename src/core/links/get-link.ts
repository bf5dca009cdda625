import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import { type LinkTotals, type ListedLink, withTotals } from './link-totals.ts';
import type { Link } from './link.ts';

export type GetLinkPorts = {
  readonly links: {
    /** The owner's link; null when there is none, or when it is another's. */
    find(userId: string, linkId: string): Promise<Link | null>;
  };
  readonly totals: LinkTotals;
};

/** One link with its totals. Refuses `not_found`, for another's link too. */
export function getLink(ports: GetLinkPorts) {
  return async (userId: string, linkId: string): Promise<ListedLink> => {
    const link = isId(linkId) ? await ports.links.find(userId, linkId) : null;
    if (link === null) throw notFound();
    return withTotals(ports.totals, link);
  };
}
