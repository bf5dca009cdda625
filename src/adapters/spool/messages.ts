import type { SegmentKind } from './segments.ts';

/**
 * Messages from the redirect thread to the drain. Files are names within the spool folder.
 *
 * A closed file belongs to the drain from then on: fsync, rename `.open` to `.sealed`, fsync the
 * folder, send, unlink. The redirect thread does nothing slow, so it does none of these.
 */
export type FromWriter =
  /** The writer has closed this `.open` file, which is not empty, and will never use it again. */
  | { readonly kind: 'closed'; readonly file: string }
  /** An open segment has got its first line: an idle drain may request it. */
  | { readonly kind: 'waiting' }
  /** These links are deleted: their lines are dropped, including future ones. */
  | { readonly kind: 'erased'; readonly linkIds: readonly string[] };

/** The results of the lines of a segment that left the spool. */
export type LeftSegment = {
  readonly events: SegmentKind;
  readonly batch: string;
  /** When its first event arrived, epoch milliseconds. */
  readonly sinceMs: number;
  /** Events that are in the event store. */
  readonly stored: number;
  /** Events of deleted links. */
  readonly deleted: number;
  /** Lines with a wrong checksum, now dead letters. */
  readonly damaged: number;
  /** Events that the store will never accept, now dead letters. */
  readonly refused: number;
  /** The segments that replace it. */
  readonly parts: readonly { readonly batch: string; readonly lines: number }[];
};

/** A segment that was on disk when the drain started. */
export type FoundSegment = {
  readonly events: SegmentKind;
  readonly batch: string;
  readonly sinceMs: number;
  readonly lines: number;
};

/** Messages from the drain to the redirect thread. */
export type FromDrain =
  | { readonly kind: 'found'; readonly segment: FoundSegment }
  | { readonly kind: 'left'; readonly segment: LeftSegment }
  /**
   * Idle: close the open segments now, clicks first. The answer is `closed`. For an empty segment
   * there is no answer and the request is forgotten: `waiting` announces when to request again.
   */
  | { readonly kind: 'handOver' }
  /** The conversions of this batch are in the event store. */
  | { readonly kind: 'stored'; readonly batch: string };
