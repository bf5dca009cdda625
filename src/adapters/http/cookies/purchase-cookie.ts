import { timingSafeEqual } from 'node:crypto';
import { dayMs, secondMs } from '#core/shared/time';
import { ownCookie } from './own-cookie.ts';

/** Binds payments to the browser that began them, before there is an account. */
export type PurchaseCookie = {
  /** The purchases that the request's browser began, newest first. */
  read(request: Request): readonly string[];
  /** The secret id of the request's browser; a new one when it has none. */
  buyerOf(request: Request): string;
  /** The Set-Cookie value that gives it to the browser. */
  giveBuyer(buyer: string): string;
  /** The Set-Cookie value that binds one more purchase to the request's browser. */
  give(request: Request, purchaseId: string): string;
};

/** One for each open tab; the oldest is dropped. */
const mostPurchases = 5;
const maxAgeSeconds = dayMs / secondMs;

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
    maxAgeSeconds,
  });
  const buyers = ownCookie(appUrl, {
    name: 'waypost_buyer',
    form: /^[\da-f-]{36}$/,
    maxAgeSeconds,
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
    buyerOf: (request) => buyers.read(request) ?? crypto.randomUUID(),
    giveBuyer: (buyer) => buyers.give(buyer),
    give(request, purchaseId) {
      const begun = new Set([purchaseId, ...read(request)]);
      return cookie.give([...begun].slice(0, mostPurchases).map(signed).join('~'));
    },
  };
}
