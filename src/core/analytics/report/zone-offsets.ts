import { boundsOf, type Period } from './period.ts';
import type { ZoneOffsets } from '#core/analytics/reading';

/** How far the zone's clocks are ahead of UTC during the period, change by change. */
export function zoneOffsets(period: Period): ZoneOffsets {
  const { fromMs, toMs } = boundsOf(period);
  const startsMs: number[] = [];
  const offsetsMs: number[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    fromMs,
  ).toZonedDateTimeISO(period.timeZone);
  while (at !== null && (startsMs.length === 0 || at.epochMilliseconds < toMs)) {
    startsMs.push(at.epochMilliseconds);
    offsetsMs.push(at.offsetNanoseconds / 1_000_000);
    at = at.getTimeZoneTransition('next');
  }
  return { startsMs, offsetsMs };
}
