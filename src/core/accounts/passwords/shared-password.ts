import { budget } from '#core/shared/budget';
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
  /** The stranger's network, which has its own budget of wrong passwords. */
  readonly network: string;
  readonly password: string;
  readonly passwordHash: string;
};

export type Guessed =
  | { readonly kind: 'right' }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number };

/** Wrong passwords for one subject: of one network, and while many networks guess. */
const perNetwork = { limit: 10, windowMs: 10 * minuteMs, keys: 10_000 };
const perNetworkInFlood = { limit: 2, windowMs: 10 * minuteMs, keys: 10_000 };
/** Wrong passwords for one subject, after which each network gets fewer. */
const perSubject = { limit: 100, windowMs: hourMs, keys: 10_000 };

/**
 * Checks passwords that many people share: of a link, or of a public page. Each instance counts
 * wrong passwords in its memory; right ones cost nothing. Strangers who guess leave a few attempts
 * for everybody else: they lock nobody out.
 */
export function sharedPassword({ clock, passwords }: SharedPasswordPorts) {
  const [networks, flooded] = [budget(perNetwork), budget(perNetworkInFlood)];
  const subjects = budget(perSubject);

  return async ({ subject, network, password, passwordHash }: Guess): Promise<Guessed> => {
    const nowMs = clock.now();
    const key = `${subject} ${network}`;
    const isFlood = subjects.spend(subject, nowMs) !== 'within';
    const networkBudget = isFlood ? flooded : networks;
    if (networkBudget.spend(key, nowMs) !== 'within') {
      return { kind: 'too_many', retryAfterSeconds: networkBudget.waitSeconds(key, nowMs) };
    }
    const giveBack = (): void => {
      if (!isFlood) subjects.giveBack(subject);
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
    return { kind: 'right' };
  };
}
