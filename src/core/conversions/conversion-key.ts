import { utcDay } from '#core/shared/time';
import type { RawConversion } from './conversion.ts';

/**
 * Two reports for one link and event with the same key are the same conversion. The key is the
 * order id, else the click, else the visitor and the UTC day. A report without these, or one that
 * is always new, gets a unique key. A refund belongs to a conversion, and counts once for it.
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
