import { keepPicture } from '#core/accounts/pictures/keep-picture';
import { requireEntitlement } from '#core/billing/entitlement';
import { notFound } from '#core/shared/refusal';
import { type ListedLink, withTotals } from './link-totals.ts';
import { ownLink } from './own-link.ts';
import type { LinkPicturePorts, Owner } from './ports.ts';

/**
 * Makes an upload of this person the logo of the account's QR codes; null removes it. Refuses as
 * `keepPicture` does.
 */
export async function changeLogo(
  ports: LinkPicturePorts,
  userId: string,
  url: string | null,
): Promise<void> {
  const { pictures, paintLogo: paint, clock } = ports;
  const use = { kind: 'logos', path: 'logoURL', paint } as const;
  const key = url === null ? null : await keepPicture(ports, { userId, url }, use);
  if (!(await pictures.publishLogo(userId, key, new Date(clock.now())))) throw notFound();
}

/** A link, and the upload that becomes its picture; null removes it. */
type PreviewPicture = { readonly linkId: string; readonly url: string | null };

/**
 * Makes an upload of the owner the picture that previews of the link show. Previews of this
 * instance change at once. Refuses `plan_required`, `not_found` (also for another owner's link),
 * and as `keepPicture` does.
 */
export async function changePreviewPicture(
  ports: LinkPicturePorts,
  owner: Owner,
  { linkId, url }: PreviewPicture,
): Promise<ListedLink> {
  const { links, pictures, cache, paintPreview: paint, clock } = ports;
  const { id: userId } = owner;
  requireEntitlement(ports.isEntitled(owner, clock.now()));
  await ownLink(links, userId, linkId);
  const use = { kind: 'previews', path: 'pictureURL', paint } as const;
  const key = url === null ? null : await keepPicture(ports, { userId, url }, use);
  const named = await pictures.publishPreview({ userId, linkId }, key, new Date(clock.now()));
  if (named === null) throw notFound();
  cache.put(named);
  return withTotals(ports, named.link);
}
