import type { Passwords } from '#core/accounts/passwords/passwords';
import { hashingQueue, type HashingLimits } from './hashing-queue.ts';

/** Argon2id's cost: memory in KiB and passes over it; one lane. */
export type Argon2Cost = { readonly memoryKib: number; readonly passes: number };

/** From OWASP's Password Storage Cheat Sheet; about 28 ms of one core. */
export const argon2Cost: Argon2Cost = { memoryKib: 19_456, passes: 2 };

/** `waiting`: how many passwords wait to be hashed or verified. */
export type QueuedPasswords = Passwords & { waiting(): number };

/**
 * Argon2id in PHC strings, outside this thread, with limited concurrency. Hashes of other kinds
 * match no password.
 */
export function argon2idPasswords(cost: Argon2Cost, limits: HashingLimits): QueuedPasswords {
  const queued = hashingQueue(limits);
  const options = {
    algorithm: 'argon2id',
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
  } as const;
  const nobodys = Bun.password.hash(crypto.randomUUID(), options);

  return {
    waiting: queued.waiting,
    hash: (password, asker) => queued(asker, () => Bun.password.hash(password, options)),
    verify: (password, hash, asker) =>
      queued(asker, async () => {
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
