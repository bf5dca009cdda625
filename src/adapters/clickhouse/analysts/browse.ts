import { literal, type SqlDatabases } from './databases.ts';
import { hostName } from './host-name.ts';
import { nameOf, type Token } from './lexer.ts';
import { refused } from './refuse.ts';
import { analystViews } from './views.ts';

/**
 * Answers statements with which clients show a schema: SHOW DATABASES, TABLES, COLUMNS, CREATE
 * TABLE, DESCRIBE, EXISTS. The result is a new statement of the gateway, about the views only; null
 * for any other statement.
 * @param tokens a canonical statement
 * @throws StatementFailure
 */
export function browsingStatement(
  tokens: readonly Token[],
  databases: SqlDatabases,
): string | null {
  const words = tokens.map((token) => (token.kind === 'word' ? token.text.toUpperCase() : ''));
  const [first, second] = words;
  if (tokens.map(({ text }) => text).join(' ') === hello) return answerToHello;
  if (first === 'SHOW' && second === 'DATABASES')
    return listing('databases', tokens.slice(2), databases);
  if (first === 'SHOW' && second === 'TABLES') return listing('tables', tokens.slice(2), databases);
  if (first === 'SHOW' && ['COLUMNS', 'EXTENDED', 'FULL'].includes(second ?? '')) {
    return columnsShown(tokens, databases);
  }
  if (first === 'SHOW' && second === 'CREATE') {
    const isNamed = words[2] === 'TABLE' || words[2] === 'VIEW';
    return declarationOf(tableAfter(tokens.slice(isNamed ? 3 : 2), databases), databases);
  }
  if (first === 'DESCRIBE' || first === 'DESC') {
    const table = tableAfter(tokens.slice(second === 'TABLE' ? 2 : 1), databases);
    if (table === null) throw noTable();
    return `DESCRIBE TABLE ${databases.views}.${table}`;
  }
  if (first === 'EXISTS') {
    const isNoTable = second === 'DATABASE';
    const rest = tokens.slice(['TABLE', 'VIEW', 'DATABASE'].includes(second ?? '') ? 2 : 1);
    const isThere = isNoTable
      ? isViewDatabase(nameOf(rest[0]), databases)
      : tableAfter(rest, databases) !== null;
    return `SELECT toUInt8(${isThere ? 1 : 0}) AS result`;
  }
  return null;
}

/** The first statement that clickhouse-go sends, and therefore Grafana. */
const hello = 'SELECT displayName ( ) , version ( ) , revision ( ) , timezone ( )';
/** Results have no revision of the native protocol. */
const answerToHello = `SELECT '${hostName}' AS "displayName()", version(), toUInt32(0) AS "revision()", timezone()`;

/** A view with the descriptions of its columns; its query is not shown. */
function declarationOf(table: string | null, { views }: SqlDatabases): string {
  const view = analystViews.find(({ name }) => name === table);
  if (view === undefined) throw noTable();
  const columns = view.columns.map(([name, type]) => `    ${name} ${type}`).join(',\n');
  const text = `CREATE VIEW ${views}.${view.name}\n(\n${columns}\n)`;
  return `SELECT ${literal(text).replaceAll('\n', String.raw`\n`)} AS statement`;
}

/** `SHOW [EXTENDED] [FULL] COLUMNS FROM table`, and what `narrowed` reads. */
function columnsShown(tokens: readonly Token[], databases: SqlDatabases): string {
  const at = tokens.findIndex(({ text }) => text === 'COLUMNS');
  const isFull = tokens.slice(1, at).some(({ text }) => text === 'FULL');
  const table = tableAfter(tokens.slice(at + 2, at + 3), databases);
  if (table === null || tokens[at + 1]?.text !== 'FROM') throw noTable();
  const { where, limit } = narrowed(tokens.slice(at + 3), databases, [`table = '${table}'`]);
  return `SELECT name AS field, type, if(startsWith(type, 'Nullable'), 'YES', 'NO') AS "null", '' AS key,
    CAST(NULL, 'Nullable(String)') AS "default", '' AS extra${
      isFull ? `, CAST(NULL, 'Nullable(String)') AS collation, comment, '' AS privileges` : ''
    } FROM ${databases.catalog}.columns${where} ORDER BY position${limit}`;
}

function listing(
  of: 'databases' | 'tables',
  rest: readonly Token[],
  databases: SqlDatabases,
): string {
  const { where, limit } = narrowed(rest, databases);
  return `SELECT name FROM ${databases.catalog}.${of}${where} ORDER BY name${limit}`;
}

type Narrowed = { readonly where: string; readonly limit: string };

/** `[FROM database] [[NOT] LIKE 'pattern'] [LIMIT n]`, and further conditions. */
function narrowed(
  rest: readonly Token[],
  databases: SqlDatabases,
  further: readonly string[] = [],
): Narrowed {
  const conditions = [...further];
  let limit = '';
  for (let at = 0; at < rest.length; at += 2) {
    const isNot = rest[at]?.text === 'NOT';
    const [keyword, value] = isNot ? rest.slice(at + 1, at + 3) : rest.slice(at, at + 2);
    if (isNot) at += 1;
    const word = keyword?.text.toUpperCase();
    if (word === 'FROM' || word === 'IN') {
      if (!isViewDatabase(nameOf(value), databases)) throw noDatabase(databases);
    } else if ((word === 'LIKE' || word === 'ILIKE') && value?.kind === 'text') {
      conditions.push(`name ${isNot ? 'NOT ' : ''}${word} ${value.text}`);
    } else if (word === 'LIMIT' && /^\d{1,9}$/.test(value?.text ?? '')) {
      limit = ` LIMIT ${value?.text}`;
    } else {
      throw refused('NOT_IMPLEMENTED', 'This form of SHOW is not available here');
    }
  }
  return { where: conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : '', limit };
}

/** The view, when the tokens consist of its name only; otherwise null. */
function tableAfter(tokens: readonly Token[], databases: SqlDatabases): string | null {
  const [first, dot, second] = tokens;
  const isQualified = dot?.text === '.';
  if (tokens.length !== (isQualified ? 3 : 1)) return null;
  if (isQualified && !isViewDatabase(nameOf(first), databases)) return null;
  const name = nameOf(isQualified ? second : first);
  return analystViews.find((view) => view.name === name)?.name ?? null;
}

/** Whether a client means the database of the views. */
export function isViewDatabase(name: string | null, { views, aliases }: SqlDatabases): boolean {
  return name !== null && (name === views || aliases.includes(name));
}

export function noDatabase({ views }: SqlDatabases): Error {
  return refused('UNKNOWN_DATABASE', `The only database is ${views}`);
}

function noTable(): Error {
  const names = analystViews.map(({ name }) => name).join(', ');
  return refused('UNKNOWN_TABLE', `There is no such table. The tables are ${names}`);
}
