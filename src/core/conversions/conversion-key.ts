import { utcDay } from '#core/shared/time';
import type { RawConversion } from './conversion.ts';

/**
 * Two reports for one link and event with the same key are the same conversion. The key is the
 * order id, else the click, else the visitor and the UTC day. A report without these, or one that
 * is always new, gets a unique key. A refund counts once for its own id; without an id, once for the
 * conversion that it belongs to.
 */
export function conversionKey(conversion: RawConversion, visitorId: bigint): string {
  const { isRefund, refundId } = conversion;
  if (!isRefund) return saleKey(conversion, visitorId);
  return refundId === '' ? `r:${saleKey(conversion, visitorId)}` : `r:f:${refundId}`;
}

function saleKey(conversion: RawConversion, visitorId: bigint): string {
  if (conversion.orderId !== '') return `o:${conversion.orderId}`;
  if (conversion.isAlwaysNew) return `m:${conversion.id}`;
  if (conversion.click) return `c:${conversion.click.clickId}`;
  if (visitorId === 0n) return `m:${conversion.id}`;
  return `v:${visitorId.toString(16)}:${utcDay(conversion.receivedAtMs)}`;
}
