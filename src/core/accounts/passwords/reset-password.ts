import { passwordChangedMail, resetMail } from '#core/accounts/mails';
import type { AccountPorts, FoundUser } from '#core/accounts/ports';
import { guessedAccount } from '#core/accounts/sign-in/guessing/open-attempt';
import { knownDevice, type ProvesDevice } from '#core/accounts/sign-in/guessing/known-device';
import { write } from '#core/shared/mail';
import { Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';
import { refuseGuessable } from './password-rules.ts';

/** How long a mailed reset link is valid. */
export const resetLifeMs = 24 * hourMs;
/** In bytes; 256 bits. */
export const resetTokenBytes = 32;
/** Limit of reset mails per hour for one account, when unknown clients request them. */
export const resetsPerHour = 5;

/**
 * One permission to set a new password without the old one, stored under the SHA-256 of its token.
 */
export type PasswordReset = {
  readonly tokenDigest: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** A reset that a client requested. */
export type AskedReset = PasswordReset & {
  /** Keyed hash of the client: a browser that the account knows, or a network address. */
  readonly requesterKey: string;
};

/** The client that requests a link. */
export type ResetRequester = {
  /** A network address; empty when unknown. */
  readonly address: string;
  /** Checks the device proof of this browser; absent when the browser sends none. */
  readonly provesDevice?: ProvesDevice;
};

/**
 * Mails a link that sets a new password, if the address has an account and neither the account nor
 * the network address is over its limit. The response does not show which of these was true: work
 * that depends on the account happens after the response.
 */
export async function requestReset(
  ports: AccountPorts,
  requester: ResetRequester,
  email: string,
): Promise<void> {
  const nowMs = ports.clock.now();
  if ((await ports.requests.waitSeconds(requester.address, nowMs)) > 0) return;

  ports.defer(async () => {
    const found = await ports.users.findByEmail(email);
    if (found !== null) await mailLink(ports, { found, requester, nowMs });
  });
}

type Request = {
  readonly found: FoundUser;
  readonly requester: ResetRequester;
  readonly nowMs: number;
};

async function mailLink(ports: AccountPorts, request: Request): Promise<void> {
  const { resets, appUrl, digest, newId, randomBytes } = ports;
  const { user } = request.found;
  const { nowMs } = request;
  const token = randomBytes(resetTokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const tokenDigest = digest(token);
  const createdAt = new Date(nowMs);
  const expiresAt = new Date(nowMs + resetLifeMs);
  const { requesterKey, limit } = await requesterOf(ports, request);

  await resets.open(
    { tokenDigest, userId: user.id, requesterKey, createdAt, expiresAt },
    {
      ...write(resetMail(user, `${appUrl}/reset-password?token=${token}`)),
      id: newId(nowMs),
      eventKey: `password reset ${tokenDigest}`,
      to: user.email,
      createdAt,
      givesUpAt: expiresAt,
    },
    limit,
  );
}

/** A browser that the account knows has its own limit, which strangers cannot use up. */
async function requesterOf(
  { deviceRequests, pseudonym }: AccountPorts,
  { found, requester, nowMs }: Request,
): Promise<{ readonly requesterKey: string; readonly limit: number | null }> {
  const owner = { userId: found.user.id, devicesSince: found.devicesSince };
  const device = knownDevice(requester.provesDevice, owner, nowMs);
  if (device !== null && (await deviceRequests.waitSeconds(device.id, nowMs)) === 0) {
    return { requesterKey: pseudonym(`requester device ${device.id}`), limit: null };
  }
  return { requesterKey: pseudonym(`requester ${requester.address}`), limit: resetsPerHour };
}

/**
 * Sets a new password with the token of a mailed link; the token then becomes invalid. Ends every
 * session, removes the counted failures of the old password and mails the person. Returns
 * the id of the account. Refuses `invalid_link`, and `invalid` for a password that is easily
 * guessed, after which the link stays valid.
 */
export async function resetPassword(
  ports: AccountPorts,
  token: string,
  newPassword: string,
): Promise<string> {
  const { resets, passwords, failures, pseudonym, digest, clock } = ports;
  const tokenDigest = digest(token);
  const user = await resets.find(tokenDigest, new Date(clock.now()));
  if (user === null) throw invalidLink();
  refuseGuessable(newPassword, user.email, 'newPassword');

  const passwordHash = await passwords.hash(newPassword, [user.id]);
  const at = new Date(clock.now());
  // The reset removes the keys of an account whose address nobody had proven.
  const keys = user.verified ? await ports.keys.of(user.id) : [];
  const mail = passwordChangedMail(ports, user, { at, cause: tokenDigest, keys });
  if (!(await resets.use({ tokenDigest, passwordHash, at, mail }))) throw invalidLink();
  await failures.forgiveAccount(guessedAccount(pseudonym, user.email));
  return user.id;
}

function invalidLink(): Refusal {
  return new Refusal('invalid_link', 'This reset link is invalid or has expired');
}
