import {
  type AboutLinksPorts,
  type LinkTotals,
  type ListedLink,
  withTotals,
} from './link-totals.ts';
import { ownLink, type OwnLinks } from './own-link.ts';

export type GetLinkPorts = {
  readonly links: AboutLinksPorts & OwnLinks;
  readonly totals: LinkTotals;
};

/** Returns one link with its totals and labels. Refuses `not_found`, also for another owner's link. */
export function getLink(ports: GetLinkPorts) {
  return async (userId: string, linkId: string): Promise<ListedLink> => {
    return withTotals(ports, await ownLink(ports.links, userId, linkId));
  };
}
