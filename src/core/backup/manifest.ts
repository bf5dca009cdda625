/** A file of a backup, as it is stored: compressed, and encrypted if the operator has a key. */
export type StoredFile = {
  readonly name: string;
  /** The stored length. */
  readonly bytes: number;
  /** SHA-256 of the stored bytes, hexadecimal. */
  readonly sha256: string;
};

/** Rows of one table that are stored together, and that a later backup may use again. */
export type Piece = {
  /** What the rows have in common: a UTC day `YYYY-MM-DD`, or `all`. */
  readonly key: string;
  readonly rows: number;
  /** Changes when the rows change; null: the rows changed while they were read. */
  readonly fingerprint: string | null;
  readonly files: readonly StoredFile[];
};

/** A table of the event store. */
export type EventTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly pieces: readonly Piece[];
  /** A fingerprint of each partition, which changes when one of its rows changes. */
  readonly partitions: Readonly<Record<string, string>>;
};

/** A table of Postgres. */
export type AccountTable = {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly file: StoredFile;
};

export type SequenceState = {
  readonly name: string;
  readonly value: string;
  readonly isCalled: boolean;
};

/** A file of DATA_DIR. */
export type KeptFile = {
  /** Relative to DATA_DIR, with `/`. */
  readonly path: string;
  /** Lines of a spool segment; null for other files. */
  readonly lines: number | null;
  /** Changes when the content changes; null: unknown. */
  readonly fingerprint: string | null;
  readonly file: StoredFile;
};

/** A backup: everything that a restore needs to know, written last. */
export type Manifest = {
  readonly format: 1;
  /** Sorts by time: `20261122T101500Z-1f3a9c`. */
  readonly id: string;
  readonly version: string;
  /** ISO 8601. Everything that was accepted before `startedAt` is in the backup. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly migrations: {
    readonly postgres: readonly string[];
    readonly clickhouse: readonly string[];
  };
  readonly accounts: {
    readonly tables: readonly AccountTable[];
    readonly sequences: readonly SequenceState[];
  };
  readonly events: readonly EventTable[];
  readonly files: readonly KeptFile[];
  /** What the operator should know: sentences. */
  readonly notes: readonly string[];
};

/** Deleted links and accounts: a restore of an older backup deletes them again. */
export type Ledger = {
  readonly links: readonly { readonly id: string; readonly at: string }[];
  readonly accounts: readonly { readonly id: string; readonly at: string }[];
};

/** The names of all files that the manifest refers to. */
export function filesOf(manifest: Manifest): StoredFile[] {
  return [
    ...manifest.accounts.tables.map(({ file }) => file),
    ...manifest.events.flatMap(({ pieces }) => pieces.flatMap(({ files }) => files)),
    ...manifest.files.map(({ file }) => file),
  ];
}

/** The rows of every table, by `postgres …` and `clickhouse …`, and the lines of the spool. */
export function countsOf(manifest: Manifest): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { table, rows } of manifest.accounts.tables) counts[`postgres ${table}`] = rows;
  for (const { table, pieces } of manifest.events) {
    counts[`clickhouse ${table}`] = pieces.reduce((sum, { rows }) => sum + rows, 0);
  }
  counts['spool lines'] = manifest.files.reduce((sum, { lines }) => sum + (lines ?? 0), 0);
  return counts;
}

/** The names whose counts differ, with both counts; a missing name counts as 0. */
export function differences(
  expected: Readonly<Record<string, number>>,
  found: Readonly<Record<string, number>>,
): string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    const [wanted, seen] = [expected[name] ?? 0, found[name] ?? 0];
    return wanted === seen ? [] : [`${name}: ${wanted} in the backup, ${seen} restored`];
  });
}

/** Both ledgers together. */
export function joinLedgers(one: Ledger, other: Ledger): Ledger {
  return { links: join(one.links, other.links), accounts: join(one.accounts, other.accounts) };
}

function join(one: Ledger['links'], other: Ledger['links']): Ledger['links'] {
  return [...new Map([...one, ...other].map((entry) => [entry.id, entry])).values()];
}
