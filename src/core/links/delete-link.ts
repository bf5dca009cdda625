import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { LinkCache } from './link-cache.ts';

export type DeleteLinkPorts = {
  readonly links: {
    /**
     * Removes the owner's link and requests, in the same transaction, the erasure of all its
     * events. Its names remain reserved and are never given again. False: no such link.
     */
    remove(userId: string, linkId: string): Promise<boolean>;
  };
  readonly cache: Pick<LinkCache, 'remove'>;
};

/**
 * Deletes a link, independent of the account's plan. Refuses `not_found`, also for another owner's
 * link.
 */
export function deleteLink(ports: DeleteLinkPorts) {
  return async (userId: string, linkId: string): Promise<void> => {
    if (!isId(linkId) || !(await ports.links.remove(userId, linkId))) throw notFound();

    ports.cache.remove(linkId);
  };
}
