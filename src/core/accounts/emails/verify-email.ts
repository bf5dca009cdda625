import { type Mail, write } from '#core/shared/mail';
import type { NewId } from '#core/shared/ids';
import { Refusal } from '#core/shared/refusal';
import type { Clock } from '#core/shared/time';
import { emailChangedMail } from './email-mails.ts';
import type { EmailProofs } from './email-proof.ts';
import { noticeLifeMs } from '#core/accounts/passwords/password-mails';
import type { Digest } from '#core/accounts/sign-in/session';
import type { User } from '#core/accounts/user';

export type VerifyEmailPorts = {
  readonly proofs: Pick<EmailProofs, 'find' | 'isProven' | 'use'>;
  /** The application's public address, from the configuration. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly clock: Clock;
};

/**
 * Proves an address with the token of a mailed link; the token then becomes invalid. A pending
 * change takes effect: every session except that of `sessionToken` ends, and the former address
 * gets a mail. Returns the id of the account. Refuses `already_confirmed` for a link that is not
 * needed any more, as after a password reset, which proves the address too; `invalid_link` for
 * others; and `email_taken` when the address belongs to another account. Only a person who proves
 * the address learns that.
 */
export type VerifyEmail = (token: string, sessionToken: string | null) => Promise<string>;

export function verifyEmail(ports: VerifyEmailPorts): VerifyEmail {
  const { proofs, digest, clock } = ports;

  return async (token, sessionToken) => {
    const tokenDigest = digest(token);
    const at = new Date(clock.now());
    const found = await proofs.find(tokenDigest, at);
    if (found === null) throw await refusalOf(tokenDigest);

    const mail = found.proof.cause === 'change' ? noticeOf(ports, found.user, tokenDigest) : null;
    const keptSid = sessionToken === null ? null : digest(sessionToken);
    switch (await proofs.use({ tokenDigest, at, keptSid, mail })) {
      case 'proven':
        return found.user.id;
      case 'over':
        throw await refusalOf(tokenDigest);
      case 'taken':
        throw new Refusal('email_taken', 'An account with this email already exists');
    }
  };

  async function refusalOf(tokenDigest: string): Promise<Refusal> {
    if (!(await proofs.isProven(tokenDigest))) {
      return new Refusal('invalid_link', 'This link is invalid or has expired');
    }
    return new Refusal('already_confirmed', 'This email address is already confirmed.');
  }
}

function noticeOf(
  { appUrl, newId, clock }: VerifyEmailPorts,
  user: User,
  tokenDigest: string,
): Mail {
  const nowMs = clock.now();
  return {
    ...write(emailChangedMail(user, appUrl)),
    id: newId(nowMs),
    eventKey: `email changed ${tokenDigest}`,
    to: user.email,
    createdAt: new Date(nowMs),
    givesUpAt: new Date(nowMs + noticeLifeMs),
  };
}
