// The program of the image that stands in for ClickHouse's server. It reads the variables of the
// official image, and like that image it serves the first start inside the container alone, until
// it has created its user and its database.
import { existsSync, mkdirSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { createClient } from '@clickhouse/client';
import { startClickHouseProcess } from '#adapters/embedded/clickhouse/process';
import { accessRecordPath, writeAccessRecord } from '#adapters/embedded/clickhouse/record';
import { passOn } from '#tests/support/processes/pass-on';

const volume = '/var/lib/clickhouse';
const port = 8123;
const firstStartMs = 3_000;
const {
  CLICKHOUSE_USER: user = 'default',
  CLICKHOUSE_PASSWORD: password = '',
  CLICKHOUSE_DB: database = 'default',
} = process.env;

const folder = `${volume}/engine`;
const isFirst = !existsSync(folder);
mkdirSync(folder, { recursive: true });
await writeAccessRecord(volume, { port, user, password });
const access = accessRecordPath(volume);
const server = await startClickHouseProcess({ folder, access, port, startMs: 60_000 });
process.once('SIGTERM', () => void server.stop(30_000));
await createDatabase();
if (isFirst) await Bun.sleep(firstStartMs);
await passOn({ port, host: ownAddress() }, { port, host: '127.0.0.1' });

console.log(`it ended: ${await server.ended}`);
process.exit(0);

async function createDatabase(): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const client = createClient({ url, username: user, password });
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  await client.close();
}

/** The container's address in the network that it shares with the other containers. */
function ownAddress(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((those = []) => those);
  const own = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  if (own === undefined) throw new Error('The container has no network');
  return own.address;
}
