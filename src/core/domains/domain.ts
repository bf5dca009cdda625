import type { AppLinks } from '#contract/app-links';
import type { DomainStatus, Findings } from '#contract/domains';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';

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
  readonly appLinks: AppLinks;
  readonly createdAt: Date;
  readonly checkedAt: Date | null;
  /** Raised by every change of its owner's, and not by checks. */
  readonly edition: number;
  /** When it is checked next, unless its owner asks for a check before. */
  readonly nextCheckAt: Date;
};

/** A claim before the database has numbered it. */
export type NewDomain = Pick<Domain, 'id' | 'userId' | 'host' | 'token' | 'createdAt'>;

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

/** What a check changes. */
export type Verdict = Pick<Domain, 'state' | 'misses' | 'isPointed'> & {
  readonly findings: Findings;
  readonly checkedAt: Date;
  readonly nextCheckAt: Date;
};

/** A proven domain is suspended when this many checks in a row find no proof. */
export const mostMisses = 3;

/**
 * Returns what findings change about a domain. DNS that does not answer changes nothing; a missing
 * record counts as a miss, and a found one proves or restores the domain at once. After a miss, a
 * check that the owner asks for adds no miss before the next check is due: checks in quick
 * succession suspend no domain.
 */
export function judgeCheck(domain: Domain, findings: Findings, nowMs: number): Verdict {
  const isMissedAgain = domain.misses > 0 && findings.proof === 'missing';
  const isEarly = isMissedAgain && nowMs < domain.nextCheckAt.getTime();
  const misses = isEarly ? domain.misses : missesAfter(domain, findings);
  const state = stateAfter(domain, findings, misses);
  const isPointed =
    findings.pointing === 'unknown' ? domain.isPointed : findings.pointing === 'right';
  const pauseMs = pauseAfter({ ...domain, state, misses, isPointed }, findings, nowMs);
  return {
    state,
    misses,
    isPointed,
    findings,
    checkedAt: new Date(nowMs),
    nextCheckAt: isEarly ? domain.nextCheckAt : new Date(nowMs + pauseMs),
  };
}

function missesAfter({ state, misses }: Domain, { proof }: Findings): number {
  if (proof === 'unknown') return misses;
  return proof === 'missing' && state === 'proven' ? misses + 1 : 0;
}

function stateAfter({ state }: Domain, { proof }: Findings, misses: number): Domain['state'] {
  if (proof === 'found') return 'proven';
  return state === 'proven' && misses >= mostMisses ? 'suspended' : state;
}

/** A new claim is checked often, because its owner waits for it. */
function pauseAfter(domain: Domain, { proof, pointing }: Findings, nowMs: number): number {
  const { state, misses, isPointed, createdAt } = domain;
  if (proof === 'unknown' || pointing === 'unknown' || misses > 0) return 5 * minuteMs;
  if (state === 'proven' && isPointed) return hourMs;
  if (state === 'suspended') return 10 * minuteMs;
  const ageMs = nowMs - createdAt.getTime();
  if (ageMs < hourMs) return minuteMs;
  return ageMs < dayMs ? 10 * minuteMs : 6 * hourMs;
}
