import { newProof } from '#core/accounts/email-proofs';
import { claimedMail, linkedMail, noticeLifeMs, welcomeMail } from '#core/accounts/mails';
import type { AccountPorts, Welcome } from '#core/accounts/ports';
import { newTrialUser, type User } from '#core/accounts/user';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import type { LoginVisitor, SignedIn } from './log-in.ts';
import { endSession, newSession } from './session.ts';
import {
  arrivalOf,
  type FoundAccounts,
  type NotReceived,
  type Reception,
} from './social-accounts.ts';
import type { SocialIdentity } from './social-identity.ts';

export type ReceivedSocialLogin =
  | (SignedIn & { readonly kind: 'signed_in' })
  | { readonly kind: 'refused'; readonly reason: NotReceived };

/**
 * Signs in a person whose identity a provider has confirmed: into their account, into the account
 * with their proven address, or into a new account on trial. The visitor's previous session ends.
 */
export async function receiveSocialLogin(
  ports: AccountPorts,
  visitor: LoginVisitor,
  identity: SocialIdentity,
): Promise<ReceivedSocialLogin> {
  const nowMs = ports.clock.now();
  const userId = ports.newId(nowMs);
  const { userAgent } = visitor;
  const { session, token } = newSession(ports, { userId, userAgent }, nowMs);
  const login = { identity, userId, nowMs };

  const foreseen = arrivalOf(identity, await ports.social.find(identity));
  const isNew = foreseen.kind === 'open' && ports.isOpen;
  if (isNew && (await ports.registrations.waitSeconds(visitor.address, nowMs)) > 0) {
    return { kind: 'refused', reason: 'too_many' };
  }
  const reception = await ports.social.receive({ identity, session }, (found) =>
    receptionOf(ports, login, found),
  );
  if (reception.kind === 'refuse') return { kind: 'refused', reason: reception.reason };
  await endSession(ports, visitor.token);
  return { kind: 'signed_in', user: reception.user, token };
}

type SocialLogin = {
  readonly identity: SocialIdentity;
  /** The id for the account, in case one is opened. */
  readonly userId: string;
  readonly nowMs: number;
};

function receptionOf(ports: AccountPorts, login: SocialLogin, found: FoundAccounts): Reception {
  const { provider } = login.identity;
  const forgotUrl = `${ports.appUrl}/forgot-password`;
  const arrival = arrivalOf(login.identity, found);

  switch (arrival.kind) {
    case 'link': {
      const { kind, user } = arrival;
      const content = linkedMail(user, provider, forgotUrl);
      return { kind, user, notice: noticeOf(ports, { user, content, nowMs: login.nowMs }) };
    }
    case 'claim': {
      const { kind, user } = arrival;
      const content = claimedMail(user, provider, forgotUrl);
      return { kind, user, notice: noticeOf(ports, { user, content, nowMs: login.nowMs }) };
    }
    case 'open':
      return admit(ports, login, arrival.email);
    case 'enter':
    case 'refuse':
      return arrival;
  }
}

/** Opens a new account under the same rules as registering does. */
function admit(ports: AccountPorts, login: SocialLogin, email: string): Reception {
  if (!ports.isOpen) return { kind: 'refuse', reason: 'closed' };
  const user = newcomer(login, email);
  return { kind: 'open', user, welcome: user.verified ? null : welcome(ports, user) };
}

/** The new account, on trial, for a person without one. */
function newcomer({ identity, userId, nowMs }: SocialLogin, email: string): User {
  return newTrialUser({
    id: userId,
    email,
    firstName: identity.firstName || email.slice(0, email.indexOf('@')).slice(0, 100),
    lastName: identity.lastName,
    provider: identity.provider,
    verified: identity.isEmailProven,
    createdAt: new Date(nowMs),
  });
}

function welcome(ports: AccountPorts, user: User): Welcome {
  const { id: userId, email, createdAt } = user;
  const { proof, mailOf } = newProof(
    ports,
    { userId, email, cause: 'welcome' },
    createdAt.getTime(),
  );
  return { proof, mail: mailOf(welcomeMail) };
}

function noticeOf(
  { newId }: AccountPorts,
  { user, content, nowMs }: { user: User; content: MailContent; nowMs: number },
): Mail {
  const id = newId(nowMs);
  return {
    ...write(content),
    id,
    eventKey: `social login linked ${id}`,
    to: user.email,
    createdAt: new Date(nowMs),
    givesUpAt: new Date(nowMs + noticeLifeMs),
  };
}
