import type { Passwords } from '#core/accounts/passwords/passwords';
import { requireEntitlement, type Entitlement, type Subscriber } from '#core/billing/entitlement';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { checkTogether } from './check-together.ts';
import { chosenDomain, noSuchDomain, type OwnDomains, rulesOn } from './choose-domain.ts';
import { checkLink, type LinkChange, type LinkRules, type LinkInput } from './check-link.ts';
import {
  labelsRefusal,
  type LinkLabelsPorts,
  type RefusedLabels,
  type WantedLabels,
  wantedLabels,
} from './labels.ts';
import type { LinkCache, NamedLink } from './link-cache.ts';
import { type LinkDefaultsPorts, usualDefaults } from './link-defaults.ts';
import { labelsOf, type ListedLink, nothingYet } from './link-totals.ts';
import type { Link } from './link.ts';
import { completed, newLink, unset } from './new-link.ts';
import { finishOptions } from './options/finish-options.ts';

/** The owner of links, and what they have paid for. */
export type Owner = Subscriber & { readonly id: string };

/** A link before the database has numbered it, without its labels. */
export type NewLink = Omit<
  Link,
  'number' | 'splitVersion' | 'version' | 'updatedAt' | 'clickLimitVersion' | 'clicksReachedAt'
>;

export type CreateLinkPorts = {
  readonly links: LinkLabelsPorts & {
    /**
     * Adds the link, its names and its labels, all or nothing. Names of labels are compared without
     * case; the ones that the account does not have become its labels. A label that has just been
     * deleted is left out. A name of a link, once given, belongs to it for ever; names are compared
     * in lower case, codes and aliases together. Each domain has a namespace of its own; a code is a
     * name on the link's domain and on the short host. The database holds the namespaces, so of any
     * number of simultaneous requests for a name exactly one is granted. An account that has
     * `mostLinks` links is full, exactly, however many are added at once.
     */
    add(
      link: NewLink,
      labels?: WantedLabels,
    ): Promise<
      | { readonly kind: 'added'; readonly named: NamedLink }
      | { readonly kind: 'alias_taken' }
      | { readonly kind: 'code_taken' }
      | { readonly kind: 'domain_gone' }
      | { readonly kind: 'full'; readonly mostLinks: number }
      | RefusedLabels
    >;
  };
  readonly defaults: Pick<LinkDefaultsPorts['defaults'], 'of'>;
  readonly domains: OwnDomains;
  readonly cache: Pick<LinkCache, 'put'>;
  readonly rules: LinkRules;
  readonly isEntitled: Entitlement;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly passwords: Pick<Passwords, 'hash'>;
};

/** The fields of a new link. */
export type NewLinkInput = Omit<LinkInput, 'originalUrl' | 'isActive'> & {
  readonly originalUrl: string;
};

/**
 * Creates a link that redirects here at once; what the input leaves open is as the account's defaults
 * have it. Refuses `plan_required`, `invalid`, `alias_taken`, `link_limit` and, for
 * a password while many are hashed, `too_many_requests`.
 */
export function createLink(ports: CreateLinkPorts) {
  return async (owner: Owner, input: NewLinkInput): Promise<ListedLink> => {
    requireEntitlement(ports.isEntitled(owner, ports.clock.now()));
    const defaults = (await ports.defaults.of(owner.id)) ?? usualDefaults;
    const nowMs = ports.clock.now();
    const domain =
      input.domain === undefined
        ? await ports.domains.usual(owner.id)
        : await chosenDomain(ports.domains, owner.id, input.domain);
    const change = checkLink(completed(input, defaults, nowMs), rulesOn(ports.rules, domain));
    const checked = checkTogether({ ...change, domain }, unset, nowMs);
    const finished = await finishOptions(ports, { userId: owner.id, input }, checked);
    const named = await addUnderFreeCode(ports, owner.id, {
      checked: finished,
      labels: wantedLabels(input, { newId: ports.newId, nowMs }),
    });

    ports.cache.put(named);
    return {
      link: named.link,
      totals: nothingYet,
      labels: await labelsOf(ports.links, named.link),
      broken: [],
    };
  };
}

/** Draws codes until one is free: with a million links, 1 draw in 50,000 is repeated. */
async function addUnderFreeCode(
  ports: CreateLinkPorts,
  userId: string,
  { checked, labels }: { readonly checked: LinkChange; readonly labels: WantedLabels },
): Promise<NamedLink> {
  for (;;) {
    const added = await ports.links.add(
      newLink(ports, { userId, nowMs: ports.clock.now() }, checked),
      labels,
    );
    switch (added.kind) {
      case 'added':
        return added.named;
      case 'alias_taken':
        throw aliasTaken();
      case 'full':
        throw linkLimit(added.mostLinks);
      case 'domain_gone':
        throw noSuchDomain();
      case 'label_missing':
      case 'labels_full':
        throw labelsRefusal(added);
      case 'code_taken':
        continue;
    }
  }
}

function linkLimit(mostLinks: number): Refusal {
  return new Refusal('link_limit', linkLimitMessage(mostLinks));
}

/** Says that an account has as many links as it can have. */
export function linkLimitMessage(mostLinks: number): string {
  const most = mostLinks.toLocaleString('en-US');
  return `Your account has reached its limit of ${most} links. Delete links that you no longer need.`;
}

export const aliasTakenMessage = 'This alias is already taken';

/** The alias belongs, or belonged, to another link. */
export function aliasTaken(): Refusal {
  const message = aliasTakenMessage;
  return new Refusal('alias_taken', message, { issues: [{ path: 'customAlias', message }] });
}
