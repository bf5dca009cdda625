import type { Passwords } from '#core/accounts/passwords/passwords';
import { budget } from '#core/shared/budget';
import { Refusal } from '#core/shared/refusal';
import { hourMs, minuteMs, type Clock } from '#core/shared/time';
import type { PasswordProofs, ProofSubject } from './password-proof.ts';

export type UnlockLinkPorts = {
  readonly clock: Clock;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly proofs: Pick<PasswordProofs, 'sign'>;
};

/** A visitor's attempt to open a link with its password. */
export type Attempt = ProofSubject & {
  readonly password: string;
  /** The visitor's network, which has its own budget of wrong passwords. */
  readonly network: string;
  /** Where the visitor came from before the page that asks for the password. */
  readonly referrer: string;
};

export type Unlocked =
  | { readonly kind: 'open'; readonly proof: string }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/** Wrong passwords for one link: of one network, and while many networks guess. */
const perNetwork = { limit: 10, windowMs: 10 * minuteMs, keys: 10_000 };
const perNetworkInFlood = { limit: 2, windowMs: 10 * minuteMs, keys: 10_000 };
/** Wrong passwords for one link, after which each network gets fewer. */
const perLink = { limit: 100, windowMs: hourMs, keys: 10_000 };

/**
 * Checks a link's password. Each instance counts wrong passwords in its memory. Strangers who guess
 * leave a few attempts for everybody else: they never lock a link.
 */
export function unlockLink({ clock, passwords, proofs }: UnlockLinkPorts) {
  const [networks, flooded] = [budget(perNetwork), budget(perNetworkInFlood)];
  const links = budget(perLink);

  return async (attempt: Attempt): Promise<Unlocked> => {
    const nowMs = clock.now();
    const { linkId, passwordHash, password, network } = attempt;
    const key = `${linkId} ${network}`;
    const isFlood = links.spend(linkId, nowMs) !== 'within';
    const networkBudget = isFlood ? flooded : networks;
    if (networkBudget.spend(key, nowMs) !== 'within') {
      return { kind: 'too_many', retryAfterSeconds: networkBudget.waitSeconds(key, nowMs) };
    }
    const giveBack = (): void => {
      if (!isFlood) links.giveBack(linkId);
      networkBudget.giveBack(key);
    };
    try {
      if (!(await passwords.verify(password, passwordHash))) return { kind: 'wrong' };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      giveBack();
      return { kind: 'too_many', retryAfterSeconds: 2 };
    }
    giveBack();
    return { kind: 'open', proof: proofs.sign(attempt, attempt.referrer) };
  };
}
