import type { AddressStorage } from '#core/clicks/truncate-address';
import type { FromDrain, FromWriter } from './messages.ts';

/** All that the drain must be told: it reads no environment. */
export type DrainSettings = {
  readonly dataDir: string;
  /** With credentials and database. */
  readonly clickHouseUrl: string;
  readonly databaseUrl: string;
  /** Hosts whose pages are no referrers: the application's and the short links'. */
  readonly ownHosts: readonly string[];
  readonly addressStorage: AddressStorage;
  readonly visitorId: 'cookieless' | 'cookie';
  /** The key for visitors' cookies is made of it. */
  readonly cookieSecret: string;
  /** An own city database; null: the one that comes with Waypost. */
  readonly geoipCityDb: string | null;
};

/** How the drain is doing. Counts are since its thread started; times are epoch milliseconds. */
export type DrainStatus = {
  readonly state: 'starting' | 'working' | 'failing';
  readonly waitingSegments: number;
  /** When the oldest visit or conversion came that is not stored yet; null: all are. */
  readonly oldestUnsentMs: number | null;
  readonly storedClicks: number;
  /** Versions of conversions: repeats that said nothing new are not among them. */
  readonly storedConversions: number;
  readonly lastStoredMs: number | null;
  /** `spool_corrupt_records`: lines whose checksum was wrong. */
  readonly corruptRecords: number;
  /** Visits and conversions that the store will never take. */
  readonly refusedRecords: number;
  /** Why the segment in front is not stored yet; null when nothing is wrong. */
  readonly lastError: string | null;
};

/** What the main thread tells the drain's. `start` comes first, once. */
export type ToDrain =
  | FromWriter
  | {
      readonly kind: 'start';
      readonly settings: DrainSettings;
      /** Names of `.open` files that nobody writes any more. */
      readonly abandoned: readonly string[];
    }
  /** Store what is sealed, as long as that succeeds, and answer `stopped`. */
  | { readonly kind: 'stop' };

/** What the drain's thread tells the main one. */
export type FromDrainThread =
  | FromDrain
  | { readonly kind: 'status'; readonly status: DrainStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly text: string }
  | { readonly kind: 'stopped' };
