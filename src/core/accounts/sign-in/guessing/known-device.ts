import { dayMs } from '#core/shared/time';

/** A browser that signed in to an account before. */
export type KnownDevice = {
  /** Names it among the browsers of all accounts. */
  readonly id: string;
  /** When it last signed in. */
  readonly signedInAt: Date;
};

/** The proof, which a browser brings, that it signed in to the account; null when it brings none. */
export type ProvesDevice = (userId: string) => KnownDevice | null;

/** Twice as long as the longest session, so that a person who comes back is known. */
export const deviceLifeMs = 180 * dayMs;

/** An account, and since when browsers are known to it: earlier ones became strangers then. */
export type DeviceOwner = { readonly userId: string; readonly devicesSince: Date };

/** The browser, if it is known to the account still; null for a stranger's. */
export function knownDevice(
  provesDevice: ProvesDevice | undefined,
  { userId, devicesSince }: DeviceOwner,
  nowMs: number,
): KnownDevice | null {
  const device = provesDevice?.(userId) ?? null;
  if (device === null || device.signedInAt < devicesSince) return null;
  return nowMs < device.signedInAt.getTime() + deviceLifeMs ? device : null;
}
