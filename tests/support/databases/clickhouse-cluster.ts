import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { accessRecordPath, writeAccessRecord } from '#adapters/embedded/clickhouse/record';
import { onCluster } from '#core/shared/cluster-url';
import { enginePort } from '#tests/support/processes/engine-port';

/**
 * Whether this run's tests of ClickHouse use the statements of a cluster, instead of those of a
 * single server (`check:more`, by `tests/check.ts`).
 */
export const isClustered = process.env['WAYPOST_CLICKHOUSE'] === 'cluster';

const script = fileURLToPath(import.meta.resolve('#tests/support/processes/cluster-clickhouse'));
const cluster = 'tests';

/** The address as the application gets it in this run. */
export function addressInRun(url: string): string {
  return isClustered ? onCluster(url, cluster) : url;
}

/** The engine of the cluster; it ends with this process. */
export async function startClusteredClickHouse() {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-cluster-'));
  const access = accessRecordPath(folder);
  const record = { port: 0, user: 'waypost', password: randomUUID() };
  await writeAccessRecord(folder, record);
  const child = Bun.spawn({
    cmd: [
      'sh',
      '-c',
      '"$@"; rm -rf "$0"',
      folder,
      process.execPath,
      script,
      join(folder, 'clickhouse'),
      access,
    ],
    env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '16' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.unref();
  const url = `http://127.0.0.1:${await enginePort(child.stdout)}`;
  const { user, password } = record;
  const client = (database?: string): ClickHouseClient =>
    database === undefined
      ? createClient({ url, username: user, password, log: { level: ClickHouseLogLevel.OFF } })
      : connectClickHouse(onCluster(addressOf({ url, user, password, database }), cluster));
  return { url, user, password, client };
}

/** A database of ClickHouse. `url` is its server's, without credentials. */
export type Address = { url: string; user: string; password: string; database: string };

/** Server, credentials and database in one URL. */
export function addressOf({ url, user, password, database }: Address): string {
  const parts = { username: user, password, pathname: `/${database}` };
  return Object.assign(new URL(url), parts).href;
}
