import { timingSafeEqual } from 'node:crypto';
import { dayMs, secondMs } from '#core/shared/time';
import { ownCookie } from './own-cookie.ts';

/** Binds a payment to the browser that began it, before there is an account. */
export type PurchaseCookie = {
  /** The purchase that the request's browser began; null when there is no valid cookie. */
  read(request: Request): string | null;
  /** The Set-Cookie value that binds it. */
  give(purchaseId: string): string;
};

/**
 * Signed with the first of the keyed hashes, each 256 bits, and valid with one of them: nobody else
 * can make a cookie for another person's purchase.
 */
export function purchaseCookie(
  appUrl: string,
  hashes: (text: string) => readonly [Buffer, ...Buffer[]],
): PurchaseCookie {
  const cookie = ownCookie(appUrl, {
    name: 'waypost_purchase',
    form: /^[\da-f-]{36}\.[\da-f]{64}$/,
    maxAgeSeconds: dayMs / secondMs,
  });

  return {
    read(request) {
      const [purchaseId, given] = cookie.read(request)?.split('.') ?? [];
      if (purchaseId === undefined || given === undefined) return null;
      const signature = Buffer.from(given, 'hex');
      const isSigned = hashes(purchaseId).some((right) => timingSafeEqual(signature, right));
      return isSigned ? purchaseId : null;
    },
    give(purchaseId) {
      const [signature] = hashes(purchaseId);
      return cookie.give(`${purchaseId}.${signature.toString('hex')}`);
    },
  };
}
