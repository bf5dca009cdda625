import type { AddressStorage } from '#core/clicks/truncate-address';
import type { FromDrain, FromWriter } from '#adapters/spool/messages';

/** All settings of the drain, which reads no environment. */
export type DrainSettings = {
  readonly dataDir: string;
  /** With credentials and database. */
  readonly clickHouseUrl: string;
  readonly databaseUrl: string;
  /** Hosts that do not count as referrers: the application's and the short links'. */
  readonly ownHosts: readonly string[];
  readonly addressStorage: AddressStorage;
  readonly visitorId: 'cookieless' | 'cookie';
  /** The source of the key for visitors' cookies. */
  readonly cookieSecret: string;
  /** The operator's own city database; null: the one that comes with Waypost. */
  readonly geoipCityDb: string | null;
};

/** The state of the drain. Counts start with its thread; times are epoch milliseconds. */
export type DrainStatus = {
  readonly state: 'starting' | 'working' | 'failing';
  readonly waitingSegments: number;
  /** When the oldest visit or conversion arrived that is not stored yet; null: all are stored. */
  readonly oldestUnsentMs: number | null;
  readonly storedClicks: number;
  /** Versions of conversions, without repeats that changed nothing. */
  readonly storedConversions: number;
  readonly lastStoredMs: number | null;
  /** `spool_corrupt_records`: lines with a wrong checksum. */
  readonly corruptRecords: number;
  /** Visits and conversions that the store will never accept. */
  readonly refusedRecords: number;
  /** Why the front segment is not stored yet; null without an error. */
  readonly lastError: string | null;
};

/** Messages from the main thread to the drain. `start` comes first, once. */
export type ToDrain =
  | FromWriter
  | {
      readonly kind: 'start';
      readonly settings: DrainSettings;
      /** Names of `.open` files that no writer uses any more. */
      readonly abandoned: readonly string[];
    }
  /** Store the sealed segments until one fails, and answer `stopped`. */
  | { readonly kind: 'stop' };

/** Messages from the drain's thread to the main one. */
export type FromDrainThread =
  | FromDrain
  | { readonly kind: 'status'; readonly status: DrainStatus }
  | { readonly kind: 'log'; readonly level: 'info' | 'warn'; readonly text: string }
  | { readonly kind: 'stopped' };
