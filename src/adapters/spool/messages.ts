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

/** Messages from the drain to the redirect thread. */
export type FromDrain =
  /**
   * Idle: close the open segments now, clicks first. The answer is `closed`. For an empty segment
   * there is no answer and the request is forgotten: `waiting` announces when to request again.
   */
  | { readonly kind: 'handOver' }
  /** The conversions of this batch are in the event store. */
  | { readonly kind: 'stored'; readonly batch: string };
