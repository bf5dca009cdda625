import type { Conversion } from './conversion.ts';
import { enrichedVersion } from './version.ts';

/**
 * What is to be stored when a conversion is reported that is known: the report when it outranks what
 * is known, under the id and with the time that the conversion has; null when it changes nothing.
 * Neither a click that was known is lost by that, nor one that a repeat shows for certain.
 */
export function mergeRepeat(known: Conversion, report: Conversion): Conversion | null {
  if (report.version > known.version) {
    return {
      ...(report.click === null ? withClickOf(report, known) : report),
      id: known.id,
      convertedAtMs: Math.min(known.convertedAtMs, report.convertedAtMs),
    };
  }
  const isNews = known.click === null && report.click !== null && report.trust !== 'inferred';
  if (!isNews) return null;
  return { ...withClickOf(known, report), version: enrichedVersion(known.version) };
}

/** The one conversion with what the other knows of the click. */
function withClickOf(conversion: Conversion, other: Conversion): Conversion {
  const { click, visitorId, country, city, device, referrer } = other;
  return { ...conversion, click, visitorId, country, city, device, referrer };
}
