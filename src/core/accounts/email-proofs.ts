import { refuseFlood } from '#core/shared/limits/rate-limit';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import { Refusal } from '#core/shared/refusal';
import { dayMs } from '#core/shared/time';
import { emailChangedMail, noticeLifeMs, verificationMail } from './mails.ts';
import type { AccountPorts, EmailProofs } from './ports.ts';
import type { User } from './user.ts';

/**
 * Why a proof link is mailed: a new account, a request to send it again, or a change of address.
 */
export type ProofCause = 'welcome' | 'resend' | 'change';

/** How long a mailed link proves the address. */
export const proofLifeMs: Readonly<Record<ProofCause, number>> = {
  welcome: 7 * dayMs,
  resend: 7 * dayMs,
  change: dayMs,
};
/** In bytes; 256 bits. */
export const proofTokenBytes = 32;
/** Limit of links per hour for one account and one cause, from all places that request them. */
export const proofsPerHour = 5;
/** The message for an account that is past that limit. */
export const tooManyMails = 'You requested too many emails. Please try again later.';

/**
 * One link that proves that an address belongs to an account, stored under the SHA-256 of its
 * token.
 */
export type EmailProof = {
  readonly tokenDigest: string;
  readonly userId: string;
  /**
   * The address that gets the link. With the cause `change` it is not (or not yet) the account's
   * address.
   */
  readonly email: string;
  readonly cause: ProofCause;
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

export type NewProof = {
  readonly proof: EmailProof;
  /** The mail with the link, sent to the address that it proves. The link exists nowhere else. */
  mailOf(content: (url: string) => MailContent): Mail;
};

/** Makes a new proof with a token of 256 random bits, and the mail that carries it. */
export function newProof(
  {
    appUrl,
    digest,
    newId,
    randomBytes,
  }: Pick<AccountPorts, 'appUrl' | 'digest' | 'newId' | 'randomBytes'>,
  { userId, email, cause }: Pick<EmailProof, 'userId' | 'email' | 'cause'>,
  nowMs: number,
): NewProof {
  const token = randomBytes(proofTokenBytes).toBase64({ alphabet: 'base64url', omitPadding: true });
  const tokenDigest = digest(token);
  const createdAt = new Date(nowMs);
  const expiresAt = new Date(nowMs + proofLifeMs[cause]);

  return {
    proof: { tokenDigest, userId, email, cause, createdAt, expiresAt },
    mailOf: (content) => ({
      ...write(content(`${appUrl}/verify?token=${token}`)),
      id: newId(nowMs),
      eventKey: `email proof ${tokenDigest}`,
      to: email,
      createdAt,
      givesUpAt: expiresAt,
    }),
  };
}

type ResendPorts = Pick<AccountPorts, 'appUrl' | 'digest' | 'newId' | 'randomBytes' | 'clock'> & {
  readonly proofs: Pick<EmailProofs, 'open'>;
};

/**
 * Mails another proof link to a person; does nothing when the address is proven. Earlier links stay
 * valid. Refuses `too_many_requests`.
 */
export async function resendVerification(ports: ResendPorts, user: User): Promise<void> {
  if (user.verified) return;
  const { id: userId, email } = user;
  const { proof, mailOf } = newProof(ports, { userId, email, cause: 'resend' }, ports.clock.now());
  refuseFlood(await ports.proofs.open(proof, [mailOf(verificationMail)]), tooManyMails);
}

/**
 * Proves an address with the token of a mailed link; the token then becomes invalid. A pending
 * change takes effect: every session except that of `sessionToken` ends, and the former address
 * gets a mail. Returns the id of the account. Refuses `already_confirmed` for a link that is not
 * needed any more, as after a password reset, which proves the address too; `invalid_link` for
 * others; and `email_taken` when the address belongs to another account. Only a person who proves
 * the address learns that.
 */
export async function verifyEmail(
  ports: AccountPorts,
  token: string,
  sessionToken: string | null,
): Promise<string> {
  const { proofs, digest, clock } = ports;
  const tokenDigest = digest(token);
  const at = new Date(clock.now());
  const found = await proofs.find(tokenDigest, at);
  if (found === null) throw await refusalOf(ports, tokenDigest);

  const mail = found.proof.cause === 'change' ? noticeOf(ports, found.user, tokenDigest) : null;
  const keptSid = sessionToken === null ? null : digest(sessionToken);
  switch (await proofs.use({ tokenDigest, at, keptSid, mail })) {
    case 'proven':
      return found.user.id;
    case 'over':
      throw await refusalOf(ports, tokenDigest);
    case 'taken':
      throw new Refusal('email_taken', 'An account with this email already exists');
  }
}

async function refusalOf({ proofs }: AccountPorts, tokenDigest: string): Promise<Refusal> {
  if (!(await proofs.isProven(tokenDigest))) {
    return new Refusal('invalid_link', 'This link is invalid or has expired');
  }
  return new Refusal('already_confirmed', 'This email address is already confirmed.');
}

function noticeOf({ appUrl, newId, clock }: AccountPorts, user: User, tokenDigest: string): Mail {
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
