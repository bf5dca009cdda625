import type { Passwords } from '#core/accounts/passwords/passwords';
import { slots } from '#core/shared/limits/slots';
import { Refusal } from '#core/shared/refusal';

/** Argon2id's cost: memory in KiB and passes over it; one lane. */
export type Argon2Cost = { readonly memoryKib: number; readonly passes: number };

/** From OWASP's Password Storage Cheat Sheet; about 28 ms of one core. */
export const argon2Cost: Argon2Cost = { memoryKib: 19_456, passes: 2 };

/** Limits of this process's hashing, so that a flood of logins does not block other work. */
export type HashingLimits = {
  /** Concurrent hashes; at most the number of cores. */
  readonly parallel: number;
  /**
   * Limit of waiting hashes. Above it, the newest one of the asker with the most waiting hashes is
   * refused.
   */
  readonly waiting: number;
};

/** `waiting`: how many passwords wait to be hashed or verified. */
export type QueuedPasswords = Passwords & { waiting(): number };

/**
 * Argon2id in PHC strings, outside this thread, with limited concurrency; the askers take turns.
 * Refuses `too_many_requests` when too many wait. Hashes of other kinds match no password.
 */
export function argon2idPasswords(cost: Argon2Cost, limits: HashingLimits): QueuedPasswords {
  const { parallel, waiting } = limits;
  const turns = slots({ perKey: parallel, total: parallel, waiting, refusal: tooMany });
  const options = {
    algorithm: 'argon2id',
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
  } as const;
  const nobodys = Bun.password.hash(crypto.randomUUID(), options);

  return {
    waiting: turns.waiting,
    hash: (password, asker) => turns.run(asker, () => Bun.password.hash(password, options)),
    verify: (password, hash, asker) =>
      turns.run(asker, async () => {
        const isOurs = hash !== null && hash.startsWith('$argon2id$');
        return (await Bun.password.verify(password, isOurs ? hash : await nobodys)) && isOurs;
      }),
    isOutdated: (hash) => isWeaker(hash, cost),
  };
}

function isWeaker(hash: string, cost: Argon2Cost): boolean {
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(hash) ?? [];
  return Number(memory ?? 0) < cost.memoryKib || Number(passes ?? 0) < cost.passes;
}

function tooMany(): Refusal {
  const message = 'Too many passwords are being checked right now. Please try again in a moment.';
  return new Refusal('too_many_requests', message, { retryAfterSeconds: 2 });
}
