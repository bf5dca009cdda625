import { write } from '#core/shared/mail';
import { refuseFlood } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import { changeAskedMail, confirmChangeMail } from './email-mails.ts';
import { type EmailProofs, tooManyMails } from './email-proof.ts';
import { newProof, type NewProofPorts } from './new-proof.ts';
import { noticeLifeMs } from '#core/accounts/passwords/password-mails';
import type { User } from '#core/accounts/user';

export type ChangeEmailPorts = NewProofPorts & {
  readonly proofs: Pick<EmailProofs, 'open'>;
  readonly clock: Clock;
};

/**
 * Mails a link to a new address. The address becomes the account's when the link is opened. The
 * current address gets a mail about it. The result does not show whether the new address has an
 * account. Refuses `too_many_requests`.
 */
export function changeEmail(ports: ChangeEmailPorts) {
  return async (user: User, email: string): Promise<void> => {
    const nowMs = ports.clock.now();
    const change = { userId: user.id, email: email.trim(), cause: 'change' } as const;
    const { proof, mailOf } = newProof(ports, change, nowMs);
    const notice = {
      ...write(changeAskedMail(user, `${ports.appUrl}/forgot-password`)),
      id: ports.newId(nowMs),
      eventKey: `email change asked ${proof.tokenDigest}`,
      to: user.email,
      createdAt: proof.createdAt,
      givesUpAt: new Date(nowMs + noticeLifeMs),
    };
    const question = mailOf(confirmChangeMail);
    refuseFlood(await ports.proofs.open(proof, [question, notice]), tooManyMails);
  };
}

export type PendingEmailPorts = {
  readonly proofs: Pick<EmailProofs, 'pendingChange' | 'cancelChange'>;
  readonly clock: Clock;
};

/** The new address that the person has not proven yet; null when there is none. */
export function pendingEmail({ proofs, clock }: PendingEmailPorts) {
  return (userId: string): Promise<string | null> =>
    proofs.pendingChange(userId, new Date(clock.now()));
}

/** Keeps the current address: the link sent to the new one stops working. */
export function cancelEmailChange({ proofs, clock }: PendingEmailPorts) {
  return (userId: string): Promise<void> => proofs.cancelChange(userId, new Date(clock.now()));
}
