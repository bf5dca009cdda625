import type { NewId, RandomBytes } from '#core/shared/ids';
import { write } from '#core/shared/mail';
import type { SharedRateLimit } from '#core/shared/rate-limit';
import type { Clock } from '#core/shared/time';
import { resetLetter } from './password-mails.ts';
import { resetLifeMs, resetTokenBytes, type PasswordResets } from './password-reset.ts';
import type { Digest } from './session.ts';
import type { Users } from './users.ts';

export type RequestResetPorts = {
  readonly users: Pick<Users, 'findByEmail'>;
  readonly resets: Pick<PasswordResets, 'open'>;
  /** How many links one network address may ask for. */
  readonly requests: SharedRateLimit;
  /** Where the application is reached, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
  readonly clock: Clock;
};

/**
 * Mails a link that sets a new password, if the address has an account and neither it nor the
 * network address asked too often. Says nothing about which of these held. The same work is done
 * for an unknown address, for nothing.
 */
export type RequestReset = (email: string, visitor: { readonly address: string }) => Promise<void>;

export function requestReset(ports: RequestResetPorts): RequestReset {
  const { users, resets, requests, appUrl, digest, newId, randomBytes, clock } = ports;

  return async (email, { address }) => {
    const nowMs = clock.now();
    if ((await requests.waitSeconds(address, nowMs)) > 0) return;

    const found = await users.findByEmail(email);
    const token = randomBytes(resetTokenBytes).toBase64({
      alphabet: 'base64url',
      omitPadding: true,
    });
    const tokenDigest = digest(token);
    const reader = found?.user ?? { id: newId(nowMs), email, firstName: '' };
    const createdAt = new Date(nowMs);
    const expiresAt = new Date(nowMs + resetLifeMs);
    await resets.open(
      { tokenDigest, userId: reader.id, createdAt, expiresAt },
      {
        ...write(resetLetter(reader, `${appUrl}/reset-password?token=${token}`)),
        id: newId(nowMs),
        eventKey: `password reset ${tokenDigest}`,
        to: reader.email,
        createdAt,
        givesUpAt: expiresAt,
      },
    );
  };
}
