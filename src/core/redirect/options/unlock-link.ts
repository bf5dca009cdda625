import { sharedPassword, type SharedPasswordPorts } from '#core/accounts/passwords/shared-password';
import type { PasswordProofs, ProofSubject } from './password-proof.ts';

export type UnlockLinkPorts = SharedPasswordPorts & {
  readonly proofs: Pick<PasswordProofs, 'sign'>;
};

/** A visitor's attempt to open a link with its password. */
export type Attempt = ProofSubject & {
  /** The link's account. */
  readonly userId: string;
  readonly password: string;
  /** The visitor's network. */
  readonly network: string;
  /** The visitor's referrer before the page that asks for the password. */
  readonly referrer: string;
};

export type Unlocked =
  | { readonly kind: 'open'; readonly proof: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/** Checks a link's password. */
export function unlockLink({ proofs, ...ports }: UnlockLinkPorts) {
  const check = sharedPassword(ports);

  return async (attempt: Attempt): Promise<Unlocked> => {
    const guessed = await check({ ...attempt, subject: attempt.linkId, owner: attempt.userId });
    return guessed.kind === 'right'
      ? { kind: 'open', proof: proofs.sign(attempt, attempt.referrer) }
      : guessed;
  };
}
