import { clickHouseFailure } from './failure.ts';

/**
 * Isolates an account's own SQL inside the engine. Such a statement runs in the role `analyst`,
 * which may only read the views of two databases, under a `log_comment` that names its account. Row
 * policies and views read the account from there. `readonly = 1` then refuses every later SET and
 * an outermost SETTINGS clause. The engine applies the SETTINGS of subqueries unchecked, so that
 * word itself is refused (`execute.ts`): no statement can change its account.
 */
export const ANALYSTS = {
  /** The request header with the account's id. Only the application knows the password. */
  header: 'x-waypost-analyst',
  /** The request header with the id by which `POST /cancel?statement=` ends the statement. */
  statementHeader: 'x-waypost-statement',
  role: 'analyst',
  /** The databases of the views, and of their description for clients. */
  databases: ['analyst', 'analyst_catalog'],
  /** The database whose tables the views read. */
  base: 'waypost',
} as const;

/** Settings of an account's own statement; the request's own settings come before them. */
const FIXED: Readonly<Record<string, string | number>> = {
  // One thread with a lower priority than all others, so that dashboards and the drain come first.
  max_threads: 1,
  os_threads_nice_value_query: 19,
  max_parser_depth: 300,
  max_parser_backtracks: 100_000,
  max_ast_depth: 300,
  max_ast_elements: 20_000,
  max_expanded_ast_elements: 100_000,
  // Large sorts and groups fail at the memory limit: they never write temporary files.
  max_bytes_ratio_before_external_group_by: 0,
  max_bytes_ratio_before_external_sort: 0,
  max_bytes_ratio_before_external_join: 0,
  // With it, the engine would read a size column that views do not have: length(city) would fail.
  optimize_functions_to_subcolumns: 0,
  allow_introspection_functions: 0,
  allow_ddl: 0,
  readonly: 1,
};

/**
 * The account of a request; undefined for the application's own statements.
 * @throws ClickHouseFailure 36 for a header that is no UUID
 */
export function analystOf(headers: Headers): string | undefined {
  const given = headers.get(ANALYSTS.header);
  if (given === null) return undefined;
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(given)) return given;
  throw clickHouseFailure(36, `${ANALYSTS.header} must be a UUID`);
}

/** Assignments for SET, in order: `readonly` is the last. */
export function analystSettings(memoryBytes: number): readonly string[] {
  const limits = { max_memory_usage: Math.floor(memoryBytes / 4), ...FIXED };
  return Object.entries(limits).map(([name, value]) => `${name} = ${value}`);
}

/** The log comment of a statement: its account and the statement's own id. */
export function analystComment(account: string, id: string): string {
  return `sql:${account}:${id}`;
}

const IS_APPLICATION = `NOT startsWith(getSetting('log_comment'), 'sql:')`;
const IS_OWN = `user_id = toUUIDOrZero(substring(getSetting('log_comment'), 5, 36))`;
/** Tables of the base database whose rows have an owner. All others are closed to analysts. */
const OWNED = [
  ...['clicks', 'conversions', 'clicks_archive'],
  ...['analyst_links', 'analyst_split_tests', 'analyst_erasures'],
];
/** A table without owners: the archived months. The view `daily` reads it. */
const SHARED = ['archive_folds'];
/**
 * System tables that analysts may read: those of a SELECT without FROM or over a range, and the
 * names of types.
 */
const HARMLESS = ['one', 'numbers', 'data_type_families'];

/** The role of the application, the role of analysts, for `<roles>`. */
export function rolesXml(granted: readonly string[]): string {
  const reads = ANALYSTS.databases.map((name) => `<query>GRANT SELECT ON ${name}.*</query>`);
  return `<roles>
    <application><grants><query>GRANT ${granted.join(', ')} ON *.*</query></grants></application>
    <${ANALYSTS.role}><grants>${reads.join('')}</grants></${ANALYSTS.role}>
  </roles>`;
}

/**
 * The row policies, for `<databases>` of the user. A table with the empty name stands for every
 * table of the database. For the application's own statements a filter is the constant 1.
 */
export function policiesXml(): string {
  const policy = (table: string, filter: string): string =>
    `<${table || 'table name=""'}><filter>${filter}</filter></${table || 'table'}>`;
  const closed = policy('', IS_APPLICATION);
  const owned = OWNED.map((table) => policy(table, `${IS_APPLICATION} OR ${IS_OWN}`));
  const shared = SHARED.map((table) => policy(table, '1'));
  const browsed = ANALYSTS.databases.map((name) => `'${name}'`).join(', ');
  const shown = { tables: 'database', columns: 'database', databases: 'name' };
  const catalog = Object.entries(shown).map(([table, column]) =>
    policy(table, `${IS_APPLICATION} OR ${column} IN (${browsed})`),
  );
  const system = [...HARMLESS.map((table) => policy(table, '1')), ...catalog, closed];
  return `<databases>
    <${ANALYSTS.base}>${[...owned, ...shared, closed].join('')}</${ANALYSTS.base}>
    <default>${closed}</default>
    <system>${system.join('')}</system>
  </databases>`;
}
