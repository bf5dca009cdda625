import { invalid, type Refusal } from '#core/shared/refusal';
import type { LinkRules } from './check-link.ts';
import { isReservedOnDomains, type LinkDomain } from './link-domain.ts';

/** The domains that an account's links may have. */
export type OwnDomains = {
  /** The account's proven domain with this host name; null when it has none. */
  proven(userId: string, host: string): Promise<LinkDomain | null>;
  /** The proven domain that the account chose for new links; null: the instance's own short host. */
  usual(userId: string): Promise<LinkDomain | null>;
};

/**
 * The account's domain for a requested host; null for the instance's own short host. Refuses
 * `invalid`, for a domain of another account as for one that does not exist.
 */
export async function chosenDomain(
  domains: Pick<OwnDomains, 'proven'>,
  userId: string,
  host: string | null,
): Promise<LinkDomain | null> {
  if (host === null) return null;
  const domain = await domains.proven(userId, host.trim().toLowerCase());
  if (domain === null) throw noSuchDomain();
  return domain;
}

/** The rules for aliases on a domain; `domain` null: on the instance's own short host. */
export function rulesOn(rules: LinkRules, domain: LinkDomain | null): LinkRules {
  return domain === null ? rules : { ...rules, isReserved: isReservedOnDomains };
}

/** No proven domain of the account has this name, or it was removed a moment ago. */
export function noSuchDomain(): Refusal {
  return invalid({ path: 'domain', message: 'Choose one of your connected domains' });
}
