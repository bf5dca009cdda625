import { createHash } from 'node:crypto';
import { catalogViews } from '#adapters/clickhouse/analysts/catalog';
import { viewStatement } from '#adapters/clickhouse/analysts/create-views';
import { identifier, literal } from '#adapters/clickhouse/analysts/databases';
import { analystViews, ownRows } from '#adapters/clickhouse/analysts/views';
import { quotaLimits, userSettings } from './limits.ts';
import type { ServerNames } from './names.ts';

/** Tables of the base database whose rows have an owner. */
export const ownedTables = [
  ...['clicks', 'conversions', 'clicks_archive'],
  ...['analyst_links', 'analyst_split_tests', 'analyst_erasures'],
] as const;

/** The views read with the rights of Waypost's own user, who creates them. */
const withRights = 'DEFINER = CURRENT_USER SQL SECURITY DEFINER';

/**
 * A user's password as it is sent to the server: a salted hash, so that neither a log nor the
 * server has the password.
 */
export type PasswordHash = { readonly sha256: string; readonly salt: string };

/** `salt`: random text. */
export function hashPassword(password: string, salt: string): PasswordHash {
  return { sha256: createHash('sha256').update(password).update(salt).digest('hex'), salt };
}

export type Account = {
  readonly userId: string;
  readonly names: ServerNames;
  /**
   * Tables, qualified and quoted, that also get a row policy; none where row policies are unsafe.
   */
  readonly policed: readonly string[];
};

/** Creates what all accounts share: the database that describes the views to clients. */
export function catalogStatements({ catalog }: ServerNames): string[] {
  return [
    `CREATE DATABASE IF NOT EXISTS ${identifier(catalog)}`,
    // Read with the rights of the account, who sees its own database alone.
    ...catalogViews('currentDatabase()').map(
      ({ name, select }) =>
        `CREATE OR REPLACE VIEW ${identifier(catalog)}.${name} SQL SECURITY INVOKER AS ${select}`,
    ),
  ];
}

/** The tables of the base database that have owners, qualified and quoted. */
export function ownedIn({ base }: ServerNames): string[] {
  return ownedTables.map((table) => `${identifier(base)}.${table}`);
}

/**
 * A policy for one user can hide a table's rows from every other user. So Waypost's own user gets one
 * that shows all rows, before any other exists.
 */
export function ownPolicyStatement({ itself }: ServerNames, tables: readonly string[]): string {
  const name = identifier(itself);
  return `CREATE ROW POLICY OR REPLACE ${name} ON ${tables.join(', ')} USING 1 TO CURRENT_USER`;
}

/**
 * Creates or replaces an account's views and then its user, which closes the connections of an
 * earlier user of the name. A user may do nothing until the last statement; running all of them
 * again has the same result.
 */
export function openStatements(account: Account, { sha256, salt }: PasswordHash): string[] {
  const { userId, names, policed } = account;
  const name = identifier(names.of(userId));
  const rows = ownRows(identifier(names.base), `toUUID(${literal(userId)})`);
  const views = analystViews.map((view) =>
    viewStatement(view, names.of(userId), { rows, rights: withRights }),
  );
  return [
    `CREATE DATABASE IF NOT EXISTS ${name}`,
    ...views,
    `CREATE USER OR REPLACE ${name} IDENTIFIED WITH sha256_hash BY ${literal(sha256)}
      SALT ${literal(salt)} DEFAULT DATABASE ${name} SETTINGS ${userSettings.join(', ')}`,
    ...(policed.length > 0 ? [policyStatement(account)] : []),
    `CREATE QUOTA OR REPLACE ${name} ${quotaLimits.join(', ')} TO ${name}`,
    `GRANT SELECT ON ${identifier(names.catalog)}.* TO ${name}`,
    `GRANT SELECT ON ${name}.* TO ${name}`,
  ];
}

/**
 * Restricts the account's user to its own rows of the tables, even if somebody grants it too much.
 */
export function policyStatement({ userId, names, policed }: Account): string {
  const name = identifier(names.of(userId));
  return `CREATE ROW POLICY OR REPLACE ${name} ON ${policed.join(', ')} AS RESTRICTIVE
    USING user_id = toUUID(${literal(userId)}) TO ${name}`;
}

/** Removes an account's user and everything that refers to the user; the views stay. */
export function closeStatements({ userId, names }: Omit<Account, 'policed'>): string[] {
  const name = identifier(names.of(userId));
  return [
    `DROP USER IF EXISTS ${name}`,
    `DROP ROW POLICY IF EXISTS ${name} ON ${ownedIn(names).join(', ')}`,
    `DROP QUOTA IF EXISTS ${name}`,
  ];
}

/** Removes everything of an account. */
export function removeStatements(account: Omit<Account, 'policed'>): string[] {
  const database = identifier(account.names.of(account.userId));
  return [...closeStatements(account), `DROP DATABASE IF EXISTS ${database}`];
}

/** A fingerprint of everything that this version creates for an account. */
export function shapeOf(account: Account): string {
  const nobody = { ...account, userId: '00000000-0000-0000-0000-000000000000' };
  const text = openStatements(nobody, { sha256: '', salt: '' }).join('\n');
  return createHash('sha256').update(text).digest('hex');
}
