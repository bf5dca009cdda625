import { refuseFlood } from '#core/shared/limits/rate-limit';
import type { Clock } from '#core/shared/time';
import { verificationMail } from './email-mails.ts';
import { type EmailProofs, tooManyMails } from './email-proof.ts';
import { newProof, type NewProofPorts } from './new-proof.ts';
import type { User } from '#core/accounts/user';

export type ResendVerificationPorts = NewProofPorts & {
  readonly proofs: Pick<EmailProofs, 'open'>;
  readonly clock: Clock;
};

/**
 * Mails another proof link to a signed-in person; does nothing when the address is proven. Earlier
 * links stay valid. Refuses `too_many_requests`.
 */
export function resendVerification(ports: ResendVerificationPorts) {
  return async (user: User): Promise<void> => {
    if (user.verified) return;
    const { id: userId, email } = user;
    const { proof, mailOf } = newProof(
      ports,
      { userId, email, cause: 'resend' },
      ports.clock.now(),
    );
    const mail = mailOf(verificationMail);
    refuseFlood(await ports.proofs.open(proof, [mail]), tooManyMails);
  };
}
