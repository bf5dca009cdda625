/** What a check found; for the owner of the domain alone. */
export type Findings = {
  /** `elsewhere`: the record is right, but another account holds the domain. */
  readonly proof: 'found' | 'missing' | 'elsewhere' | 'unknown';
  /** The TXT records that were seen; long ones are cut. */
  readonly texts: readonly string[];
  readonly pointing: 'right' | 'wrong' | 'missing' | 'unknown';
  /** The target of the domain's CNAME record; null when there is none. */
  readonly cname: string | null;
  /** The domain's A and AAAA records, also behind a CNAME. */
  readonly addresses: readonly string[];
  /** The addresses of the instance's short host at that time. */
  readonly expectedAddresses: readonly string[];
};

/** A claim of one account to a domain. */
export type Domain = {
  readonly id: string;
  /** The namespace of the domain's names, from 1; never used again. */
  readonly number: number;
  readonly userId: string;
  /** In ASCII. */
  readonly host: string;
  /** The random part of this claim's TXT record. */
  readonly token: string;
  /** Only a proven domain is served. `suspended`: the proof was lost. */
  readonly state: 'waiting' | 'proven' | 'suspended';
  /** Checks in a row that found no proof. */
  readonly misses: number;
  readonly isPointed: boolean;
  /** Null before the first check. */
  readonly findings: Findings | null;
  /** New links of the account get this domain. */
  readonly isDefault: boolean;
  readonly rootUrl: string | null;
  readonly unknownUrl: string | null;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  /** When it is checked next, unless its owner asks for a check before. */
  readonly nextCheckAt: Date;
};

/** A claim before the database has numbered it. */
export type NewDomain = Pick<Domain, 'id' | 'userId' | 'host' | 'token' | 'createdAt'>;

/**
 * What the owner has to know. `waiting`: the TXT record is missing; `taken`: it is right, but
 * another account's record is there too; `unpointed`: proven, but the domain leads elsewhere;
 * `failing`: the proof was missing at the last check, and links still work; `suspended`: they do not.
 */
export type DomainStatus = 'waiting' | 'taken' | 'active' | 'unpointed' | 'failing' | 'suspended';

/** Limit of claims of one account. */
export const mostDomains = 25;

export function statusOf({ state, misses, isPointed, findings }: Domain): DomainStatus {
  if (state === 'suspended') return 'suspended';
  if (state === 'waiting') return findings?.proof === 'elsewhere' ? 'taken' : 'waiting';
  if (misses > 0) return 'failing';
  return isPointed ? 'active' : 'unpointed';
}

/** The name of the TXT record that proves a claim. */
export function proofName(host: string): string {
  return `_waypost.${host}`;
}

/** The content of the TXT record that proves the claim with this token. */
export function proofText(token: string): string {
  return `waypost-proof=${token}`;
}
