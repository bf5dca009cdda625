import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolderNow } from '#adapters/disk/durable';
import { engineUser } from '#adapters/embedded/engine-user';
import { postgresPrograms, runPostgres, type PostgresPrograms } from './programs.ts';

/** The database files of one DATA_DIR, and the facts needed to run and access them. */
export interface PostgresCluster {
  programs: PostgresPrograms;
  /** Postgres's own data folder, DATA_DIR/postgres. */
  folder: string;
  /** Postgres's log, DATA_DIR/postgres.log. */
  logFile: string;
  password: string;
}

/**
 * Opens DATA_DIR's cluster, and creates it when there is none. Throws with Postgres's own message.
 */
export async function openCluster(dataDir: string): Promise<PostgresCluster> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const folder = join(dataDir, 'postgres');
  const isNew = !existsSync(folder);
  const cluster: PostgresCluster = {
    programs: postgresPrograms(dataDir, isNew ? engineUser() : ownerOf(folder)),
    folder,
    logFile: join(dataDir, 'postgres.log'),
    password: isNew ? freshPassword(dataDir) : readAccess(dataDir).password,
  };
  if (isNew) await createCluster(dataDir, cluster);
  return cluster;
}

/** An existing folder is served by the user who owns its files. */
function ownerOf(folder: string) {
  const { uid, gid } = statSync(folder);
  return process.getuid?.() === 0 && uid !== 0 ? { uid, gid } : engineUser();
}

const access = z.object({ password: z.string(), port: z.number().optional() });

/**
 * DATA_DIR/postgres.json, readable only by its owner: the address and credentials of this cluster.
 */
export type PostgresAccess = z.infer<typeof access>;

const accessFile = (dataDir: string) => join(dataDir, 'postgres.json');

export function readAccess(dataDir: string): PostgresAccess {
  return access.parse(JSON.parse(readFileSync(accessFile(dataDir), 'utf8')));
}

export function writeAccess(dataDir: string, known: PostgresAccess): void {
  const unfinished = `${accessFile(dataDir)}.new`;
  writeFileSync(unfinished, JSON.stringify(known), { mode: 0o600, flush: true });
  renameSync(unfinished, accessFile(dataDir));
}

function freshPassword(dataDir: string): string {
  const password = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url');
  writeAccess(dataDir, { password });
  return password;
}

/**
 * Created under a temporary name and renamed when complete: a kill leaves only a temporary folder.
 */
async function createCluster(dataDir: string, cluster: PostgresCluster): Promise<void> {
  // The initdb of a killed parent may still be writing to its temporary folder.
  const litter = readdirSync(dataDir).filter((name) => name.startsWith('postgres-new-'));
  const firmly = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  for (const name of litter) rmSync(join(dataDir, name), firmly);
  const nest = join(dataDir, `postgres-new-${crypto.randomUUID()}`);
  const { programs } = cluster;
  mkdirSync(nest, { mode: 0o700 });
  if (programs.user) chownSync(nest, programs.user.uid, programs.user.gid);

  await initialise(programs, nest);
  writeFileSync(join(nest, 'cluster', 'pg_hba.conf'), onlyWaypost);
  await addWaypost(programs, nest, cluster.password);

  renameSync(join(nest, 'cluster'), cluster.folder);
  rmSync(nest, { recursive: true });
  syncFolderNow(dataDir);
}

/** The bootstrap superuser has no password and may not log in. Waypost's role owns one database. */
const onlyWaypost = 'host all waypost 127.0.0.1/32 scram-sha-256\n';

async function initialise(programs: PostgresPrograms, nest: string): Promise<void> {
  const shape = ['--username=postgres', '--auth=reject', '--no-instructions', '--encoding=UTF8'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await finish(nest, (output) =>
    runPostgres(programs, {
      program: 'initdb',
      folder: nest,
      args: (folder) => [`--pgdata=${folder}/cluster`, ...shape, ...locale],
      output,
    }),
  );
}

async function addWaypost(programs: PostgresPrograms, nest: string, password: string) {
  const statements = [
    `CREATE ROLE waypost LOGIN CREATEDB PASSWORD '${password}'`,
    'CREATE DATABASE waypost OWNER waypost',
    'REVOKE CONNECT ON DATABASE postgres FROM PUBLIC',
    'GRANT CONNECT ON DATABASE postgres TO waypost',
  ];
  await finish(nest, (output) =>
    runPostgres(programs, {
      program: 'postgres',
      folder: nest,
      args: (folder) => ['--single', '-j', '-D', `${folder}/cluster`, 'postgres'],
      input: statements.map((statement) => `${statement};\n\n`).join(''),
      output,
    }),
  );
}

async function finish(nest: string, run: (output: number) => Bun.Subprocess): Promise<void> {
  const path = join(nest, 'said');
  const output = openSync(path, 'w', 0o600);
  const exitCode = await run(output).exited;
  closeSync(output);
  const said = readFileSync(path, 'utf8');
  // Single-user mode exits with 0 after a failed statement.
  if (exitCode !== 0 || /^.*(ERROR|FATAL): /m.test(said)) {
    throw new Error(`The built-in Postgres could not be set up: ${said.slice(-2000)}`);
  }
}
