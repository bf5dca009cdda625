import type { PersonalDataStore, KeptRow, KeptTable } from '#core/accounts/export-account';
import type { ClickHouse } from './connect.ts';
import { insideArchive } from './analytics/scope-sql.ts';

type Source = {
  readonly name: string;
  /** The table, restricted to the rows that count. */
  readonly from: string;
  /** A total order of the rows: each entry is an expression, its type, and its value in a row. */
  readonly order: readonly (readonly [
    expression: string,
    type: string,
    of: (row: KeptRow) => unknown,
  ])[];
};

const rowsAtOnce = 500;
/** Internal columns, which identify the insert or the owner of a row. */
const withheld = ['batch', 'fold', 'user_id'];

const column = (name: string, type: string) => [name, type, (row: KeptRow) => row[name]] as const;

const sources: readonly Source[] = [
  {
    name: 'clicks',
    from: 'clicks WHERE true',
    order: [
      ['toDate(clicked_at)', 'Date', (row) => String(row['clicked_at']).slice(0, 10)],
      column('link_id', 'UUID'),
      column('clicked_at', "DateTime64(3, 'UTC')"),
      column('click_id', 'UUID'),
    ],
  },
  {
    name: 'conversions',
    from: 'conversions FINAL WHERE NOT removed',
    order: [column('id', 'UUID')],
  },
  {
    name: 'clicks_archive',
    from: `clicks_archive WHERE ${insideArchive}`,
    order: [
      column('link_id', 'UUID'),
      column('day', 'Date'),
      ['toString(class)', 'String', (row) => row['class']],
      column('split_version', 'UInt32'),
      column('variant', 'UInt8'),
    ],
  },
];

/** The events of an account's links, without links that are being erased. */
export function clickhouseAccountTables(
  client: ClickHouse,
  erasures: { pendingLinkIds(userId: string): Promise<readonly string[]> },
): PersonalDataStore {
  return {
    async tablesOf(userId) {
      const erasedLinkIds = await erasures.pendingLinkIds(userId);
      return Promise.all(
        sources.map(async (source) => ({
          name: source.name,
          columns: await columnsOf(client, source.name),
          rows: () => pages(client, source, { userId, erasedLinkIds }),
        })),
      ) satisfies Promise<readonly KeptTable[]>;
    },
  };
}

async function columnsOf(client: ClickHouse, table: string): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT name FROM system.columns
      WHERE database = currentDatabase() AND table = {table:String} ORDER BY position`,
    query_params: { table },
    format: 'JSONEachRow',
  });
  const found = await answer.json<{ name: string }>();
  return found.map(({ name }) => name).filter((name) => !withheld.includes(name));
}

async function* pages(
  client: ClickHouse,
  { from, order }: Source,
  whose: { readonly userId: string; readonly erasedLinkIds: readonly string[] },
): AsyncGenerator<readonly KeptRow[]> {
  const key = order.map(([expression]) => expression).join(', ');
  const bound = order.map(([, type], at) => `{key${at}:${type}}`).join(', ');
  const query = (isFirst: boolean) => `
    SELECT * EXCEPT (${withheld.join(', ')}) FROM ${from}
    AND user_id = {userId:UUID} AND link_id NOT IN {erasedLinkIds:Array(UUID)}
    ${isFirst ? '' : `AND (${key}) > (${bound})`}
    ORDER BY ${key} LIMIT ${rowsAtOnce}`;

  for (let last: KeptRow | undefined; ;) {
    const after = last;
    const keys = order.map(([, , of], at) => [`key${at}`, after && of(after)] as const);
    const answer = await client.query({
      query: query(after === undefined),
      query_params: { ...whose, ...(after && Object.fromEntries(keys)) },
      use_multipart_params_auto: true,
      format: 'JSONEachRow',
    });
    const rows = await answer.json<KeptRow>();
    if (rows.length > 0) yield rows;
    if (rows.length < rowsAtOnce) return;
    last = rows.at(-1);
  }
}
