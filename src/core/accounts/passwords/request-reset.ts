import type { NewId, RandomBytes } from '#core/shared/ids';
import { write } from '#core/shared/mail';
import type { SharedRateLimit } from '#core/shared/rate-limit';
import type { Clock } from '#core/shared/time';
import { knownDevice, type ProvesDevice } from '#core/accounts/sign-in/guessing/known-device';
import { resetMail } from './password-mails.ts';
import {
  resetLifeMs,
  resetsPerHour,
  resetTokenBytes,
  type PasswordResets,
} from './password-reset.ts';
import type { Digest } from '#core/accounts/sign-in/session';
import type { FoundUser, Users } from '#core/accounts/users';

export type RequestResetPorts = {
  readonly users: Pick<Users, 'findByEmail'>;
  readonly resets: Pick<PasswordResets, 'open'>;
  /** How many links one network address may ask for. */
  readonly requests: SharedRateLimit;
  /** How many links a browser that is known to an account may ask for, beside `requests`. */
  readonly deviceRequests: SharedRateLimit;
  /** Does work soon, in turn, once the caller is answered. Refuses `unavailable` when too much waits. */
  readonly later: (work: () => Promise<void>) => void;
  /** A keyed hash: the same text gives the same key, and the key gives nothing back. */
  readonly pseudonym: Digest;
  /** Where the application is reached, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/** Who asks for a link. */
export type ResetRequester = {
  /** A network address; empty when unknown. */
  readonly address: string;
  /** What the browser brings of earlier sign-ins; absent when it brings nothing. */
  readonly provesDevice?: ProvesDevice;
};

/**
 * Mails a link that sets a new password, if the address has an account and neither it nor the
 * network address asked too often. Says nothing about which of these held: what depends on the
 * account is done after the answer.
 */
export type RequestReset = (email: string, requester: ResetRequester) => Promise<void>;

export function requestReset(ports: RequestResetPorts): RequestReset {
  const { users, requests, later, clock } = ports;

  return async (email, requester) => {
    const nowMs = clock.now();
    if ((await requests.waitSeconds(requester.address, nowMs)) > 0) return;

    later(async () => {
      const found = await users.findByEmail(email);
      if (found !== null) await mailLink(ports, { found, requester, nowMs });
    });
  };
}

type Request = {
  readonly found: FoundUser;
  readonly requester: ResetRequester;
  readonly nowMs: number;
};

async function mailLink(ports: RequestResetPorts, request: Request): Promise<void> {
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

/** A browser that the account knows has a limit of its own, which strangers do not use up. */
async function requesterOf(
  { deviceRequests, pseudonym }: RequestResetPorts,
  { found, requester, nowMs }: Request,
): Promise<{ readonly requesterKey: string; readonly limit: number | null }> {
  const owner = { userId: found.user.id, devicesSince: found.devicesSince };
  const device = knownDevice(requester.provesDevice, owner, nowMs);
  if (device !== null && (await deviceRequests.waitSeconds(device.id, nowMs)) === 0) {
    return { requesterKey: pseudonym(`asker device ${device.id}`), limit: null };
  }
  return { requesterKey: pseudonym(`asker ${requester.address}`), limit: resetsPerHour };
}
