/** Where an account's statements read: the database of its views, and the one that describes them. */
export type SqlDatabases = {
  readonly views: string;
  readonly catalog: string;
  /** Other names of the database of the views, that clients may give. */
  readonly aliases: readonly string[];
};

/**
 * The databases of the embedded engine, the same for every account. Clients say `default` when their
 * user named no database.
 */
export const embeddedDatabases: SqlDatabases = {
  views: 'analyst',
  catalog: 'analyst_catalog',
  aliases: ['default'],
};

/** A name in backticks. */
export function identifier(name: string): string {
  return `\`${name.replace(/[\\`]/g, String.raw`\$&`)}\``;
}

/** A text in quotes. */
export function literal(text: string): string {
  return `'${text.replace(/[\\']/g, String.raw`\$&`)}'`;
}
