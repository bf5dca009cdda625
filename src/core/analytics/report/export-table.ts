/** What a column holds. Cents are integers. */
export type ColumnKind = 'text' | 'integer' | 'decimal' | 'cents';

export type Column = {
  /** The name for programs: of JSON and Parquet. */
  readonly key: string;
  /** The name for people: of CSV, where money is in decimals. */
  readonly title: string;
  readonly kind: ColumnKind;
};

export type Cell = string | number;

/** A table of an export. Its rows come in pieces, each row with one cell for each column. */
export type Table = {
  readonly columns: readonly Column[];
  readonly pieces: AsyncGenerator<readonly (readonly Cell[])[], void, void>;
};

/**
 * Returns the whole table as a Parquet file. Fails while the event store is away.
 */
export type WriteParquet = (table: {
  readonly columns: readonly Pick<Column, 'key' | 'kind'>[];
  readonly rows: readonly (readonly Cell[])[];
}) => Promise<ReadableStream<Uint8Array>>;
