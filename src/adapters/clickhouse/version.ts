import { z } from 'zod';
import type { ClickHouse } from './connect.ts';

const rows = z.array(z.object({ version: z.string() }));

/** The version of the server. Rejects while it is away. */
export function clickhouseVersion(client: ClickHouse) {
  return async (): Promise<string> => {
    const answer = await client.query({
      query: 'SELECT version() AS version',
      format: 'JSONEachRow',
    });
    return rows.parse(await answer.json())[0]?.version ?? '';
  };
}
