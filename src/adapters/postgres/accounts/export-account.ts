import type postgres from 'postgres';
import type { PersonalDataStore, KeptRow, KeptTable } from '#core/accounts/export-account';

type Columns = { readonly name: string; readonly columns: string[] };

const rowsAtOnce = 100;

/** Columns with secrets or internal ordering, which an export leaves out. */
const withheld =
  /password$|(^|_)(secret|salt|token|sid|xid|hash)$|_digest$|^(sealed|fingerprint|code_verifier)$/;

/** The hash of a link's password, in the document of its options. */
const withheldOption = '{options,passwordHash}';

/**
 * All tables whose rows refer to an account, a link, or a split test or its destinations. A new table is found without a change here.
 */
export function postgresAccountTables(sql: postgres.Sql): PersonalDataStore {
  return {
    async tablesOf(userId) {
      const tables = await sql<Columns[]>`
        SELECT table_name AS name, array_agg(column_name::text ORDER BY ordinal_position) AS columns
        FROM information_schema.columns WHERE table_schema = 'public'
        GROUP BY table_name ORDER BY table_name`;
      return tables.flatMap((table) => {
        const whose = ownerOf(sql, table, userId);
        return whose === null ? [] : [keptTable(sql, table, whose)];
      });
    },
  };
}

type Condition = postgres.PendingQuery<postgres.Row[]>;

function ownerOf(sql: postgres.Sql, { name, columns }: Columns, userId: string): Condition | null {
  if (name === 'users') return sql`id = ${userId}`;
  if (columns.includes('user_id')) return sql`user_id = ${userId}`;
  if (columns.includes('link_id')) {
    return sql`link_id IN (SELECT id FROM links WHERE user_id = ${userId})`;
  }
  const tests = sql`SELECT id FROM split_tests WHERE user_id = ${userId}`;
  if (columns.includes('test_id')) return sql`test_id IN (${tests})`;
  if (!columns.includes('destination_id')) return null;
  return sql`destination_id IN (SELECT id FROM split_destinations WHERE test_id IN (${tests}))`;
}

/**
 * Reads rows in their physical order, so that every table can be read a few at a time, and no
 * connection waits for the consumer. No table has a column with the name of the position here.
 */
function keptTable(sql: postgres.Sql, table: Columns, whose: Condition): KeptTable {
  const columns = table.columns.filter((column) => !withheld.test(column));

  return {
    name: table.name,
    columns,
    async *rows() {
      for (let last = '(0,0)'; ;) {
        const page = await sql<{ place: string; row: KeptRow }[]>`
          SELECT "(place)"::text AS place, to_jsonb(kept) - '(place)' #- ${withheldOption} AS row FROM (
            SELECT ctid AS "(place)", ${sql(columns)} FROM ${sql(table.name)}
            WHERE ${whose} AND ctid > ${last}::tid ORDER BY ctid LIMIT ${rowsAtOnce}
          ) AS kept`;
        if (page.length > 0) yield page.map(({ row }) => row);
        if (page.length < rowsAtOnce) return;
        last = page.at(-1)?.place ?? last;
      }
    },
  };
}
