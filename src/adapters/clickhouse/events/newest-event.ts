import type { ClickHouse } from '#adapters/clickhouse/connect';

/** When the newest click or conversion was received; null when there is none. */
export function newestEvent(client: ClickHouse) {
  return async (): Promise<Date | null> => {
    const answer = await client.query({
      query: `SELECT toUnixTimestamp64Milli(greatest(
        (SELECT max(clicked_at) FROM clicks), (SELECT max(received_at) FROM conversions)))`,
      format: 'JSONCompactEachRow',
    });
    const [[ms] = ['0']] = await answer.json<[string]>();
    return Number(ms) > 0 ? new Date(Number(ms)) : null;
  };
}
