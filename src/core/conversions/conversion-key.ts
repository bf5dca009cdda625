import { utcDay } from '#core/shared/time';
import type { RawConversion } from './conversion.ts';

/**
 * What makes two reports for one link and event the same conversion: the order id, else the click,
 * else the visitor and the UTC day. Whatever has none of these, or is always new, stands alone. A
 * refund belongs to a conversion, and counts once for it.
 */
export function conversionKey(conversion: RawConversion, visitorId: bigint): string {
  const key = saleKey(conversion, visitorId);
  return conversion.isRefund ? `r:${key}` : key;
}

function saleKey(conversion: RawConversion, visitorId: bigint): string {
  if (conversion.orderId !== '') return `o:${conversion.orderId}`;
  if (conversion.isAlwaysNew) return `m:${conversion.id}`;
  if (conversion.click) return `c:${conversion.click.clickId}`;
  if (visitorId === 0n) return `m:${conversion.id}`;
  return `v:${visitorId.toString(16)}:${utcDay(conversion.receivedAtMs)}`;
}
