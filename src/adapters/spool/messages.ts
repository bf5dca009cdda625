/**
 * What the redirect thread tells the drain. Files are names within the spool folder.
 *
 * A closed file is the drain's from then on: fsync, rename `.open` to `.sealed`, fsync the folder,
 * send, unlink. The redirect thread does nothing slow, so it does none of these.
 */
export type FromWriter =
  /** The writer has left this `.open` file, which is not empty, and will never touch it again. */
  | { readonly kind: 'closed'; readonly file: string }
  /** An open segment has got its first line: an idle drain may ask for it. */
  | { readonly kind: 'waiting' }
  /** These links are deleted: their lines are dropped, those yet to come included. */
  | { readonly kind: 'erased'; readonly linkIds: readonly string[] };

/** What the drain tells the redirect thread. */
export type FromDrain =
  /**
   * Idle: close the open segments now, that of clicks first. Answered by `closed`; for an empty one
   * by nothing, and not remembered: `waiting` says when it pays to ask again.
   */
  | { readonly kind: 'handOver' }
  /** The conversions of this batch are in the event store. */
  | { readonly kind: 'stored'; readonly batch: string };
