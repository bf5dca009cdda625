import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { until } from '#tests/support/until';
import { postgresPrograms } from './debian-postgres.ts';

/**
 * Two PostgreSQL servers of the operating system: a primary, and a standby that has each commit
 * before it is acknowledged.
 */
export type PostgresPair = {
  /** With both hosts, the standby first. */
  readonly url: string;
  /** SIGKILL for every process of the primary. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary. It then waits for nobody. */
  promote(): Promise<void>;
  stop(): Promise<void>;
};

const asPostgres =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    : [];
const quietly = { cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' } as const;
const program = (name: string): string => join(postgresPrograms ?? '', name);

async function run(command: readonly string[]): Promise<void> {
  const child = Bun.spawn([...asPostgres, ...command], quietly);
  const complaint = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${complaint}`);
}

/** Starts both, with an empty database `waypost`. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-pair-'));
  await chmod(folder, 0o755);
  const own = join(folder, 'servers');
  await mkdir(own, { mode: 0o700 });
  if (asPostgres.length > 0) await Bun.spawn(['chown', 'postgres:postgres', own]).exited;
  const [first, second] = [join(own, 'first'), join(own, 'second')];
  const ports = [await freePort(undefined), await freePort(undefined)] as const;
  await run([program('initdb'), '-D', first, '-U', 'waypost', '-A', 'trust', '-E', 'UTF8']);
  const primary = await start(first, ports[0]);
  const at = ['-h', '127.0.0.1', '-p', String(ports[0]), '-U', 'waypost'];
  await run([program('createdb'), ...at, 'waypost']);
  await run([program('pg_basebackup'), ...at, '-D', second, '-R', '-c', 'fast']);
  const standby = await start(second, ports[1]);
  const ask = (port: number, sql: string) =>
    run([
      program('psql'),
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'waypost',
      '-c',
      sql,
      'waypost',
    ]);
  await ask(ports[0], `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await ask(ports[0], 'SELECT pg_reload_conf()');

  return {
    url: `postgres://waypost:waypost@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/waypost`,
    async killPrimary() {
      primary.kill('SIGKILL');
      await primary.exited;
    },
    async promote() {
      await run([program('pg_ctl'), 'promote', '-D', second, '-w']);
      // Copied from the former primary; with it every commit would wait for another standby.
      await ask(ports[1], 'ALTER SYSTEM RESET synchronous_standby_names');
      await ask(ports[1], 'SELECT pg_reload_conf()');
    },
    async stop() {
      for (const server of [primary, standby]) server.kill('SIGKILL');
      await Promise.all([primary.exited, standby.exited]);
      await rm(folder, { recursive: true, force: true });
    },
  };

  async function start(data: string, port: number) {
    const options = ['-D', data, '-p', String(port), '-k', own, '-h', '127.0.0.1'];
    const server = Bun.spawn([...asPostgres, program('postgres'), ...options], {
      ...quietly,
      stderr: 'ignore',
    });
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'waypost'];
    await until('a server takes connections', async () => {
      const ready = Bun.spawn([program('pg_isready'), ...address], {
        ...quietly,
        stderr: 'ignore',
      });
      return (await ready.exited) === 0;
    });
    return server;
  }
}
