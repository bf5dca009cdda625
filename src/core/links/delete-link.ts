import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { LinkCache } from './link-cache.ts';

export type DeleteLinkPorts = {
  readonly links: {
    /**
     * Removes the owner's link and asks, in the same transaction, for the erasure of everything that
     * was recorded for it. Its names stay behind and are never given again. False: no such link.
     */
    remove(userId: string, linkId: string): Promise<boolean>;
  };
  readonly cache: Pick<LinkCache, 'remove'>;
};

/** Deletes a link, whatever the account has paid. Refuses `not_found`, for another's link too. */
export function deleteLink(ports: DeleteLinkPorts) {
  return async (userId: string, linkId: string): Promise<void> => {
    if (!isId(linkId) || !(await ports.links.remove(userId, linkId))) throw notFound();

    ports.cache.remove(linkId);
  };
}
