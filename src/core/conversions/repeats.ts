import { networkOf } from '#core/clicks/address';
import { recentMap } from '#core/shared/recent-map';
import { conversionKey } from './conversion-key.ts';
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
    const { linkId, eventType } = conversion;
    const visitor = visitorOf(conversion, visitorsAre);
    const key = `${linkId} ${eventType} ${conversionKey(conversion, visitor)}`;
    const isRepeat = seen.get(key) === true;
    seen.set(key, true);
    return isRepeat;
  };
}

/** What `identifyVisitor` makes the visitor's id from; empty when it makes none. */
function visitorOf(conversion: RawConversion, visitorsAre: 'cookieless' | 'cookie'): string {
  const { isAnonymous, visitorCookie, address, userAgent } = conversion;
  if (isAnonymous) return '';
  if (visitorsAre === 'cookie') return visitorCookie;
  const network = networkOf(address, { ipv4: 32, ipv6: 64 });
  return network === null ? '' : `${network.text} ${userAgent}`;
}
