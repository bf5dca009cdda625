import type { DomainChanges } from '#contract/domains';
import type { LinkRules } from '#core/links/check-link';
import type { NewId, RandomBytes } from '#core/shared/ids';
import type { RateLimit } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import type { Domain, NewDomain, Verdict } from './domain.ts';
import type { SuspendedMail } from './domain-mails.ts';
import type { ServedDomains } from './served-domains.ts';

/** What the use cases of custom domains take. */
export type DomainPorts = {
  readonly domains: Domains;
  readonly rules: Pick<LinkRules, 'readDestination' | 'explainDestination' | 'blocksUrl'>;
  /** The host names of this instance. */
  readonly ownHosts: readonly string[];
  /** The proven domains in memory. */
  readonly served: Pick<ServedDomains, 'put' | 'remove'>;
  readonly dns: Dns;
  readonly target: Target;
  readonly fetchFile: FetchFile;
  /** Limits the checks that an account asks for. */
  readonly perAccount: RateLimit;
  /** The origin of the app, for mails. */
  readonly appUrl: string;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Claims of accounts to domains. A domain of another account is treated as missing. */
export type Domains = {
  /**
   * Adds a claim, or returns the account's claim with this id. Refuses `conflict` when the account
   * has claimed this host before or has `mostDomains`, exactly, however many are added at once.
   */
  add(domain: NewDomain): Promise<Domain>;
  /** The account's domains, by host. */
  of(userId: string): Promise<readonly Domain[]>;
  /** Refuses `not_found`. */
  get(userId: string, domainId: string): Promise<Domain>;
  /**
   * Changes the fields that are given; a new default replaces the former. Refuses `not_found` and
   * `changed_meanwhile`.
   */
  change(which: SeenDomain, changes: DomainChanges): Promise<Domain>;
  /**
   * Removes the claim. Its links stay, on the short host under their codes. Returns the domain's
   * number. Refuses `not_found` and `changed_meanwhile`.
   */
  remove(which: SeenDomain): Promise<number>;
  /**
   * Stores a check. At most one account holds a host: when the verdict proves the domain while
   * another account holds it, the other one loses it in the same transaction if `isProven` denies
   * its token; otherwise only the time of the check changes and the result is `taken`. The owner of
   * a domain that is no longer proven gets a mail, in the same transaction. A check that began
   * before the last stored one changes nothing, and returns `outdated`.
   */
  settle(check: Settling): Promise<Settled>;
  /** Domains whose next check is due, the longest waiting first. */
  due(now: Date, limit: number): Promise<readonly Domain[]>;
  /** Sets the domain's next check. */
  postpone(domainId: string, nextCheckAt: Date): Promise<void>;
};

/** A domain of an account; with `seen` only in this edition. */
export type SeenDomain = {
  readonly userId: string;
  readonly domainId: string;
  readonly seen?: number | undefined;
};

export type Settling = {
  readonly domainId: string;
  /** When the check began to read the records. */
  readonly lookedAt: Date;
  /** Returns what the findings change about the domain, as it is stored now. */
  judge(domain: Domain): Verdict;
  /** Whether the check found the record of the claim with this token. */
  readonly isProven: (token: string) => boolean;
  readonly suspendedMail: SuspendedMail;
};

export type Settled =
  /** `displaced`: the number of the other account's domain that lost its proof. */
  | { readonly kind: 'settled'; readonly domain: Domain; readonly displaced: number | null }
  | { readonly kind: 'taken' | 'outdated'; readonly domain: Domain }
  | { readonly kind: 'gone' };

/** An answer of DNS. `none`: the name or the record does not exist. `failed`: nothing is known. */
export type DnsAnswer =
  | { readonly kind: 'found'; readonly values: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' };

/** The Domain Name System, by resolvers that the operator chose. Never throws. */
export type Dns = {
  /** TXT records, each as one text. */
  texts(name: string): Promise<DnsAnswer>;
  /** The target of the CNAME record, lower case, without a final dot. */
  alias(name: string): Promise<DnsAnswer>;
  /** A and AAAA records; `none` when both are missing, `failed` when one failed. */
  addresses(name: string): Promise<DnsAnswer>;
};

/**
 * Requests a file by https from an address that a person entered, once and without following a
 * redirect. Reads at most `mostBytes` of it. Never throws.
 */
export type FetchFile = (url: string, mostBytes: number) => Promise<FetchedFile>;

export type FetchedFile =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly contentType: string | null;
      /** Null when the file is larger. */
      readonly text: string | null;
    }
  /** The domain leads to an address that is not public. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'no_host' | 'no_connection' | 'timeout' | 'certificate' | 'unclear' };

/** The instance's short host, to which domains have to point. */
export type Target = {
  /** A host name or an IP address. */
  readonly host: string;
  /** Its addresses now; empty while they are not known. */
  addresses(): Promise<readonly string[]>;
};
