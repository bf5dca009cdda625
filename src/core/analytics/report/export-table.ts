/** What a column holds. Cents are integers; a fraction is cents with their fraction. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'cents' | 'fraction';

export type Column = {
  /** The name for programs: of JSON and Parquet. */
  readonly key: string;
  /** The name for people: of CSV, where money is in decimals. */
  readonly title: string;
  readonly kind: ColumnKind;
  /** Whether cells can be null. */
  readonly canBeEmpty?: true;
};

export type Cell = string | number | null;

/** A table of an export. Its rows come in pieces, each row with one cell for each column. */
export type Table = {
  readonly columns: readonly Column[];
  readonly pieces: AsyncGenerator<readonly (readonly Cell[])[], void, void>;
};

/**
 * Returns the whole table as a Parquet file. Fails while the event store is away.
 */
export type WriteParquet = (table: {
  readonly columns: readonly Pick<Column, 'key' | 'kind' | 'canBeEmpty'>[];
  readonly rows: readonly (readonly Cell[])[];
}) => Promise<ReadableStream<Uint8Array>>;
