import { afterAll, expect, test } from 'bun:test';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { personAt, signUp } from '#tests/support/person';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { visit } from '#tests/support/visitor';

const root = join(import.meta.dir, '../../..');
const podman = Bun.which('podman') ?? '';
const run = (...command: string[]) => Bun.spawnSync([podman, ...command], { cwd: root });
const said = (...command: string[]) =>
  run(...command)
    .stdout.toString()
    .trim();

/** The output of a podman command that must end with code 0. */
function succeeds(...command: string[]): string {
  const { exitCode, stdout, stderr } = run(...command);
  expect({ command, exitCode, said: exitCode === 0 ? '' : stderr.toString() }).toEqual({
    command,
    exitCode: 0,
    said: '',
  });
  return stdout.toString();
}

/** The image on which the Dockerfile builds; podman cannot get it where no registry is reachable. */
const [, base = ''] = /^FROM (\S+)/m.exec(await Bun.file(join(root, 'Dockerfile')).text()) ?? [];
const isThere = podman !== '' && run('image', 'exists', base).exitCode === 0;
const named = isThere ? '' : ` (needs podman and the image ${base})`;

const image = `localhost/waypost-test-${process.pid}`;
const container = `waypost-test-${process.pid}`;
const limits = ['--runtime=runc', '--network=host', '--ulimit=nofile=4096:4096'];
const processes = '--ulimit=nproc=1000:1000';

afterAll(() => {
  if (!isThere) return;
  run('rm', '--force', '--volumes', container);
  run('rmi', '--force', image);
  run('volume', 'rm', '--force', container, `${container}-back`);
}, 60_000);

test.skipIf(!isThere)(
  `the image is at most 1 GB and runs as nobody special on a read-only root, and runs every command${named}`,
  async () => {
    const built = run(
      ...['build', '--format=docker', '--pull=never', ...limits, processes],
      ...['--tag', image, '.'],
    );
    expect([built.exitCode, built.stderr.toString().slice(-2000)]).toEqual([0, expect.any(String)]);
    expect(Number(said('image', 'inspect', image, '--format={{.Size}}'))).toBeLessThan(1e9);

    using backups = tempFolder();
    chmodSync(backups.path, 0o777);
    const port = await freePort(undefined);
    const url = `http://127.0.0.1:${port}`;
    const isReady = () =>
      until('the container is ready', () => fetch(`${url}/readyz`).then(isOk, () => false), 60);
    const started = run(
      ...['run', '--detach', '--name', container, ...limits, processes],
      ...['--read-only', '--tmpfs=/tmp', '--cap-drop=all', '--security-opt=no-new-privileges'],
      ...['--volume', `${container}:/data`, '--volume', `${backups.path}:/mnt/backups`],
      ...['--env', `PORT=${port}`, '--env=HOST=127.0.0.1'],
      ...['--env', `APP_URL=${url}`, image],
    );
    expect(started.exitCode).toBe(0);
    await isReady();
    const owner = await signUp(url);
    const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
    for (let n = 0; n < 3; n += 1) expect((await visit(link.shortUrl)).status).toBe(302);

    expect(said('exec', container, 'id', '-u')).not.toBe('0');
    expect(run('exec', container, 'touch', '/app/file').exitCode).not.toBe(0);
    expect(run('healthcheck', 'run', container).exitCode).toBe(0);

    const exec = (...command: string[]) => succeeds('exec', container, 'bun', ...command);
    expect(exec('run', 'admin', 'state')).toContain('accounts: 1\n');
    expect(exec('run', 'backup', '/mnt/backups')).toContain('is complete: 1 accounts');
    expect(exec('run', 'backup', 'list', '/mnt/backups')).toContain('1 accounts');
    expect(
      succeeds(
        ...['exec', '--env=TMPDIR=/data', container],
        ...['bun', 'run', 'backup', 'verify', '/mnt/backups'],
      ),
    ).toContain(' is good: 1 accounts');
    expect(exec('start', '--dry-run')).toContain('Postgres is up to date');
    const asRoot = run('exec', '--user=0', container, 'bun', 'run', 'admin', 'state');
    expect([asRoot.exitCode, asRoot.stdout.toString()]).toEqual([78, '']);
    expect(asRoot.stderr.toString()).toContain('this command cannot run as that user');
    expect(said('exec', container, 'find', '/data', '!', '-user', 'bun')).toBe('');

    run('stop', '--time=30', container);
    expect(said('inspect', container, '--format={{.State.ExitCode}}')).toBe('0');

    run('start', container);
    await isReady();
    const again = personAt(url, owner.cookie);
    expect((await numbersOnceCounted(again, 3, 20)).totalClicks).toBe(3);

    expect(
      succeeds(
        ...['run', '--rm', ...limits, processes, '--read-only', '--tmpfs=/tmp'],
        ...['--volume', `${container}-back:/data`, '--volume', `${backups.path}:/mnt/backups`],
        ...[image, 'bun', 'run', 'restore', '/mnt/backups'],
      ),
    ).toContain('is restored: 1 accounts');
  },
  600_000,
);

const isOk = ({ ok }: Response) => ok;
