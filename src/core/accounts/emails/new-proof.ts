import type { NewId, RandomBytes } from '#core/shared/ids';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import { type EmailProof, proofLifeMs, proofTokenBytes } from './email-proof.ts';
import type { Digest } from '#core/accounts/sign-in/session';

export type NewProofPorts = {
  /** Where the application is reached, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};

export type NewProof = {
  readonly proof: EmailProof;
  /** The mail that brings the link to the address that it proves: the only place where it stands. */
  mailOf(content: (url: string) => MailContent): Mail;
};

/** A new proof, whose token is 256 random bits, and how it is mailed. */
export function newProof(
  { appUrl, digest, newId, randomBytes }: NewProofPorts,
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
