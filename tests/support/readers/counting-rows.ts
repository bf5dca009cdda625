import type { ClickHouseClient } from '@clickhouse/client';

/** A client whose queries also say how many rows the engine has read for them, in their order. */
export function countingRows(client: ClickHouseClient) {
  const rowsRead: number[] = [];
  const counting = new Proxy(client, {
    get: (target, name) =>
      name === 'query'
        ? async (asked: Parameters<typeof target.query>[0]) => {
            const answer = await target.query({ ...asked, format: 'JSONCompact' });
            const { data, statistics } = await answer.json<unknown>();
            rowsRead.push(statistics?.rows_read ?? 0);
            return { json: () => Promise.resolve(data) };
          }
        : Reflect.get(target, name),
  });
  return { client: counting, rowsRead };
}
