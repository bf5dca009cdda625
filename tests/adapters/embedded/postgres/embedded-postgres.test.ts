import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { lockDataDir } from '#adapters/embedded/data-dir-lock';
import { mayEnter } from '#adapters/embedded/engine-user';
import { launchPostgres } from '#adapters/embedded/postgres/embedded-postgres';
import { threadNices } from '#tests/support/processes/priority';
import { bunForAll } from '#tests/support/processes/bun-for-all';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const silent = () => {};

let made: ReturnType<typeof tempFolder>;

/** A first start is slow: tests of other things use a copy of a started folder. */
beforeAll(async () => {
  made = tempFolder();
  const pg = await launchPostgres({ dataDir: made.path, log: silent });
  await pg.stop();
});
afterAll(() => made[Symbol.dispose]());

function startedOnce(): ReturnType<typeof tempFolder> {
  const folder = tempFolder();
  Bun.spawnSync(['cp', '-a', `${made.path}/.`, folder.path]);
  return folder;
}

const parentProgram = join(import.meta.dir, 'parent.ts');

async function ask(url: string, question: string): Promise<Record<string, unknown>[]> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 5 });
  try {
    return [...(await sql.unsafe(question))];
  } finally {
    await sql.close({ timeout: 1 });
  }
}

const serverPid = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

const answers = (url: string) =>
  ask(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

function isRunning(pid: number): boolean {
  return (
    existsSync(`/proc/${pid}/cwd`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z')
  );
}

/** `as`: the user, and a Bun that this user may run. */
async function startParent(dataDir: string, as?: { uid: number; gid: number; bun: string }) {
  const { bun = process.execPath, ...user } = as ?? {};
  const parent = Bun.spawn([bun, parentProgram, dataDir], {
    ...user,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of parent.stdout) {
    return { parent, url: new TextDecoder().decode(chunk).trim() };
  }
  throw new Error('The parent ended without saying where Postgres is');
}

test('[private-engines] the first start creates a database for one role, with a password', async () => {
  using folder = tempFolder();

  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  const shape = await ask(
    pg.url,
    `SELECT current_user AS role, rolsuper AS super, current_setting('listen_addresses') AS host,
       current_setting('fsync') AS fsync, current_setting('server_encoding') AS encoding
     FROM pg_roles WHERE rolname = current_user`,
  );
  const stranger = new URL(pg.url);
  stranger.password = 'guessed';
  const superuser = new URL(pg.url);
  superuser.username = 'postgres';
  expect(shape).toMatchObject([
    { role: 'waypost', super: false, host: '127.0.0.1', fsync: 'on', encoding: 'UTF8' },
  ]);
  await expect(ask(stranger.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
  await expect(ask(superuser.href, 'SELECT 1')).rejects.toThrow(/pg_hba/);
  expect(statSync(join(folder.path, 'postgres.json')).mode & 0o777).toBe(0o600);
  await pg.stop();
});

test.skipIf(process.platform !== 'linux')(
  'its processes run below normal priority (needs Linux)',
  async () => {
    using folder = startedOnce();
    const pg = await launchPostgres({ dataDir: folder.path, log: silent });

    const sql = new SQL(pg.url, { max: 1 });
    const [{ pid }] = await sql`SELECT pg_backend_pid() AS pid`;

    for (const each of [serverPid(folder.path), pid]) expect([...threadNices(each)]).toEqual([5]);
    await sql.close();
    await pg.stop();
  },
);

test('a later start uses the same port and finds the existing rows', async () => {
  using folder = tempFolder();
  const first = await launchPostgres({ dataDir: folder.path, log: silent });
  await ask(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(await answers(first.url)).toBe(false);
  expect(first.state()).toBe('stopped');

  const second = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(second.url).toBe(first.url);
  expect(await ask(second.url, 'SELECT answer FROM kept')).toMatchObject([{ answer: 42 }]);
  await second.stop();
});

test('a later start uses another port when its own is taken', async () => {
  using folder = startedOnce();
  const first = await launchPostgres({ dataDir: folder.path, log: silent });
  await first.stop();
  const port = Number(new URL(first.url).port);
  using squatter = Bun.listen({ hostname: '127.0.0.1', port, socket: { data: silent } });

  const second = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(squatter.port).toBe(port);
  expect(second.url).not.toBe(first.url);
  expect(await answers(second.url)).toBe(true);
  await second.stop();
});

test('the server of a killed parent is adopted, and stopped at the end', async () => {
  using folder = startedOnce();
  const { parent, url } = await startParent(folder.path);
  parent.kill('SIGKILL');
  await parent.exited;
  const orphan = serverPid(folder.path);
  const lock = lockDataDir(folder.path);

  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(pg.url).toBe(url);
  expect(serverPid(folder.path)).toBe(orphan);
  await stopperIsGone(folder.path);
  expect(serverPid(folder.path)).toBe(orphan);
  await pg.stop();
  expect(isRunning(orphan)).toBe(false);
  lock.release();
});

test('a server is adopted even if its port cannot be recorded because the disk is full', async () => {
  using folder = startedOnce();
  const { parent, url } = await startParent(folder.path);
  parent.kill('SIGKILL');
  await parent.exited;
  const orphan = serverPid(folder.path);
  writeFileSync(
    join(folder.path, 'postgres.json'),
    JSON.stringify({ password: new URL(url).password }),
  );
  mkdirSync(join(folder.path, 'postgres.json.new'));
  const lock = lockDataDir(folder.path);

  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(pg.url).toBe(url);
  expect(serverPid(folder.path)).toBe(orphan);
  await pg.stop();
  lock.release();
});

test.skipIf(process.platform !== 'linux')(
  'the server of a killed parent ends when nobody adopts it (its end is looked for in /proc) @more',
  async () => {
    using folder = startedOnce();
    const { parent } = await startParent(folder.path);
    const orphan = serverPid(folder.path);

    parent.kill('SIGKILL');
    await parent.exited;

    await until('the server has ended', () => !isRunning(orphan));
    expect(existsSync(join(folder.path, 'postgres', 'postmaster.pid'))).toBe(false);
  },
);

/** Waits until the program that ends an orphan has seen that the server has an owner again. */
async function stopperIsGone(dataDir: string): Promise<void> {
  const isStopper = (pid: string) => {
    const command = commandOf(pid);
    return (
      command.includes('postgres/stop-orphan.ts') &&
      command.includes(dataDir) &&
      !command.startsWith('sh\0')
    );
  };
  const pids = () =>
    existsSync('/proc') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  await until('no program is about to end the server', () => !pids().some(isStopper));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

test('an orphaned server that does not respond is ended and replaced', async () => {
  using folder = startedOnce();
  const { parent } = await startParent(folder.path);
  const orphan = serverPid(folder.path);
  process.kill(orphan, 'SIGSTOP');
  parent.kill('SIGKILL');
  await parent.exited;

  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(await answers(pg.url)).toBe(true);
  expect(isRunning(orphan)).toBe(false);
  await pg.stop();
});

test('a server that dies repeatedly is restarted each time at the same address with its rows', async () => {
  using folder = startedOnce();
  const pg = await launchPostgres({ dataDir: folder.path, log: silent });
  await ask(pg.url, 'CREATE TABLE kept AS SELECT 42 AS answer');

  for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
    const killed = serverPid(folder.path);
    process.kill(killed, signal);
    await until('the server is seen to be gone', () => pg.state() === 'restarting');
    await until('the server is back', () => pg.state() === 'ready');

    expect(serverPid(folder.path)).not.toBe(killed);
    expect(await ask(pg.url, 'SELECT answer FROM kept')).toMatchObject([{ answer: 42 }]);
  }
  await pg.stop();
});

test('a server of which one process crashes ends, and Waypost restarts it', async () => {
  using folder = startedOnce();
  const pg = await launchPostgres({ dataDir: folder.path, log: silent });
  const crashed = serverPid(folder.path);

  const sql = new SQL(pg.url, { max: 1, connectionTimeout: 5 });
  const [backend] = await sql`SELECT pg_backend_pid() AS pid`;
  process.kill(backend.pid, 'SIGKILL');
  await until('the server is seen to be gone', () => pg.state() === 'restarting');
  await until('the server is back', () => pg.state() === 'ready');

  expect(serverPid(folder.path)).not.toBe(crashed);
  expect(await answers(pg.url)).toBe(true);
  await sql.close({ timeout: 1 });
  await pg.stop();
});

test('an adopted server that dies is restarted too', async () => {
  using folder = startedOnce();
  const { parent } = await startParent(folder.path);
  parent.kill('SIGKILL');
  await parent.exited;
  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  process.kill(serverPid(folder.path), 'SIGKILL');
  await until('the server is seen to be gone', () => pg.state() === 'restarting');
  await until('the server is back', () => pg.state() === 'ready');

  expect(await answers(pg.url)).toBe(true);
  await pg.stop();
});

test.each([
  ['a process that is gone', 999_999_999],
  ['a process that is no Postgres', process.pid],
])('a pid file that names %s does not prevent a start', async (_, pid) => {
  using folder = startedOnce();
  const first = await launchPostgres({ dataDir: folder.path, log: silent });
  const pidFile = readFileSync(join(folder.path, 'postgres/postmaster.pid'), 'utf8');
  await first.stop();
  const stale = pidFile.replace(/^\d+/, String(pid));
  writeFileSync(join(folder.path, 'postgres/postmaster.pid'), stale);

  const second = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(await answers(second.url)).toBe(true);
  await second.stop();
});

test('a first start that was interrupted is repeated', async () => {
  using folder = tempFolder();
  const parent = Bun.spawn([process.execPath, parentProgram, folder.path]);
  const isHalfMade = () =>
    [...new Bun.Glob('postgres-new-*/cluster/PG_VERSION').scanSync({ cwd: folder.path })].length >
    0;
  await until('initdb is at work', isHalfMade);
  parent.kill('SIGKILL');
  await parent.exited;
  expect(existsSync(join(folder.path, 'postgres'))).toBe(false);

  const pg = await launchPostgres({ dataDir: folder.path, log: silent });

  expect(await answers(pg.url)).toBe(true);
  expect(isHalfMade()).toBe(false);
  await pg.stop();
});

test('a folder that only the owner can enter can hold a database', async () => {
  using folder = tempFolder();
  const dataDir = join(folder.path, 'closed', 'data');
  mkdirSync(dataDir, { recursive: true });
  chmodSync(join(folder.path, 'closed'), 0o700);

  const pg = await launchPostgres({ dataDir, log: silent });

  expect(await answers(pg.url)).toBe(true);
  await pg.stop();
});

const isRoot = process.getuid?.() === 0;
const needsRoot = isRoot ? ' (needs a readable checkout)' : ' (needs root)';
const ordinary = { uid: 1, gid: 1 };
const mayReadUs = isRoot && mayEnter(ordinary, import.meta.dir);

test.skipIf(!mayReadUs)(
  `started by an ordinary user, the server runs as that user${needsRoot}`,
  async () => {
    using folder = tempFolder();
    const dataDir = join(folder.path, 'data');
    chmodSync(folder.path, 0o777);
    using bun = bunForAll();

    const { parent, url } = await startParent(relative(process.cwd(), dataDir), {
      ...ordinary,
      bun: bun.path,
    });

    expect(await answers(url)).toBe(true);
    expect(statSync(`/proc/${serverPid(dataDir)}`).uid).toBe(ordinary.uid);
    parent.kill('SIGKILL');
    await parent.exited;
    const adopted = await launchPostgres({ dataDir, log: silent });
    await adopted.stop();
  },
);

test.skipIf(!isRoot)(
  `[private-engines] started by root, the server runs as a user without privileges${needsRoot}`,
  async () => {
    using folder = startedOnce();

    const pg = await launchPostgres({ dataDir: folder.path, log: silent });

    expect(statSync(`/proc/${serverPid(folder.path)}`).uid).not.toBe(0);
    await pg.stop();
  },
);
