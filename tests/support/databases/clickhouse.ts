import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { compilesNothing } from '#adapters/clickhouse/connect';
import {
  startClickHouseProcess,
  type ClickHouseProcess,
} from '#adapters/embedded/clickhouse/process';
import { folderOfThisProcess } from '#tests/support/temp-folder';
import {
  type Address,
  addressInRun,
  addressOf,
  isClustered,
  startClusteredClickHouse,
} from './clickhouse-cluster.ts';
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

/** Prepares an empty database (for example by migrations). */
export type PrepareClickHouse = (url: string) => Promise<void>;

/**
 * A new database on the run's one ClickHouse, which is the real engine behind the real HTTP
 * interface. The server starts at the first call and ends with the test process in every case. A
 * test file begins with
 *
 *   const clickhouse = await testClickHouse(eventSchema);
 *   afterAll(() => clickhouse.drop());
 *
 * and may pass `url`, `user`, `password` and `database` to its own client. The database is empty,
 * or as `prepare` makes it: that is called once per run, and its tables are copied for each database.
 */
export async function testClickHouse(prepare?: PrepareClickHouse): Promise<TestClickHouse> {
  const { server, templates } = await theRun();
  const created = await createIn(server);
  if (prepare === undefined) return created;
  if (isClustered) await prepare(urlOf(created));
  else await copyTables(created, await templateOf(prepare, { server, templates }));
  return created;
}

/** The address as the application gets it in this run. */
export const urlOf = (address: Address): string => addressInRun(addressOf(address));

async function createIn(server: RunServer): Promise<TestClickHouse> {
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

/** The name of the database that `prepare` made in this run. */
async function templateOf(prepare: PrepareClickHouse, { server, templates }: Run): Promise<string> {
  const make = async () => {
    const template = await createIn(server);
    await prepare(urlOf(template));
    return template.database;
  };
  const made = templates.get(prepare) ?? make();
  templates.set(prepare, made);
  return made;
}

/** Gives the database the tables of `template` with their rows. */
async function copyTables({ client }: TestClickHouse, template: string): Promise<void> {
  const answer = await client.query({
    query: `SELECT name, total_rows > 0 AS filled FROM system.tables WHERE database = '${template}'`,
    format: 'JSONEachRow',
  });
  for (const { name, filled } of await answer.json<{ name: string; filled: number }>()) {
    await client.command({ query: `CREATE TABLE ${name} AS ${template}.${name}` });
    if (filled === 0) continue;
    await client.command({ query: `INSERT INTO ${name} SELECT * FROM ${template}.${name}` });
  }
}

/** Test files may load this module several times; the process has one server. */
const process_: typeof globalThis & { testClickHouse?: Promise<Run> } = globalThis;
type RunServer = Pick<ClickHouseServer, 'url' | 'user' | 'password' | 'client'>;
type Run = {
  readonly server: RunServer;
  /** The names of the databases that are copied. */
  readonly templates: Map<PrepareClickHouse, Promise<string>>;
};

function theRun(): Promise<Run> {
  const start = isClustered ? startClusteredClickHouse : startClickHouse;
  process_.testClickHouse ??= start().then((server) => ({ server, templates: new Map() }));
  return process_.testClickHouse;
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
  const folder = folderOfThisProcess();
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
        url: addressOf({ url, ...record, database }),
        clickhouse_settings: compilesNothing,
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
