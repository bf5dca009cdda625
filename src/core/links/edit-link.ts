import { requireEntitlement, type Entitlement } from '#core/billing/entitlement';
import { isId } from '#core/shared/ids';
import { notFound } from '#core/shared/refusal';
import type { SingleFlight } from '#core/shared/single-flight';
import type { Clock } from '#core/shared/time';
import { checkTogether } from './check-together.ts';
import { checkLink, type LinkChange, type LinkRules, type LinkWish } from './check-link.ts';
import { aliasTaken, type Owner } from './create-link.ts';
import type { GetLinkPorts } from './get-link.ts';
import type { LinkCache, NamedLink } from './link-cache.ts';
import { type LinkTotals, type ListedLink, withTotals } from './link-totals.ts';

export type EditLinkPorts = {
  readonly links: GetLinkPorts['links'] & {
    /**
     * Applies the change to the owner's link, all or nothing, and raises its version; other
     * destinations of the split test raise `splitVersion` too. An alias that this link once had may
     * be taken back; every other known name is taken. A replaced alias stays the link's own.
     */
    change(
      edit: LinkEdit,
    ): Promise<
      | { readonly kind: 'changed'; readonly named: NamedLink }
      | { readonly kind: 'alias_taken' }
      | { readonly kind: 'missing' }
    >;
  };
  readonly totals: LinkTotals;
  readonly cache: LinkCache;
  readonly lists: Pick<SingleFlight<unknown>, 'forget'>;
  readonly rules: LinkRules;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
};

/** A change of one link by its owner. */
export type LinkEdit = {
  readonly userId: string;
  readonly linkId: string;
  readonly change: LinkChange;
  readonly at: Date;
};

/**
 * Changes what the wish names; redirects here follow at once. Refuses `plan_required`, `invalid`,
 * `alias_taken`, and `not_found` for another's link as for none.
 */
export function editLink(ports: EditLinkPorts) {
  return async (owner: Owner, linkId: string, wish: LinkWish): Promise<ListedLink> => {
    const nowMs = ports.clock.now();
    requireEntitlement(ports.isEntitled(owner, nowMs));
    const change = checkLink(wish, ports.rules);
    const before = isId(linkId) ? await ports.links.find(owner.id, linkId) : null;
    if (before === null) throw notFound();

    const checked = checkTogether(change, before, nowMs);
    const edit = { userId: owner.id, linkId, change: checked, at: new Date(nowMs) };
    const named = await changedLink(ports, edit);
    ports.cache.put(named);
    ports.lists.forget(owner.id);
    return withTotals(ports.totals, named.link);
  };
}

async function changedLink(ports: EditLinkPorts, edit: LinkEdit): Promise<NamedLink> {
  const changed = await ports.links.change(edit);
  switch (changed.kind) {
    case 'changed':
      return changed.named;
    case 'alias_taken':
      throw aliasTaken();
    case 'missing':
      throw notFound();
  }
}
