import type { SqlDatabases } from '#adapters/clickhouse/analysts/databases';

/** The names of what Waypost creates on a server whose database `base` holds its tables. */
export type ServerNames = {
  readonly base: string;
  /** The database that describes the views to clients, the same for every account. */
  readonly catalog: string;
  /** The row policy that shows every row to Waypost's own user. */
  readonly itself: string;
  /** The account's database, and also its user, row policy and quota. */
  of(userId: string): string;
};

/** The database that CLICKHOUSE_URL names. */
export function databaseIn(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1)) || 'default';
}

export function serverNames(base: string): ServerNames {
  return {
    base,
    catalog: `${base}_sql_catalog`,
    itself: `${base}_sql_itself`,
    of: (userId) => `${base}_sql_${userId.replaceAll('-', '')}`,
  };
}

/** Where an account's statements read. Tools set up for a built-in event store say `analyst`. */
export function databasesOf(names: ServerNames, userId: string): SqlDatabases {
  return {
    views: names.of(userId),
    catalog: names.catalog,
    aliases: ['analyst', 'default'],
  };
}
