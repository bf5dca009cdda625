import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import {
  type AboutLinksPorts,
  type LinkTotals,
  type ListedLink,
  withTotals,
} from './link-totals.ts';
import type { Link } from './link.ts';

export type GetLinkPorts = {
  readonly links: AboutLinksPorts & {
    /** The owner's link; null when it does not exist or belongs to another owner. */
    find(userId: string, linkId: string): Promise<Link | null>;
  };
  readonly totals: LinkTotals;
};

/** Returns one link with its totals and labels. Refuses `not_found`, also for another owner's link. */
export function getLink(ports: GetLinkPorts) {
  return async (userId: string, linkId: string): Promise<ListedLink> => {
    const link = isId(linkId) ? await ports.links.find(userId, linkId) : null;
    if (link === null) throw notFound();
    return withTotals(ports, link);
  };
}
