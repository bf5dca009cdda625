import type { Credentials } from '#contract/accounts/sign-in';
import type { AccountPorts, FoundUser } from '#core/accounts/ports';
import type { User } from '#core/accounts/user';
import { type Asker, networkAsker } from '#core/shared/limits/asker';
import { Refusal } from '#core/shared/refusal';
import { knownDevice, type ProvesDevice } from './guessing/known-device.ts';
import { openAttempt, type OpenAttempt } from './guessing/open-attempt.ts';
import { endSession, newSession } from './session.ts';

/** The client of a sign-in: its network address, and the session token that it already carries. */
export type LoginVisitor = {
  readonly address: string;
  readonly token: string | null;
  /** The browser's user agent; empty when absent. */
  readonly userAgent: string;
  /** Checks the device proof of this browser; absent when the browser sends none. */
  readonly provesDevice?: ProvesDevice;
};

/** A person who has just proven their identity, and the token of their new session. */
export type SignedIn = { readonly user: User; readonly token: string };

/**
 * Signs in with e-mail address and password. Unknown addresses, wrong passwords and accounts
 * without a password get the same refusal (`invalid_credentials`) after the same amount of work.
 * After too many failures of this visitor: `too_many_requests`, whether or not the password is
 * right. The visitor's previous session ends.
 */
export async function logIn(
  ports: AccountPorts,
  visitor: LoginVisitor,
  { email, password }: Credentials,
): Promise<SignedIn> {
  const { users, sessions, clock } = ports;
  const { address, userAgent, provesDevice } = visitor;
  const nowMs = clock.now();
  const found = await users.findByEmail(email);
  const device = found && knownDevice(provesDevice, ownerOf(found), nowMs);
  const known = device && ({ as: 'device', id: device.id } as const);
  const attempt = await openAttempt(ports, { email, address, known });
  const asker = networkAsker(address);
  const enter = async (account: FoundUser | null): Promise<SignedIn | null> => {
    const { user, hash } = await proven(ports, { account, password, attempt, asker });
    const { session, token } = newSession(ports, { userId: user.id, userAgent }, nowMs);
    return (await sessions.add(session, hash)) ? { user, token } : null;
  };
  // Another sign-in may have replaced the hash by a stronger one of the same password: read again.
  const signedIn = (await enter(found)) ?? (await enter(await users.findByEmail(email)));
  if (signedIn === null) throw notProven();

  await attempt.forgive();
  await endSession(ports, visitor.token);
  return signedIn;
}

function ownerOf({ user, devicesSince }: FoundUser) {
  return { userId: user.id, devicesSince };
}

type Proven = { readonly user: User; readonly hash: string };

type Claim = {
  readonly account: FoundUser | null;
  readonly password: string;
  readonly attempt: Pick<OpenAttempt, 'withdraw'>;
  readonly asker: Asker;
};

/** The account that the password belongs to, and its current hash. */
async function proven(
  { users, passwords }: AccountPorts,
  { account, password, attempt, asker }: Claim,
): Promise<Proven> {
  const hash = account?.passwordHash ?? null;
  const isRight = await passwords.verify(password, hash, asker).catch(async (error: unknown) => {
    await attempt.withdraw();
    throw error;
  });
  if (account === null || hash === null || !isRight) throw notProven();
  if (!passwords.isOutdated(hash)) return { user: account.user, hash };

  const stronger = await passwords.hash(password, asker);
  await users.upgradeHash(account.user.id, hash, stronger);
  return { user: account.user, hash: stronger };
}

function notProven(): Refusal {
  return new Refusal('invalid_credentials', 'Invalid email or password');
}
