import type { User } from '#core/accounts/user';
import type { LinkRules } from '#core/links/check-link';
import { isId, type NewId, type RandomBytes } from '#core/shared/ids';
import { emailUnverified, invalid, type Issue, notFound, Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { follow } from './check-domain.ts';
import { type Domain, mostDomains, type NewDomain } from './domain.ts';
import { readDomain } from './domain-name.ts';
import type { ServedDomains } from './served-domains.ts';

/** What an owner may set on a domain. `undefined` leaves a field as it is; null clears it. */
export type DomainChange = {
  readonly rootUrl?: string | null | undefined;
  readonly unknownUrl?: string | null | undefined;
  readonly isDefault?: boolean | undefined;
};

export type OwnDomainsPorts = {
  readonly domains: {
    /**
     * Adds a claim, unless the account has claimed this host before or has `most` claims, exactly,
     * however many are added at once.
     */
    add(domain: NewDomain, most: number): Promise<Domain | 'claimed' | 'full'>;
    /** The account's domains, by host. */
    list(userId: string): Promise<readonly Domain[]>;
    /** The account's domain; null for another's as for none. */
    find(userId: string, domainId: string): Promise<Domain | null>;
    /** Changes the owner's domain; a new default replaces the former. Null: no such domain. */
    change(userId: string, domainId: string, change: DomainChange): Promise<Domain | null>;
    /**
     * Removes the claim. Its links stay, on the short host under their codes. Returns the domain's
     * number; null: no such domain.
     */
    remove(userId: string, domainId: string): Promise<number | null>;
  };
  readonly rules: Pick<LinkRules, 'readDestination' | 'explainDestination' | 'blocksUrl'>;
  /** The host names of this instance. */
  readonly ownHosts: readonly string[];
  readonly served: Pick<ServedDomains, 'put' | 'remove'>;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

const tokenBytes = 20;

/**
 * Claims a domain with a new random proof. Refuses `email_unverified`, `invalid` and `conflict`.
 */
export function claimDomain({ domains, ownHosts, ...ports }: OwnDomainsPorts) {
  return async (user: Pick<User, 'id' | 'verified'>, typed: string): Promise<Domain> => {
    if (!user.verified) throw emailUnverified('add domains');
    const read = readDomain(typed, ownHosts);
    if (read.kind === 'refused') throw invalid({ path: 'domain', message: read.message });
    const nowMs = ports.clock.now();
    const claim: NewDomain = {
      id: ports.newId(nowMs),
      userId: user.id,
      host: read.host,
      token: ports.randomBytes(tokenBytes).toHex(),
      createdAt: new Date(nowMs),
    };
    const added = await domains.add(claim, mostDomains);
    if (added === 'claimed') throw conflict('You have added this domain already');
    if (added === 'full') {
      throw conflict(`An account can have at most ${mostDomains} domains. Remove one first.`);
    }
    return added;
  };
}

/** Returns the account's domains, by host. */
export function listDomains({ domains }: Pick<OwnDomainsPorts, 'domains'>) {
  return (userId: string): Promise<readonly Domain[]> => domains.list(userId);
}

/** Returns one of the account's domains. Refuses `not_found`. */
export function getDomain({ domains }: Pick<OwnDomainsPorts, 'domains'>) {
  return async (userId: string, domainId: string): Promise<Domain> => {
    const domain = isId(domainId) ? await domains.find(userId, domainId) : null;
    if (domain === null) throw notFound();
    return domain;
  };
}

/**
 * Changes a domain's own destinations, or makes it the default of new links. Refuses `invalid`,
 * `blocked` and `not_found`.
 */
export function changeDomain(ports: OwnDomainsPorts) {
  const get = getDomain(ports);

  return async (userId: string, domainId: string, input: DomainChange): Promise<Domain> => {
    const before = await get(userId, domainId);
    const issues: Issue[] = [];
    const rootUrl = destinationOf(ports, input.rootUrl, (message) =>
      issues.push({ path: 'rootUrl', message }),
    );
    const unknownUrl = destinationOf(ports, input.unknownUrl, (message) =>
      issues.push({ path: 'unknownUrl', message }),
    );
    if (input.isDefault === true && before.state !== 'proven') {
      issues.push({ path: 'isDefault', message: 'Connect the domain first' });
    }
    const [first, ...rest] = issues;
    if (first) throw invalid(first, ...rest);

    const change = { rootUrl, unknownUrl, isDefault: input.isDefault };
    const changed = await ports.domains.change(userId, domainId, change);
    if (changed === null) throw notFound();
    follow(ports.served, changed);
    return changed;
  };
}

/** Removes a domain; from then on nobody's links are served there. Refuses `not_found`. */
export function removeDomain({ domains, served }: OwnDomainsPorts) {
  return async (userId: string, domainId: string): Promise<void> => {
    const number = isId(domainId) ? await domains.remove(userId, domainId) : null;
    if (number === null) throw notFound();
    served.remove(number);
  };
}

/** The stored form of a destination; blank clears it. */
function destinationOf(
  { rules }: OwnDomainsPorts,
  typed: string | null | undefined,
  report: (message: string) => void,
): string | null | undefined {
  if (typed === undefined || typed === null) return typed;
  const text = typed.trim();
  if (text === '') return null;
  const href = rules.readDestination(text);
  if (href === null) report(rules.explainDestination(text));
  else if (rules.blocksUrl(href)) report('This destination is not allowed');
  return href;
}

function conflict(message: string): Refusal {
  return new Refusal('conflict', message, { issues: [{ path: 'domain', message }] });
}
