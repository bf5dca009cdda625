import { networkAsker } from '#core/shared/limits/asker';
import { budget } from '#core/shared/limits/budget';
import { Refusal } from '#core/shared/refusal';
import { hourMs, minuteMs, type Clock } from '#core/shared/time';
import type { Passwords } from './passwords.ts';

export type SharedPasswordPorts = {
  readonly clock: Clock;
  readonly passwords: Pick<Passwords, 'verify'>;
};

/** A stranger's attempt to open something with its password. */
export type Guess = {
  /** The link or page that the password opens. */
  readonly subject: string;
  /** The account that owns it. */
  readonly owner: string;
  /** The stranger's network, which has its own budgets. */
  readonly network: string;
  readonly password: string;
  readonly passwordHash: string;
};

export type Guessed =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/**
 * Correct passwords of one network that do not count against its limit; further ones count like
 * wrong ones.
 */
const freePerNetwork = { limit: 30, windowMs: minuteMs, keys: 10_000 };
/** Wrong passwords for one subject: of one network, and while many networks guess. */
const perNetwork = { limit: 10, windowMs: 10 * minuteMs, keys: 10_000 };
const perNetworkInFlood = { limit: 2, windowMs: 10 * minuteMs, keys: 10_000 };
/** Wrong passwords for one subject, after which each network gets fewer. */
const perSubject = { limit: 100, windowMs: hourMs, keys: 10_000 };

/**
 * Checks passwords that many people share: of a link, or of a public page. Each instance counts in
 * its memory the wrong passwords, and the correct ones beyond `freePerNetwork`. While strangers
 * guess, every other network still has a few attempts, so nobody is locked out. The hashing takes
 * turns between owners, and between the networks of one owner.
 */
export function sharedPassword({ clock, passwords }: SharedPasswordPorts) {
  const [networks, flooded] = [budget(perNetwork), budget(perNetworkInFlood)];
  const [subjects, free] = [budget(perSubject), budget(freePerNetwork)];

  return async (guess: Guess): Promise<Guessed> => {
    const { subject, owner, network, password, passwordHash } = guess;
    const nowMs = clock.now();
    const key = `${subject} ${network}`;
    const isFlood = subjects.waitSeconds(subject, nowMs) > 0;
    const networkBudget = isFlood ? flooded : networks;
    const waitSeconds = networkBudget.waitSeconds(key, nowMs);
    if (waitSeconds > 0) return { kind: 'too_many', retryAfterSeconds: waitSeconds };
    const giveBack = (): void => {
      if (!isFlood) subjects.giveBack(subject);
      networkBudget.giveBack(key);
    };
    try {
      const asker = [owner, ...networkAsker(network)];
      if (!(await passwords.verify(password, passwordHash, asker))) return { kind: 'wrong' };
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      giveBack();
      return { kind: 'too_many', retryAfterSeconds: 2 };
    }
    if (free.waitSeconds(network, clock.now()) === 0) giveBack();
    return { kind: 'right' };
  };
}
