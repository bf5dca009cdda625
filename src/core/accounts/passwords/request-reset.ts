import type { NewId, RandomBytes } from '#core/shared/ids';
import { write } from '#core/shared/mail';
import type { SharedRateLimit } from '#core/shared/limits/rate-limit';
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
  /** Limit of links that one network address may request. */
  readonly requests: SharedRateLimit;
  /** Additional limit of links that a browser known to the account may request. */
  readonly deviceRequests: SharedRateLimit;
  /**
   * Runs work after the response, one job after the other. Refuses `unavailable` when too many jobs
   * wait.
   */
  readonly later: (work: () => Promise<void>) => void;
  /** A keyed hash: the same text gives the same key, and the key does not reveal the text. */
  readonly pseudonym: Digest;
  /** The application's public address, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
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

/** A browser that the account knows has its own limit, which strangers cannot use up. */
async function requesterOf(
  { deviceRequests, pseudonym }: RequestResetPorts,
  { found, requester, nowMs }: Request,
): Promise<{ readonly requesterKey: string; readonly limit: number | null }> {
  const owner = { userId: found.user.id, devicesSince: found.devicesSince };
  const device = knownDevice(requester.provesDevice, owner, nowMs);
  if (device !== null && (await deviceRequests.waitSeconds(device.id, nowMs)) === 0) {
    return { requesterKey: pseudonym(`requester device ${device.id}`), limit: null };
  }
  return { requesterKey: pseudonym(`requester ${requester.address}`), limit: resetsPerHour };
}
