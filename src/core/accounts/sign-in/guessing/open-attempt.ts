import type { AccountPorts } from '#core/accounts/ports';
import type { Digest } from '#core/accounts/sign-in/session';
import { foldEmail } from '#core/accounts/user';
import { siteOf } from '#core/shared/limits/per-site';
import { Refusal } from '#core/shared/refusal';
import { minuteMs, secondMs } from '#core/shared/time';
import { pauseMs } from './pauses.ts';

/** One attempt to prove a password: keyed hashes of its network address and its account. */
export type LoginAttempt = {
  readonly addressKey: string;
  /** The IPv6 site of the address (its first 48 bits); null for other addresses. */
  readonly siteKey: string | null;
  readonly accountKey: string;
  readonly atMs: number;
};

/** The account whose password is tried, and the client that tries it. */
export type Guess = {
  readonly email: string;
  /**
   * A network address; an IPv6 one is counted as its /64. All unknown (empty) addresses count as
   * one.
   */
  readonly address: string;
  /** How the account knows the client; null for a stranger. */
  readonly known: KnownBrowser | null;
};

/**
 * A browser that signed in before: after too many failures of its own it counts as a stranger. Or a
 * valid session: after too many failures its attempts are refused.
 */
export type KnownBrowser = { readonly as: 'device' | 'session'; readonly id: string };

/** An attempt that may be decided. It counts as failed unless one of these functions is called. */
export type OpenAttempt = {
  /** The attempt had no result. */
  withdraw(): Promise<void>;
  /** The password was right: deletes the failures that count together with this attempt. */
  forgive(): Promise<void>;
};

/**
 * Opens an attempt, or refuses `too_many_requests` during a pause. Known browsers and sessions are
 * counted apart from strangers, so that failures of strangers do not lock them out.
 */
export async function openAttempt(
  { failures, pseudonym, clock }: Pick<AccountPorts, 'failures' | 'pseudonym' | 'clock'>,
  guess: Guess,
): Promise<OpenAttempt> {
  const atMs = clock.now();
  const attempts = attemptsOf(pseudonym, guess, atMs);
  let shortestMs = Infinity;

  for (const [index, attempt] of attempts.entries()) {
    const opened = await failures.open(attempt, (history) => pauseMs(history, atMs));
    if (opened.kind === 'open') {
      return {
        withdraw: () => failures.withdraw(opened.id),
        async forgive() {
          for (const heard of attempts.slice(0, index + 1)) await failures.forgive(heard);
        },
      };
    }
    shortestMs = Math.min(shortestMs, opened.pauseMs);
  }
  throw tooMany(shortestMs);
}

/** The identities under which the attempt may count, the best first. */
function attemptsOf(pseudonym: Digest, guess: Guess, atMs: number): LoginAttempt[] {
  const { email, address, known } = guess;
  const site = siteOf(address);
  const stranger = {
    addressKey: pseudonym(`address ${address}`),
    siteKey: site === null ? null : pseudonym(`site ${site}`),
    accountKey: guessedAccount(pseudonym, email),
    atMs,
  };
  if (known === null) return [stranger];

  const key = pseudonym(`known ${foldEmail(email)} ${known.as} ${known.id}`);
  const familiar = { addressKey: key, siteKey: null, accountKey: key, atMs };
  return known.as === 'device' ? [familiar, stranger] : [familiar];
}

/** The key that counts failures at an account. It is the same whether or not the account exists. */
export function guessedAccount(pseudonym: Digest, email: string): string {
  return pseudonym(`account ${foldEmail(email)}`);
}

function tooMany(waitMs: number): Refusal {
  const minutes = Math.ceil(waitMs / minuteMs);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many failed attempts. Please reset your password, or try again in ${when}.`;
  return new Refusal('too_many_requests', message, {
    retryAfterSeconds: Math.ceil(waitMs / secondMs),
  });
}
