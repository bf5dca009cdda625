import { networkAsker } from '#core/shared/limits/asker';
import { Refusal } from '#core/shared/refusal';
import { refuseFlood, type SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import type { Credentials, SignedIn, LoginVisitor } from './sign-in/log-in.ts';
import { type NewProofPorts, newProof } from './emails/new-proof.ts';
import { welcomeMail } from './emails/email-mails.ts';
import { withoutTrial } from './past-trial.ts';
import { refuseGuessable } from './passwords/password-rules.ts';
import type { Passwords } from './passwords/passwords.ts';
import { newSession, type Digest, type Sessions } from './sign-in/session.ts';
import { newTrialUser } from './trial-user.ts';
import type { Users } from './users.ts';

/** The message for a network address that is past the limit of `registrations`. */
export const tooManyAccounts = 'Too many new accounts from your network. Please try again later.';

export type RegisterPorts = NewProofPorts & {
  readonly users: Pick<Users, 'add'>;
  readonly sessions: Pick<Sessions, 'add' | 'remove'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  /** Limit of accounts that one network address may open. */
  readonly registrations: SharedRateLimit;
  /** Whether this instance accepts new accounts. */
  readonly isOpen: boolean;
  readonly digest: Digest;
  readonly clock: Clock;
};

export type Registration = Credentials & { readonly firstName: string; readonly lastName: string };

/**
 * Opens an account on trial, mails the person a link that proves the address, and signs them in. An
 * address whose account was deleted within a year gets no second trial. Refuses `forbidden` when
 * registration is closed, `invalid` for a password that is easily guessed, `too_many_requests` when
 * the network address opens too many accounts, and `email_taken`.
 */
export type Register = (registration: Registration, visitor: LoginVisitor) => Promise<SignedIn>;

export function register(ports: RegisterPorts): Register {
  const { users, sessions, passwords, registrations, isOpen, newId, digest, clock } = ports;

  return async (registration, { address, token: previousToken, userAgent }) => {
    if (!isOpen) throw new Refusal('forbidden', 'This Waypost does not accept new accounts');
    refuseGuessable(registration.password, registration.email);
    const nowMs = clock.now();
    refuseFlood(await registrations.waitSeconds(address, nowMs), tooManyAccounts);

    const newcomer = newTrialUser({
      id: newId(nowMs),
      email: registration.email.trim(),
      firstName: registration.firstName.trim(),
      lastName: registration.lastName.trim(),
      createdAt: new Date(nowMs),
    });
    const hash = await passwords.hash(registration.password, networkAsker(address));
    const { id: userId, email } = newcomer;
    const { proof, mailOf } = newProof(ports, { userId, email, cause: 'welcome' }, nowMs);
    const mail = mailOf(welcomeMail);
    const added = await users.add(newcomer, hash, { proof, mail });
    if (added === 'email_taken') {
      throw new Refusal('email_taken', 'An account with this email already exists');
    }

    const user = added === 'added' ? newcomer : withoutTrial(newcomer);
    const { session, token } = newSession(ports, { userId, userAgent }, nowMs);
    await sessions.add(session, null);
    if (previousToken !== null) await sessions.remove(digest(previousToken));
    return { user, token };
  };
}
