import type { Registration } from '#contract/accounts/sign-in';
import { networkAsker } from '#core/shared/limits/asker';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { newProof } from './email-proofs.ts';
import { welcomeMail } from './mails.ts';
import { refuseGuessable } from './passwords/password-rules.ts';
import type { AccountPorts } from './ports.ts';
import type { LoginVisitor, SignedIn } from './sign-in/log-in.ts';
import { endSession, newSession } from './sign-in/session.ts';
import { newTrialUser, withoutTrial } from './user.ts';

/** The message for a network address that is past the limit of `registrations`. */
export const tooManyAccounts = 'Too many new accounts from your network. Please try again later.';

/**
 * Opens an account on trial, mails the person a link that proves the address, and signs them in. An
 * address whose account was deleted within a year gets no second trial. Refuses `forbidden` when
 * registration is closed, `invalid` for a password that is easily guessed, `too_many_requests` when
 * the network address opens too many accounts, and `email_taken`.
 */
export async function register(
  ports: AccountPorts,
  { address, token: previousToken, userAgent }: LoginVisitor,
  registration: Registration,
): Promise<SignedIn> {
  const { users, sessions, passwords, registrations, newId, clock } = ports;
  if (!ports.isOpen) throw new Refusal('forbidden', 'This Waypost does not accept new accounts');
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
  const added = await users.add(newcomer, hash, { proof, mail: mailOf(welcomeMail) });
  if (added === 'email_taken') {
    throw new Refusal('email_taken', 'An account with this email already exists');
  }

  const user = added === 'added' ? newcomer : withoutTrial(newcomer);
  const { session, token } = newSession(ports, { userId, userAgent }, nowMs);
  await sessions.add(session, null);
  await endSession(ports, previousToken);
  return { user, token };
}
