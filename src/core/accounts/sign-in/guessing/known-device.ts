import { dayMs } from '#core/shared/time';

/** A browser that signed in to an account before. */
export type KnownDevice = {
  /** Identifies the browser among those of all accounts. */
  readonly id: string;
  /** When it last signed in. */
  readonly signedInAt: Date;
};

/**
 * Checks whether the browser brings a proof that it signed in to this account before; null when it
 * does not.
 */
export type ProvesDevice = (userId: string) => KnownDevice | null;

/** Twice the longest session, so that a returning person is known. */
export const deviceLifeMs = 180 * dayMs;

/** An account. Browsers that signed in before `devicesSince` count as unknown. */
export type DeviceOwner = { readonly userId: string; readonly devicesSince: Date };

/** The browser, if the account still knows it; otherwise null. */
export function knownDevice(
  provesDevice: ProvesDevice | undefined,
  { userId, devicesSince }: DeviceOwner,
  nowMs: number,
): KnownDevice | null {
  const device = provesDevice?.(userId) ?? null;
  if (device === null || device.signedInAt < devicesSince) return null;
  return nowMs < device.signedInAt.getTime() + deviceLifeMs ? device : null;
}
