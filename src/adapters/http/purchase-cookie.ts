import { timingSafeEqual } from 'node:crypto';
import { dayMs, secondMs } from '#core/shared/time';

/** Binds a payment to the browser that began it, before there is anybody to sign in. */
export type PurchaseCookie = {
  /** The purchase that a request's browser began; null when it began none that we know. */
  read(request: Request): string | null;
  /** The Set-Cookie value that binds it. */
  give(purchaseId: string): string;
};

/** `mac` is a keyed hash in hexadecimal: nobody else can name a purchase of somebody's. */
export function purchaseCookie(appUrl: string, mac: (text: string) => string): PurchaseCookie {
  const isSecure = appUrl.startsWith('https:');
  const name = isSecure ? '__Host-waypost_purchase' : 'waypost_purchase';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const pattern = new RegExp(`(?:^|;) *${name}=([\\da-f-]{36})\\.([\\da-f]{64})(?= *(?:;|$))`);

  return {
    read(request) {
      const [, purchaseId, given] = pattern.exec(request.headers.get('cookie') ?? '') ?? [];
      if (purchaseId === undefined || given === undefined) return null;
      return timingSafeEqual(Buffer.from(given), Buffer.from(mac(purchaseId))) ? purchaseId : null;
    },
    give: (purchaseId) =>
      `${name}=${purchaseId}.${mac(purchaseId)}; Max-Age=${dayMs / secondMs}; ${attributes}`,
  };
}
