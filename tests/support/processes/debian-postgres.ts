import { existsSync, globSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { until } from '#tests/support/until';

/** A PostgreSQL server of the operating system, as an operator would run one. */
export type DebianPostgres = { url: string; stop(): Promise<void> };

export const postgresPrograms = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1);

/** Why there is no such server on this machine; null when there is one. */
export const debianPostgresMissing =
  postgresPrograms === undefined || !existsSync(join(postgresPrograms, 'initdb'))
    ? "the system's PostgreSQL server is not installed"
    : null;

/** Creates and starts a server in a temporary folder, with a database `waypost` and a password. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-debian-pg-'));
  const asUser =
    process.getuid?.() === 0
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
      : [];
  if (asUser.length > 0) await run(['chown', 'postgres:postgres', folder]);
  await chmod(folder, 0o700);
  const cluster = join(folder, 'data');
  const port = await freePort(undefined);

  await run([
    ...asUser,
    program('initdb'),
    '-D',
    cluster,
    '-U',
    'waypost',
    '-A',
    'trust',
    '-E',
    'UTF8',
  ]);
  const server = Bun.spawn(
    [
      ...asUser,
      program('postgres'),
      '-D',
      cluster,
      '-p',
      String(port),
      '-k',
      folder,
      '-h',
      '127.0.0.1',
    ],
    { cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  );
  const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'waypost'];
  await until('Debian PostgreSQL takes connections', async () => {
    return (await Bun.spawn([program('pg_isready'), ...address], quietly).exited) === 0;
  });
  await run([program('createdb'), ...address, 'waypost']);

  return {
    url: `postgres://waypost:waypost@127.0.0.1:${port}/waypost`,
    async stop() {
      server.kill('SIGINT');
      await server.exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const quietly = { cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' } as const;

function program(name: string): string {
  return join(postgresPrograms ?? '', name);
}

async function run(command: string[]): Promise<void> {
  const child = Bun.spawn(command, { cwd: '/', stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  const complaint = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${command.join(' ')}: ${complaint}`);
}
