import type { Passwords } from '#core/accounts/passwords/passwords';
import { requireEntitlement, type Entitlement } from '#core/billing/entitlement';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { invalid, notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { readAlias } from './names/alias.ts';
import { checkTogether } from './check-together.ts';
import { chosenDomain, noSuchDomain, type OwnDomains, rulesOn } from './choose-domain.ts';
import { checkLink, type LinkChange, type LinkRules, type LinkInput } from './check-link.ts';
import { aliasTaken, type Owner } from './create-link.ts';
import type { GetLinkPorts } from './get-link.ts';
import {
  labelsRefusal,
  type LinkLabelsPorts,
  type RefusedLabels,
  type WantedLabels,
  wantedLabels,
} from './labels.ts';
import type { LinkCache, NamedLink } from './link-cache.ts';
import type { LinkDomain } from './link-domain.ts';
import type { Link } from './link.ts';
import { finishOptions } from './options/finish-options.ts';
import { type LinkTotals, type ListedLink, withTotals } from './link-totals.ts';
import { ownLink } from './own-link.ts';

export type EditLinkPorts = {
  readonly links: GetLinkPorts['links'] &
    LinkLabelsPorts & {
      /**
       * Changes the owner's link and raises its version, in one transaction. Other destinations of
       * the split test raise `splitVersion` too. An alias that this link once had may be set again;
       * every other known name is taken. A replaced alias stays with the link, and so do its names
       * on a former domain; a link that has had `mostAliases` aliases gets no further one. Names of
       * labels that the account does not have become its labels, unless the change is refused. A label
       * that has just been deleted is left out.
       */
      change(edit: LinkEdit): Promise<
        | { readonly kind: 'changed'; readonly named: NamedLink }
        | { readonly kind: 'alias_taken' }
        | { readonly kind: 'alias_limit' }
        | { readonly kind: 'domain_gone' }
        /** The link has another version than the edit is made for. */
        | { readonly kind: 'outdated' }
        | { readonly kind: 'missing' }
        | RefusedLabels
      >;
    };
  readonly domains: OwnDomains;
  readonly totals: LinkTotals;
  readonly newId: NewId;
  readonly cache: Pick<LinkCache, 'put'>;
  readonly rules: LinkRules;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly passwords: Pick<Passwords, 'hash'>;
};

/** Limit of aliases of one link over its lifetime, including the current one. */
export const mostAliases = 100;

/** A change of one link by its owner. */
export type LinkEdit = {
  readonly userId: string;
  readonly linkId: string;
  readonly change: LinkChange;
  /** The link's version when the change was checked. Without it the change fits every version. */
  readonly version?: number;
  /** Absent labels stay as they are. */
  readonly labels?: WantedLabels;
  readonly at: Date;
};

/** How often an edit is checked again, because somebody else changed the link meanwhile. */
const mostAttempts = 5;

/**
 * Changes what the input names; redirects here follow at once. The fields that must fit together are
 * checked as they are when the change is stored. Refuses `plan_required` (not for a pause alone),
 * `invalid`, `alias_taken`, `alias_limit`, `conflict` while others keep changing the link, and
 * `not_found` for another's link as for none.
 */
export function editLink(ports: EditLinkPorts) {
  return async (owner: Owner, linkId: string, input: LinkInput): Promise<ListedLink> => {
    if (!isPause(input)) requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      // Each attempt reads the link anew.
      // oxlint-disable-next-line no-await-in-loop
      const named = await changedLink(ports, await checkedEdit(ports, owner.id, { linkId, input }));
      if (named === 'outdated') continue;
      ports.cache.put(named);
      return withTotals(ports, named.link);
    }
    throw new Refusal('conflict', 'This link is being changed elsewhere. Please try again.');
  };
}

function isPause({ isActive, ...others }: LinkInput): boolean {
  return isActive === false && Object.values(others).every((value) => value === undefined);
}

type Editing = { readonly linkId: string; readonly input: LinkInput };

/** The change, checked against the link as it is now. */
async function checkedEdit(
  ports: EditLinkPorts,
  userId: string,
  { linkId, input }: Editing,
): Promise<LinkEdit> {
  const nowMs = ports.clock.now();
  const before = await ownLink(ports.links, userId, linkId);
  const moved = await movedDomain(ports, before, input);
  const domain = moved === undefined ? before.domain : moved;
  const change = checkLink(input, rulesOn(ports.rules, domain));
  if (moved !== undefined) requireFreeName(ports.rules, { ...before, ...change, domain });

  const moving = moved === undefined ? {} : { domain: moved };
  const checked = checkTogether({ ...change, ...moving }, before, nowMs);
  const labels = wantedLabels(input, { newId: ports.newId, nowMs });
  const finished = await finishOptions(ports, { userId, input }, checked);
  const { version } = before;
  return { userId, linkId, change: finished, version, labels, at: new Date(nowMs) };
}

/** The link's new domain; undefined when it stays, also on a domain that is not proven any more. */
async function movedDomain(
  { domains }: EditLinkPorts,
  { userId, domain: current }: Link,
  { domain: host }: LinkInput,
): Promise<LinkDomain | null | undefined> {
  if (host === undefined || host === (current?.host ?? null)) return undefined;
  return chosenDomain(domains, userId, host);
}

/** An alias that one domain allows may be reserved on another. */
function requireFreeName(rules: LinkRules, { customAlias, domain }: Link): void {
  const alias = readAlias(customAlias, rulesOn(rules, domain).isReserved);
  if (alias.kind === 'refused') throw invalid({ path: 'customAlias', message: alias.message });
}

async function changedLink(ports: EditLinkPorts, edit: LinkEdit): Promise<NamedLink | 'outdated'> {
  const changed = await ports.links.change(edit);
  switch (changed.kind) {
    case 'changed':
      return changed.named;
    case 'alias_taken':
      throw aliasTaken();
    case 'alias_limit':
      throw aliasLimit();
    case 'domain_gone':
      throw noSuchDomain();
    case 'outdated':
      return 'outdated';
    case 'missing':
      throw notFound();
    case 'label_missing':
    case 'labels_full':
      throw labelsRefusal(changed);
  }
}

function aliasLimit(): Refusal {
  const message = `A link can have at most ${mostAliases} aliases over time. Use one of the earlier aliases, or create another link.`;
  return new Refusal('alias_limit', message, { issues: [{ path: 'customAlias', message }] });
}
