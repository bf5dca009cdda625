import type { Conversion } from './conversion.ts';
import { creditedVersion, keptVersion } from './version.ts';

/**
 * The version to store when a known conversion is reported again. When the report outranks the
 * known version, it is the report with the known id and time; null when the report changes nothing.
 * The new version keeps a known click, and takes over a click that the repeated report proves.
 */
export function mergeRepeat(known: Conversion, report: Conversion): Conversion | null {
  if (report.version > known.version) {
    return {
      ...(report.click === null ? withKnownClick(report, known) : report),
      id: known.id,
      convertedAtMs: Math.min(known.convertedAtMs, report.convertedAtMs),
    };
  }
  const isNews = known.click === null && report.click !== null && report.trust !== 'inferred';
  if (!isNews) return null;
  const version = creditedVersion(known.version, report.version);
  return { ...withClickOf(known, report), version };
}

/** The report with the click of the known version, and with that click's data. */
function withKnownClick(report: Conversion, known: Conversion): Conversion {
  return { ...withClickOf(report, known), version: keptVersion(report.version, known.version) };
}

/** The conversion with the click data of the other one. */
function withClickOf(conversion: Conversion, other: Conversion): Conversion {
  const { click, visitorId, country, city, device, referrer } = other;
  return { ...conversion, click, visitorId, country, city, device, referrer };
}
