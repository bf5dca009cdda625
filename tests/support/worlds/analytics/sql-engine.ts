import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { embeddedEngine } from '#adapters/clickhouse/analysts/engine';
import { accessRecordPath, writeAccessRecord } from '#adapters/embedded/clickhouse/record';
import { eventSchema } from '#tests/support/databases/schema';
import { enginePort } from '#tests/support/processes/engine-port';

const script = fileURLToPath(import.meta.resolve('#tests/support/processes/bare-clickhouse'));

/**
 * An engine of its own, with the database name that its row policies protect. `open`: without row
 * policies and roles. It is not locked into its folder, so that its files are really in reach.
 */
export async function sqlEngine(mode: 'isolated' | 'open') {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-sql-'));
  const workingFolder = join(folder, 'working');
  mkdirSync(workingFolder);
  const access = accessRecordPath(folder);
  const record = { port: 0, user: 'waypost', password: crypto.randomUUID() };
  await writeAccessRecord(folder, record);
  const child = Bun.spawn({
    cmd: [process.execPath, script, join(folder, 'clickhouse'), access, mode],
    env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '16' },
    cwd: workingFolder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const port = await enginePort(child.stdout);
  const url = `http://${record.user}:${record.password}@127.0.0.1:${port}/waypost`;
  await eventSchema(url);
  const client = connectClickHouse(url);
  return {
    url,
    client,
    ask: embeddedEngine(url).ask,
    pid: child.pid,
    /** The engine's working directory, empty at the start: relative paths of a statement end here. */
    workingFolder,
    async [Symbol.asyncDispose]() {
      await client.close();
      child.kill('SIGKILL');
      await child.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type SqlEngine = Awaited<ReturnType<typeof sqlEngine>>;
