export type SqlColumn = { readonly name: string; readonly type: string };

/** A value as ClickHouse writes it in JSON; 64-bit numbers and decimals are strings. */
export type SqlValue = string | number | boolean | null | readonly SqlValue[] | object;

export type SqlResult = {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** Whether the server left rows out, because there were more than the page shows. */
  readonly isCut: boolean;
  readonly tookMs: number;
  /** The names of the views that were read. */
  readonly views: readonly string[];
};

/** The answer of `POST /api/v1/sql`: ClickHouse's JSONCompact. */
export type SqlAnswer = {
  readonly meta: readonly SqlColumn[];
  readonly data: readonly (readonly SqlValue[])[];
};

/** At most `mostRows` rows of an answer. One row more in it says that there are more. */
export function shownOf(
  { meta, data }: SqlAnswer,
  mostRows: number,
): Pick<SqlResult, 'columns' | 'rows' | 'isCut'> {
  return { columns: meta, rows: data.slice(0, mostRows), isCut: data.length > mostRows };
}

/** Whether a column's values are numbers, by its ClickHouse type. */
export function isNumeric({ type }: SqlColumn): boolean {
  return /^(?:Nullable\(|LowCardinality\()*(?:U?Int|Float|Decimal)/.test(type);
}

/** Whether a column's values are moments, by its ClickHouse type. */
export function isTime({ type }: SqlColumn): boolean {
  return /^(?:Nullable\(|LowCardinality\()*Date/.test(type);
}

/** The value by which a column is sorted. 64-bit numbers arrive as texts. */
export function comparable(value: SqlValue, column: SqlColumn): string | number | bigint | null {
  if (value === null || typeof value === 'number') return value;
  const text = textOf(value);
  if (!isNumeric(column)) return text;
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}

/** A value as text: NULL is an empty text, lists are JSON. */
export function textOf(value: SqlValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
