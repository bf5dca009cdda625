import { networkOf } from '#core/clicks/address';
import { recentMap } from '#core/shared/recent-map';
import { utcDay } from '#core/shared/time';
import type { RawConversion } from './conversion.ts';

const rememberedReports = 10_000;

/**
 * Guesses whether a report repeats one of the last few thousand of this process, by the rule of
 * `conversionKey`. Only for the debug list: the event store makes the decision. The caller has
 * recorded the report. `visitorsAre` says how visitors are distinguished.
 */
export function repeatGuess(
  visitorsAre: 'cookieless' | 'cookie',
): (conversion: RawConversion) => boolean {
  const seen = recentMap<string, true>(rememberedReports);

  return (conversion) => {
    const { linkId, eventType, isRefund } = conversion;
    const what = whatItIs(conversion, visitorsAre);
    if (what === null) return false;
    const key = `${linkId} ${eventType} ${isRefund} ${what}`;
    const isRepeat = seen.get(key) === true;
    seen.set(key, true);
    return isRepeat;
  };
}

/**
 * The refund, else the order, else the click, else the visitor and the day; null for a report that is
 * always new.
 */
function whatItIs(conversion: RawConversion, visitorsAre: 'cookieless' | 'cookie'): string | null {
  const { refundId, orderId, click, isAnonymous, visitorCookie, address, userAgent } = conversion;
  if (refundId !== '') return `f:${refundId}`;
  if (orderId !== '') return `o:${orderId}`;
  if (click !== null) return `c:${click.clickId}`;
  if (isAnonymous) return null;
  const day = utcDay(conversion.receivedAtMs);
  if (visitorsAre === 'cookie') return visitorCookie === '' ? null : `v:${day} ${visitorCookie}`;
  const network = networkOf(address, { ipv4: 32, ipv6: 64 });
  return network && `v:${day} ${network.text} ${userAgent}`;
}
