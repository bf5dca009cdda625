import { timingSafeEqual } from 'node:crypto';
import { dayMs, secondMs } from '#core/shared/time';
import { ownCookie } from './own-cookie.ts';

/** Binds payments to the browser that began them, before there is an account. */
export type PurchaseCookie = {
  /** The purchases that the request's browser began, newest first. */
  read(request: Request): readonly string[];
  /** The Set-Cookie value that binds one more purchase to the request's browser. */
  give(request: Request, purchaseId: string): string;
};

/** One for each open tab; the oldest is dropped. */
const mostPurchases = 5;

/**
 * Each purchase is signed with the first of the keyed hashes, each 256 bits, and valid with one of
 * them: nobody else can make a cookie for another person's purchase.
 */
export function purchaseCookie(
  appUrl: string,
  hashes: (text: string) => readonly [Buffer, ...Buffer[]],
): PurchaseCookie {
  const cookie = ownCookie(appUrl, {
    name: 'waypost_purchase',
    form: /^[\da-f-]{36}\.[\da-f]{64}(?:~[\da-f-]{36}\.[\da-f]{64})*$/,
    maxAgeSeconds: dayMs / secondMs,
  });

  const read = (request: Request): string[] =>
    (cookie.read(request)?.split('~') ?? []).slice(0, mostPurchases).flatMap((part) => {
      const [purchaseId = '', given = ''] = part.split('.');
      const signature = Buffer.from(given, 'hex');
      const isSigned = hashes(purchaseId).some((right) => timingSafeEqual(signature, right));
      return isSigned ? [purchaseId] : [];
    });
  const signed = (purchaseId: string): string => {
    const [signature] = hashes(purchaseId);
    return `${purchaseId}.${signature.toString('hex')}`;
  };

  return {
    read,
    give(request, purchaseId) {
      const begun = new Set([purchaseId, ...read(request)]);
      return cookie.give([...begun].slice(0, mostPurchases).map(signed).join('~'));
    },
  };
}
