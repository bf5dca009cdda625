import { networkOf } from '#core/clicks/address';
import { recentMap } from '#core/shared/recent-map';
import { utcDay } from '#core/shared/time';
import type { RawConversion } from './conversion.ts';

/**
 * Two reports for one link and event with the same key are the same conversion. The key is the
 * order id, else the click, else the visitor and the UTC day. A report without these, or one that
 * is always new, gets a unique key. A refund counts once for its own id; without an id, once for the
 * conversion that it belongs to. `visitor` is empty when the visitor is not known.
 */
export function conversionKey(conversion: RawConversion, visitor: string): string {
  const { isRefund, refundId } = conversion;
  if (!isRefund) return saleKey(conversion, visitor);
  return refundId === '' ? `r:${saleKey(conversion, visitor)}` : `r:f:${refundId}`;
}

/**
 * The visitor part of a key in the event store: the visitor's id in hexadecimal; 0 when the visitor
 * is unknown.
 */
export function visitorOfId(visitorId: bigint): string {
  return visitorId === 0n ? '' : visitorId.toString(16);
}

function saleKey(conversion: RawConversion, visitor: string): string {
  if (conversion.orderId !== '') return `o:${conversion.orderId}`;
  if (conversion.isAlwaysNew) return `m:${conversion.id}`;
  if (conversion.click) return `c:${conversion.click.clickId}`;
  if (visitor === '') return `m:${conversion.id}`;
  return `v:${visitor}:${utcDay(conversion.receivedAtMs)}`;
}

const rememberedReports = 10_000;

/**
 * Guesses, by the rule of `conversionKey`, whether a report repeats one of the last few thousand
 * reports of this process. Only the debug list uses the guess; the event store makes the decision.
 * Call it after the report was recorded. `visitorsAre` says how visitors are distinguished.
 */
export function repeatGuess(
  visitorsAre: 'cookieless' | 'cookie',
): (conversion: RawConversion) => boolean {
  const seen = recentMap<string, true>(rememberedReports);

  return (conversion) => {
    const { linkId, eventType } = conversion;
    const visitor = visitorOf(conversion, visitorsAre);
    const key = `${linkId} ${eventType} ${conversionKey(conversion, visitor)}`;
    const isRepeat = seen.get(key) === true;
    seen.set(key, true);
    return isRepeat;
  };
}

/**
 * The data from which `identifyVisitor` computes the visitor's id; empty when the visitor is
 * unknown.
 */
function visitorOf(conversion: RawConversion, visitorsAre: 'cookieless' | 'cookie'): string {
  const { isAnonymous, visitorCookie, address, userAgent } = conversion;
  if (isAnonymous) return '';
  if (visitorsAre === 'cookie') return visitorCookie;
  const network = networkOf(address, { ipv4: 32, ipv6: 64 });
  return network === null ? '' : `${network.text} ${userAgent}`;
}
