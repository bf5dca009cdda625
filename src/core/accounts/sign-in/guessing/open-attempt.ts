import type { Digest } from '#core/accounts/sign-in/session';
import { foldEmail } from '#core/accounts/user';
import { Refusal } from '#core/shared/refusal';
import { type Clock, minuteMs, secondMs } from '#core/shared/time';
import { type FailureHistory, pauseMs } from './pauses.ts';

/** One try to prove a password, under the keyed hashes of where it comes from and whom it is about. */
export type LoginAttempt = {
  readonly addressKey: string;
  /** The IPv6 site of the address; null for other addresses. */
  readonly siteKey: string | null;
  readonly accountKey: string;
  readonly atMs: number;
};

/**
 * The failures of the last day, shared by all instances. An attempt counts as failed from the
 * moment it is opened, so that attempts side by side of one address do not get past a limit.
 */
export type LoginFailures = {
  /** Opens an attempt, unless `pauseOf` its history is positive: then answers that pause. */
  open(
    attempt: LoginAttempt,
    pauseOf: (history: FailureHistory) => number,
  ): Promise<{ readonly kind: 'open'; readonly id: string } | { kind: 'paused'; pauseMs: number }>;
  /** Takes back an attempt that was never decided. */
  withdraw(id: string): Promise<void>;
  /** The person came in: forgets what failed from this address at this account. */
  forgive(pair: Pick<LoginAttempt, 'addressKey' | 'accountKey'>): Promise<void>;
  /** There is a new password: forgets all that failed at the account. */
  forgiveAccount(accountKey: string): Promise<void>;
};

export type OpenAttemptPorts = {
  readonly failures: Pick<LoginFailures, 'open' | 'withdraw' | 'forgive'>;
  /** A keyed hash: the same text gives the same key, and the key gives nothing back. */
  readonly pseudonym: Digest;
  readonly clock: Clock;
};

/** Whose password is said, and from where. */
export type Guess = {
  readonly email: string;
  /** A network address: an IPv6 one as its /64. Empty when unknown, and then one like any other. */
  readonly address: string;
  /** What the account knows about who asks; null for a stranger. */
  readonly known: Known | null;
};

/**
 * A browser that signed in before, which after too many failures of its own is heard as a stranger;
 * or a living session, which then is not heard.
 */
export type Known = { readonly as: 'device' | 'session'; readonly id: string };

/** An attempt that is heard. It has failed unless one of these is called. */
export type OpenAttempt = {
  /** It was never decided. */
  withdraw(): Promise<void>;
  /** The password was right: forgets the failures that were counted as this attempt is. */
  forgive(): Promise<void>;
};

/**
 * Opens an attempt, or refuses `too_many_requests` while there is a pause. What is known to the
 * account is counted by itself, apart from all strangers, so that nobody else's failures keep it
 * out.
 */
export function openAttempt({ failures, pseudonym, clock }: OpenAttemptPorts) {
  return async (guess: Guess): Promise<OpenAttempt> => {
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
  };
}

/** As whom the guess may be heard, the best first. */
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

/** The key under which failures at an account are counted, whether or not there is such an account. */
export function guessedAccount(pseudonym: Digest, email: string): string {
  return pseudonym(`account ${foldEmail(email)}`);
}

/** The first 48 bits of an IPv6 network, which one customer may well have; null for others. */
function siteOf(address: string): string | null {
  return /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(address)?.[1] ?? null;
}

function tooMany(waitMs: number): Refusal {
  const minutes = Math.ceil(waitMs / minuteMs);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const message = `Too many failed attempts. Please reset your password, or try again in ${when}.`;
  return new Refusal('too_many_requests', message, {
    retryAfterSeconds: Math.ceil(waitMs / secondMs),
  });
}
