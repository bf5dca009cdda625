import type { NewId, RandomBytes } from '#core/shared/ids';
import { write } from '#core/shared/mail';
import type { SharedRateLimit } from '#core/shared/rate-limit';
import type { Clock } from '#core/shared/time';
import { knownDevice, type ProvesDevice } from '#core/accounts/sign-in/guessing/known-device';
import { resetLetter } from './password-mails.ts';
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
export type Asker = {
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
export type RequestReset = (email: string, asker: Asker) => Promise<void>;

export function requestReset(ports: RequestResetPorts): RequestReset {
  const { users, requests, later, clock } = ports;

  return async (email, asker) => {
    const nowMs = clock.now();
    if ((await requests.waitSeconds(asker.address, nowMs)) > 0) return;

    later(async () => {
      const found = await users.findByEmail(email);
      if (found !== null) await mailLink(ports, { found, asker, nowMs });
    });
  };
}

type Request = { readonly found: FoundUser; readonly asker: Asker; readonly nowMs: number };

async function mailLink(ports: RequestResetPorts, request: Request): Promise<void> {
  const { resets, appUrl, digest, newId, randomBytes } = ports;
  const { user } = request.found;
  const { nowMs } = request;
  const token = randomBytes(resetTokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const tokenDigest = digest(token);
  const createdAt = new Date(nowMs);
  const expiresAt = new Date(nowMs + resetLifeMs);
  const { askerKey, limit } = await askerOf(ports, request);

  await resets.open(
    { tokenDigest, userId: user.id, askerKey, createdAt, expiresAt },
    {
      ...write(resetLetter(user, `${appUrl}/reset-password?token=${token}`)),
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
async function askerOf(
  { deviceRequests, pseudonym }: RequestResetPorts,
  { found, asker, nowMs }: Request,
): Promise<{ readonly askerKey: string; readonly limit: number | null }> {
  const owner = { userId: found.user.id, devicesSince: found.devicesSince };
  const device = knownDevice(asker.provesDevice, owner, nowMs);
  if (device !== null && (await deviceRequests.waitSeconds(device.id, nowMs)) === 0) {
    return { askerKey: pseudonym(`asker device ${device.id}`), limit: null };
  }
  return { askerKey: pseudonym(`asker ${asker.address}`), limit: resetsPerHour };
}
