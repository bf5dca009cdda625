import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { oneConnectionEach } from '#adapters/postgres/pool/one-connection';

/** A database for one test file. */
export interface TestDatabase {
  sql: postgres.Sql;
  url: string;
  /** Closes `sql` and removes the database. */
  drop(): Promise<void>;
}

/** Prepares an empty database (for example by migrations). */
export type Prepare = (url: string) => Promise<void>;

const unprepared: Prepare = () => Promise.resolve();

/**
 * A new database on the run's one Postgres, which starts at the first call and ends with the test
 * process in every case. `prepare` runs once per run, on a template; databases requested with the
 * same function are copied from it.
 */
export async function testDatabase(prepare: Prepare = unprepared): Promise<TestDatabase> {
  const server = await theServer();
  const template = await server.templateOf(prepare);
  const name = await server.create(template);
  const url = server.urlOf(name);
  const sql = oneConnectionEach(postgres(url, { max: 5, onnotice: () => {} }));
  const drop = async () => {
    await sql.end({ timeout: 1 });
    await server.admin`DROP DATABASE ${server.admin(name)} WITH (FORCE)`;
  };
  return { sql, url, drop };
}

/** Test files may load this module several times; the process has one server. */
const process_: typeof globalThis & { testPostgres?: ReturnType<typeof startServer> } = globalThis;
const theServer = () => (process_.testPostgres ??= startServer());

async function startServer() {
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-tests-'));
  endWithThisProcess(dataDir);
  // A running vacuum would prevent the removal of a database.
  const settings = { fsync: 'off', max_connections: 200, autovacuum: 'off' };
  const { url } = await launchPostgres({ dataDir, settings, log: () => {} });
  const admin = postgres(url, { max: 1, onnotice: () => {} });
  const templates = new Map<Prepare, Promise<string>>();

  const urlOf = (name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const create = async (template: string) => {
    const name = `t${crypto.randomUUID().replaceAll('-', '')}`;
    await admin`CREATE DATABASE ${admin(name)} TEMPLATE ${admin(template)} STRATEGY FILE_COPY`;
    return name;
  };
  const makeTemplate = async (prepare: Prepare) => {
    const name = await create('template1');
    await prepare(urlOf(name));
    return name;
  };
  const templateOf = (prepare: Prepare) => {
    const made = templates.get(prepare) ?? makeTemplate(prepare);
    templates.set(prepare, made);
    return made;
  };
  return { admin, create, templateOf, urlOf };
}

/** Another process sees the end of its pipe, also after a kill, and cleans up. */
function endWithThisProcess(dataDir: string): void {
  const tidy = `
    cat
    pid=$(head -n 1 "$0/postgres/postmaster.pid") && kill -QUIT "$pid"
    for _ in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$pid" && sleep 0.2; done
    rm -rf "$0"`;
  const beside = Bun.spawn(['sh', '-c', tidy, dataDir], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  beside.unref();
}
