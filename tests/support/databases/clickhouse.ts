import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import {
  startClickHouseProcess,
  type ClickHouseProcess,
} from '#adapters/embedded/clickhouse/process';
import { isClustered, startClusteredClickHouse } from './clickhouse-cluster.ts';
import { accessRecordPath, writeAccessRecord } from '#adapters/embedded/clickhouse/record';

/** A database for one test file. */
export interface TestClickHouse {
  /** The server's address, without credentials. */
  url: string;
  user: string;
  password: string;
  database: string;
  /** Uses `database`. */
  client: ClickHouseClient;
  /** Closes `client` and removes the database. */
  drop(): Promise<void>;
}

/**
 * A new, empty database on the run's one ClickHouse, which is the real engine behind the real HTTP
 * interface. The server starts at the first call and ends with the test process in every case. A
 * test file begins with
 *
 *   const clickhouse = await testClickHouse();
 *   afterAll(() => clickhouse.drop());
 *
 * and may pass `url`, `user`, `password` and `database` to its own client.
 */
export async function testClickHouse(): Promise<TestClickHouse> {
  const server = await theServer();
  const database = `t${randomUUID().replaceAll('-', '')}`;
  const admin = server.client();
  await admin.command({ query: `CREATE DATABASE ${database}` });
  const client = server.client(database);
  const drop = async () => {
    await client.close();
    await admin.command({ query: `DROP DATABASE IF EXISTS ${database} SYNC` });
    await admin.close();
  };
  const { url, user, password } = server;
  return { url, user, password, database, client, drop };
}

/** Test files may load this module several times; the process has one server. */
const process_: typeof globalThis & { testClickHouse?: Promise<RunServer> } = globalThis;
type RunServer = Pick<ClickHouseServer, 'url' | 'user' | 'password' | 'client'>;

function theServer(): Promise<RunServer> {
  process_.testClickHouse ??= isClustered ? startClusteredClickHouse() : startClickHouse();
  return process_.testClickHouse;
}

/** Another process sees the end of its pipe, as the server does, and removes the folder. */
function removeAfterThisProcess(folder: string): void {
  const beside = Bun.spawn(['sh', '-c', 'cat; sleep 6; rm -rf "$0"', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  beside.unref();
}

/** A server for one test, to be killed, filled or stopped. */
export interface ClickHouseServer {
  url: string;
  user: string;
  password: string;
  folder: string;
  process(): ClickHouseProcess;
  client(database?: string): ClickHouseClient;
  /** Kills the process like a crash, and restarts it at the same address. */
  crashAndRestart(): Promise<void>;
  /** Ends the process and removes the folder. */
  stop(): Promise<void>;
}

export async function startClickHouse(): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-clickhouse-'));
  removeAfterThisProcess(folder);
  const access = accessRecordPath(folder);
  const record = { port: 0, user: 'waypost', password: randomBytes(12).toString('hex') };
  await writeAccessRecord(folder, record);
  const start = (port: number) =>
    startClickHouseProcess({ folder: join(folder, 'clickhouse'), access, port, startMs: 180_000 });

  let current = await start(0);
  const { port } = current;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    user: record.user,
    password: record.password,
    folder,
    process: () => current,
    client: (database = 'default') =>
      createClient({
        url,
        username: record.user,
        password: record.password,
        database,
        // Tests provoke errors; the library would print each of them.
        log: { level: ClickHouseLogLevel.OFF },
      }),
    async crashAndRestart() {
      current.kill();
      await current.ended;
      current = await start(port);
    },
    async stop() {
      await current.stop(5_000);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A client of a server that is gone. */
export async function clientOfStopped(): Promise<ClickHouseClient> {
  const server = await startClickHouse();
  const client = server.client();
  await server.stop();
  return client;
}
