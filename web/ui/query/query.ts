/** The state of a query: loading, loaded or failed. */
export type Query<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
};

/** The texts shown instead of the data. */
export type Loading = {
  /** The title when the query fails. */
  readonly failure: string;
  /** The number of skeleton rows, and what screen readers announce while loading. */
  readonly rows: number;
  readonly loading: string;
};
