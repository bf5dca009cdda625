import { recentMap } from '#core/shared/recent-map';
import type { RawConversion } from './conversion.ts';

const rememberedReports = 10_000;

/**
 * Guesses whether a report repeats one of the last few thousand: for the debug list alone, since the
 * event store decides. Whoever asks has reported.
 */
export function repeatGuess(): (conversion: RawConversion) => boolean {
  const seen = recentMap<string, true>(rememberedReports);

  return ({ linkId, eventType, isRefund, orderId, click }) => {
    if (orderId === '' && click === null) return false;
    const what = orderId === '' ? `c:${click?.clickId}` : `o:${orderId}`;
    const key = `${linkId} ${eventType} ${isRefund} ${what}`;
    const isRepeat = seen.get(key) === true;
    seen.set(key, true);
    return isRepeat;
  };
}
