/** The round-robins of all split tests. Positions count from 1, and each is given once. */
export type Positions = {
  /**
   * The next position in the cycle of the link in slot `linkNumber`. A `splitVersion` other than
   * the last one starts at 1. `isRecorded` says that a spool line with the position follows in the
   * same turn of the event loop; without a line the position counts as used at once.
   */
  take(linkNumber: number, splitVersion: number, isRecorded: boolean): number;
};

/** The destination, counted from 1, for a position: strictly in order, so exactly even. */
export function variantAt(position: number, variantCount: number): number {
  return ((position - 1) % variantCount) + 1;
}

/** How visits are shared when they are not simply in turn. */
export type Rotation = {
  /** Each round has an order of its own. */
  readonly isShuffled: boolean;
  /** The slots of a round by destination, from a UTC day (`YYYY-MM-DD`) on; earliest first. */
  readonly shares: readonly { readonly fromDay: string; readonly slots: readonly number[] }[];
};
