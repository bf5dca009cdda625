import { isId } from '#core/shared/ids';
import { invalid, notFound, type Refusal } from '#core/shared/refusal';
import type { Link } from './link.ts';

/** Finds links of one owner. */
export type OwnLinks = {
  /** The owner's link; null when it does not exist or belongs to another owner. */
  find(userId: string, linkId: string): Promise<Link | null>;
};

/** The owner's link. Throws `not_found`, also for another owner's link and for a text that is no id. */
export async function ownLink(links: OwnLinks, userId: string, linkId: string): Promise<Link> {
  const link = isId(linkId) ? await links.find(userId, linkId) : null;
  if (link === null) throw notFound();
  return link;
}

/**
 * The refusal of a list of ids for a deleted link and for a link of another account, so that ids cannot be
 * probed.
 */
export function linkMissing(): Refusal {
  return invalid({ path: 'ids', message: 'One of these links no longer exists' });
}
