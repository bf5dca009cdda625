import { keepPicture, type KeepPicturePorts } from '#core/accounts/pictures/keep-picture';
import type { Paint, ObjectKey } from '#core/accounts/pictures/ports';
import { requireEntitlement, type Entitlement } from '#core/billing/entitlement';
import type { LinkPorts, Owner } from '#core/links/ports';
import type { LinkCache, NamedLink } from '#core/links/link-cache';
import { type LinkTotals, type ListedLink, withTotals } from '#core/links/link-totals';
import { ownLink } from '#core/links/own-link';
import { notFound } from '#core/shared/refusal';

export type ChangePreviewPicturePorts = KeepPicturePorts &
  Pick<LinkPorts, 'links'> & {
    readonly totals: LinkTotals;
    readonly previews: {
      /**
       * In one transaction: makes the draft the picture of the link's previews, and schedules the
       * removal of the former one. Null removes it. Returns null when the link is gone.
       */
      publishPreview(
        of: { readonly userId: string; readonly linkId: string },
        key: ObjectKey | null,
        at: Date,
      ): Promise<NamedLink | null>;
    };
    /** The result has at most 1,200 px a side. */
    readonly paint: Paint;
    readonly cache: Pick<LinkCache, 'put'>;
    readonly isEntitled: Entitlement;
  };

/**
 * Makes an upload of the owner the picture that previews of the link show; null removes it.
 * Previews here follow at once. Refuses `plan_required`, `not_found` for another's link as for none,
 * and as `keepPicture` does.
 */
export function changePreviewPicture(ports: ChangePreviewPicturePorts) {
  const { links, previews, cache, paint, clock } = ports;

  return async (owner: Owner, linkId: string, url: string | null): Promise<ListedLink> => {
    requireEntitlement(ports.isEntitled(owner, clock.now()));
    await ownLink(links, owner.id, linkId);
    const use = { kind: 'previews', path: 'pictureURL', paint } as const;
    const { id: userId } = owner;
    const key = url === null ? null : await keepPicture(ports, { userId, url }, use);
    const of = { userId, linkId };
    const named = await previews.publishPreview(of, key, new Date(clock.now()));
    if (named === null) throw notFound();
    cache.put(named);
    return withTotals(ports, named.link);
  };
}
