import { type MailContent, type Mail, write } from '#core/shared/mail';
import type { SharedRateLimit } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import { welcomeMail } from '#core/accounts/emails/email-mails';
import type { SignedIn, LoginVisitor } from './log-in.ts';
import { newProof, type NewProofPorts } from '#core/accounts/emails/new-proof';
import { noticeLifeMs } from '#core/accounts/passwords/password-mails';
import { newSession, type Sessions } from './session.ts';
import {
  arrivalOf,
  type FoundAccounts,
  type NotReceived,
  type Reception,
  type SocialAccounts,
} from './social-accounts.ts';
import type { SocialIdentity } from './social-identity.ts';
import { claimedMail, linkedMail } from './social-mails.ts';
import { newTrialUser } from '#core/accounts/trial-user';
import type { User } from '#core/accounts/user';
import type { Welcome } from '#core/accounts/users';

export type ReceiveSocialLoginPorts = NewProofPorts & {
  readonly accounts: SocialAccounts;
  readonly sessions: Pick<Sessions, 'remove'>;
  /** Limit of accounts that one network address may open. */
  readonly registrations: SharedRateLimit;
  /** Whether this instance accepts new accounts. */
  readonly isOpen: boolean;
  readonly clock: Clock;
};

export type ReceivedSocialLogin =
  | (SignedIn & { readonly kind: 'signed_in' })
  | { readonly kind: 'refused'; readonly reason: NotReceived };

/**
 * Signs in a person whose identity a provider has confirmed: into their account, into the account
 * with their proven address, or into a new account on trial. The visitor's previous session ends.
 */
export function receiveSocialLogin(ports: ReceiveSocialLoginPorts) {
  return async (identity: SocialIdentity, visitor: LoginVisitor): Promise<ReceivedSocialLogin> => {
    const nowMs = ports.clock.now();
    const userId = ports.newId(nowMs);
    const { userAgent } = visitor;
    const { session, token } = newSession(ports, { userId, userAgent }, nowMs);
    const login = { identity, userId, nowMs };

    const foreseen = arrivalOf(identity, await ports.accounts.find(identity));
    const isNew = foreseen.kind === 'open' && ports.isOpen;
    if (isNew && (await ports.registrations.waitSeconds(visitor.address, nowMs)) > 0) {
      return { kind: 'refused', reason: 'too_many' };
    }
    const reception = await ports.accounts.receive({ identity, session }, (found) =>
      receptionOf(ports, login, found),
    );
    if (reception.kind === 'refuse') return { kind: 'refused', reason: reception.reason };
    if (visitor.token !== null) await ports.sessions.remove(ports.digest(visitor.token));
    return { kind: 'signed_in', user: reception.user, token };
  };
}

type SocialLogin = {
  readonly identity: SocialIdentity;
  /** The id for the account, in case one is opened. */
  readonly userId: string;
  readonly nowMs: number;
};

function receptionOf(
  ports: ReceiveSocialLoginPorts,
  login: SocialLogin,
  found: FoundAccounts,
): Reception {
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
function admit(ports: ReceiveSocialLoginPorts, login: SocialLogin, email: string): Reception {
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

function welcome(ports: ReceiveSocialLoginPorts, user: User): Welcome {
  const { id: userId, email, createdAt } = user;
  const { proof, mailOf } = newProof(
    ports,
    { userId, email, cause: 'welcome' },
    createdAt.getTime(),
  );
  return { proof, mail: mailOf(welcomeMail) };
}

function noticeOf(
  { newId }: ReceiveSocialLoginPorts,
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
