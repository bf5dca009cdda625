import { randomBytes } from 'node:crypto';
import { systemClock } from '#roots/compose/system';

/** Time and randomness of a backup, from the system. */
export const timeAndChance = {
  clock: systemClock,
  /** Six hexadecimal digits, which end a backup's id. */
  randomTail: (): string => randomBytes(3).toString('hex'),
  pause: (forMs: number): Promise<void> => Bun.sleep(forMs),
};
