import { startClickHouse } from '#tests/support/databases/clickhouse';
import { startDebianPostgres } from './debian-postgres.ts';

/** Servers as an operator has them. */
export type OwnServers = {
  /** What makes an instance of Waypost use them. */
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
};

/** Debian's Postgres and a ClickHouse, both empty. Needs Debian's Postgres on this machine. */
export async function startOwnServers(): Promise<OwnServers> {
  const postgres = await startDebianPostgres();
  const clickhouse = await startClickHouse();
  const credentials = `${clickhouse.user}:${clickhouse.password}@`;
  return {
    env: {
      DATABASE_URL: postgres.url,
      CLICKHOUSE_URL: `${clickhouse.url.replace('//', `//${credentials}`)}/waypost`,
      APP_SECRET: 'one secret that all of the instances have been given',
    },
    stop: async () => {
      await clickhouse.stop();
      await postgres.stop();
    },
  };
}
