import type { FindPlace, Place } from '#core/clicks/locate';
import { recentMap } from '#core/shared/recent-map';
import { Reader, type CityResponse } from 'maxmind';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { bundledFile } from './city-files.ts';
import { readPlace } from './city-record.ts';
import { mappedFile } from './mapped-file.ts';

const nowhere: Place = { country: '', city: '' };
/** Limit of cached entries. Parts of records count too, and each record has several. */
const cachedRecords = 20_000;

/** Reports a database that cannot be used, with the reason. Its places are unknown from then on. */
export type ReportMissing = (database: string, reason: string) => void;

/**
 * Finds places in city databases in MaxMind's format: one file of the operator for both address
 * families, or the two that come with Waypost (DB-IP City Lite, 134 MB together). Those are mapped, so
 * that only the pages of visitors' addresses take memory. The operator's file is read into memory: it
 * may be replaced in place while Waypost runs. A missing or damaged file makes its places unknown and
 * is no error.
 */
export async function cityPlaces(
  ownFile: string | null,
  reportMissing: ReportMissing,
): Promise<FindPlace> {
  if (ownFile !== null) {
    const both = await load(ownFile, () => readFile(ownFile), reportMissing);
    return (address) => lookUp(both, address);
  }
  const [ipv4, ipv6] = await Promise.all([
    load('the bundled IPv4 cities', () => mappedFile(bundledFile('ipv4')), reportMissing),
    load('the bundled IPv6 cities', () => mappedFile(bundledFile('ipv6')), reportMissing),
  ]);
  return (address) => lookUp(address.includes(':') ? ipv6 : ipv4, address);
}

async function load(
  database: string,
  bytes: () => Buffer | Promise<Buffer>,
  reportMissing: ReportMissing,
): Promise<Reader<CityResponse> | null> {
  try {
    return new Reader<CityResponse>(await bytes(), { cache: recentMap(cachedRecords) });
  } catch (error) {
    reportMissing(database, error instanceof Error ? error.message : String(error));
    return null;
  }
}

/** Places of records: the reader returns the same object for a record that it still remembers. */
const placesOf = new WeakMap<object, Place>();

function lookUp(reader: Reader<CityResponse> | null, address: string): Place {
  if (reader === null || isIP(address) === 0) return nowhere;
  try {
    const record = reader.get(address);
    if (record === null) return nowhere;
    const known = placesOf.get(record);
    if (known !== undefined) return known;
    const place = readPlace(record);
    placesOf.set(record, place);
    return place;
  } catch {
    // A damaged database: the place is unknown.
    return nowhere;
  }
}
