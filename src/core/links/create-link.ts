import type { Passwords } from '#core/accounts/passwords/passwords';
import { requireEntitlement, type Entitlement, type Subscriber } from '#core/billing/entitlement';
import type { NewId, RandomBytes } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { checkTogether } from './check-together.ts';
import { chosenDomain, noSuchDomain, type OwnDomains, rulesOn } from './choose-domain.ts';
import { checkLink, type LinkChange, type LinkRules, type LinkInput } from './check-link.ts';
import { settledLabels, type LabelIds, type LinkLabelsPorts } from './labels/link-labels.ts';
import type { LinkCache, NamedLink } from './link-cache.ts';
import {
  defaultExpiry,
  type LinkDefaults,
  type LinkDefaultsPorts,
  usualDefaults,
} from './link-defaults.ts';
import { labelsOf, type ListedLink, nothingYet } from './link-totals.ts';
import type { Link } from './link.ts';
import { finishOptions } from './options/finish-options.ts';
import { noOptions } from './options/link-options.ts';
import { newShortCode } from './short-code.ts';

/** The owner of links, and what they have paid for. */
export type Owner = Subscriber & { readonly id: string };

/** A link before the database has numbered it, with its labels. */
export type NewLink = Omit<
  Link,
  'number' | 'splitVersion' | 'version' | 'updatedAt' | 'clickLimitVersion' | 'clicksReachedAt'
> & {
  readonly labels: Required<LabelIds>;
};

export type CreateLinkPorts = {
  readonly links: LinkLabelsPorts & {
    /**
     * Adds the link, its names and its labels, all or nothing. A label that has just been deleted is
     * left out. A name, once given, belongs to its link for ever; names are compared in lower case,
     * codes and aliases together. Each domain has a namespace of its own; a code is a name on the
     * link's domain and on the short host. The database holds the namespaces, so of any number of
     * simultaneous requests for a name exactly one is granted. An
     * account that has `mostLinks` links is full, exactly, however many are added at once.
     */
    add(
      link: NewLink,
    ): Promise<
      | { readonly kind: 'added'; readonly named: NamedLink }
      | { readonly kind: 'alias_taken' }
      | { readonly kind: 'code_taken' }
      | { readonly kind: 'domain_gone' }
      | { readonly kind: 'full'; readonly mostLinks: number }
    >;
  };
  readonly defaults: Pick<LinkDefaultsPorts['defaults'], 'of'>;
  readonly domains: OwnDomains;
  readonly cache: LinkCache;
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
    const labels = await settledLabels(ports, owner.id, { input, nowMs });
    const finished = await finishOptions(ports, input, checked);
    const named = await addUnderFreeCode(ports, owner.id, { ...finished, labels });

    ports.cache.put(named);
    return {
      link: named.link,
      totals: nothingYet,
      labels: await labelsOf(ports.links, named.link),
    };
  };
}

const { clickLimitVersion: _version, clicksReachedAt: _reached, ...withoutLimits } = noOptions;

/** The initial values of a new link. */
const unset = {
  ...withoutLimits,
  originalUrl: '',
  trackClicks: true,
  expiresAt: null,
  autoTrackProfit: false,
  profitPerSaleCents: null,
  splitTestEnabled: false,
  splitTestUrls: [],
};

function completed(input: NewLinkInput, defaults: LinkDefaults, nowMs: number): NewLinkInput {
  return {
    ...input,
    trackClicks: input.trackClicks ?? defaults.trackClicks,
    trackConversions: input.trackConversions ?? defaults.trackConversions,
    expiresAt: input.expiresAt === undefined ? defaultExpiry(defaults, nowMs) : input.expiresAt,
  };
}

/** Draws codes until one is free: with a million links, 1 draw in 50,000 is repeated. */
async function addUnderFreeCode(
  ports: CreateLinkPorts,
  userId: string,
  checked: CheckedLink,
): Promise<NamedLink> {
  for (;;) {
    const added = await ports.links.add(newLink(ports, userId, checked));
    switch (added.kind) {
      case 'added':
        return added.named;
      case 'alias_taken':
        throw aliasTaken();
      case 'full':
        throw linkLimit(added.mostLinks);
      case 'domain_gone':
        throw noSuchDomain();
      case 'code_taken':
        continue;
    }
  }
}

type CheckedLink = LinkChange & { readonly labels: LabelIds };

function newLink(ports: CreateLinkPorts, userId: string, checked: CheckedLink): NewLink {
  const nowMs = ports.clock.now();
  return {
    id: ports.newId(nowMs),
    userId,
    ...unset,
    shortCode: newShortCode(ports.randomBytes, ports.rules.isReserved),
    customAlias: null,
    domain: null,
    title: null,
    description: null,
    notes: null,
    isActive: true,
    trackConversions: false,
    profitPerSaleCurrency: 'USD',
    createdAt: new Date(nowMs),
    ...checked,
    labels: { tagIds: [], folderId: null, ...checked.labels },
  };
}

function linkLimit(mostLinks: number): Refusal {
  const most = mostLinks.toLocaleString('en-US');
  const message = `Your account has reached its limit of ${most} links. Delete links that you no longer need.`;
  return new Refusal('link_limit', message);
}

/** The alias belongs, or belonged, to another link. */
export function aliasTaken(): Refusal {
  const message = 'This alias is already taken';
  return new Refusal('alias_taken', message, { issues: [{ path: 'customAlias', message }] });
}
