import type { NewId, RandomBytes } from '#core/shared/ids';
import { type MailContent, type Mail, write } from '#core/shared/mail';
import { type EmailProof, proofLifeMs, proofTokenBytes } from './email-proof.ts';
import type { Digest } from '#core/accounts/sign-in/session';

export type NewProofPorts = {
  /** The application's public address, from the configuration and never from a request. */
  readonly appUrl: string;
  readonly digest: Digest;
  readonly newId: NewId;
  readonly randomBytes: RandomBytes;
};

export type NewProof = {
  readonly proof: EmailProof;
  /** The mail with the link, sent to the address that it proves. The link exists nowhere else. */
  mailOf(content: (url: string) => MailContent): Mail;
};

/** Makes a new proof with a token of 256 random bits, and the mail that carries it. */
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
