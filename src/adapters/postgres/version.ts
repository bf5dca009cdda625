import type postgres from 'postgres';

/** The version of the server, such as `18.4`. */
export function postgresVersion(sql: postgres.Sql) {
  return async (): Promise<string> => {
    const [row] = await sql<{ version: string }[]>`
      SELECT current_setting('server_version') AS version`;
    return row?.version ?? '';
  };
}
