import type { RawConversion } from './conversion.ts';

/** How durable a report must be before the response. */
export type Certainty =
  /** Written to the spool file: survives the end of this process. For pixels. */
  | 'written'
  /** Synced to disk: survives a loss of power. For servers, which get a confirmation. */
  | 'synced'
  /** In the event store, so that the next list shows it; waits two seconds at most. */
  | 'stored';

/** The spool in which reported conversions wait for the event store. */
export type ConversionSpool = {
  /**
   * Stores a conversion. Resolves as soon as it is as durable as requested. `stored` falls back to
   * `synced` after two seconds and then resolves too. Throws the Refusal `unavailable` when the
   * disk rejects the write: then the caller has to report it again.
   */
  record(conversion: RawConversion, certainty: Certainty): Promise<void>;
};
