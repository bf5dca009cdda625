import type { RawConversion } from './conversion.ts';

/** How sure the one who reports wants to be before the answer. */
export type Certainty =
  /** In the spool file: survives the end of this process. For pixels. */
  | 'written'
  /** On the disk: survives a loss of power. For servers, which are told that it was accepted. */
  | 'synced'
  /** In the event store, so that a list read next shows it; waits two seconds at most. */
  | 'stored';

/** Where reported conversions wait for the event store. */
export type ConversionSpool = {
  /**
   * Takes a conversion over. Resolves as soon as it is as certain as asked; for `stored`, after two
   * seconds it is `synced` and resolves all the same. Throws the Refusal `unavailable` when the
   * disk does not take it: then it is to be reported again.
   */
  record(conversion: RawConversion, certainty: Certainty): Promise<void>;
};
