/** An answer that may still be on its way, or may have failed. */
export type Query<T> = {
  readonly data: T | undefined;
  readonly error: Error | null;
  refetch(): unknown;
};

/** What is said and shown in place of an answer. */
export type Loading = {
  /** What a failure is called. */
  readonly failure: string;
  /** How many rows stand in for the answer, and what screen readers announce meanwhile. */
  readonly rows: number;
  readonly loading: string;
};
