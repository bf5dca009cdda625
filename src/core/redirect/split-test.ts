/** The round-robins of all split tests. Positions count from 1 and are handed out once each. */
export type Positions = {
  /**
   * The next position in the cycle of the link in slot `linkNumber`. A `splitVersion` other than the
   * last one begins at 1. `isRecorded` says that a spool line with it follows in the same turn of
   * the event loop; one without a line counts as used at once.
   */
  take(linkNumber: number, splitVersion: number, isRecorded: boolean): number;
};

/** The destination's place, from 1, that serves a position: strictly in order, so exactly even. */
export function variantAt(position: number, variantCount: number): number {
  return ((position - 1) % variantCount) + 1;
}
