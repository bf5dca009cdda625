import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '#tests/support/until';

const root = join(import.meta.dir, '../../..');
const project = `waypost-test-${process.pid}`;
const images = ['caddy:2', 'postgres:18', 'clickhouse/clickhouse-server:26.7'];
const base = 'oven/bun:1.4.5-slim';

/** The containers of compose.yaml, with Caddy. */
export type Composed = {
  /** Creates and starts them, as `docker-compose up`. */
  up(): Promise<void>;
  /** Ends and removes them, but keeps their volumes; returns the exit code of each. */
  down(): Record<string, string>;
  kill(service: string): void;
  start(service: string): void;
  /** Where this machine has the files of a volume. */
  folderOf(volume: string): string;
  isHealthy(): boolean;
};

const podman = Bun.which('podman') ?? '';
const composer = Bun.which('docker-compose') ?? '';
let containersConf = '';

/** Why compose.yaml cannot run on this machine, as the end of a test's name; empty when it can. */
export const missing = whatIsMissing();

function whatIsMissing(): string {
  if (podman === '' || composer === '') return ' (needs podman and docker-compose)';
  const isThere = (image: string) => said('image', 'exists', image).exitCode === 0;
  return [base, ...images].every(isThere)
    ? ''
    : ' (needs the images of tests/support/images/make.sh)';
}

/** Builds Waypost's image, and serves podman's API for docker-compose until the end. */
export async function composed(
  ends: AsyncDisposableStack,
  settings: Record<string, string>,
): Promise<Composed> {
  const folder = await mkdtemp(join(tmpdir(), 'waypost-compose-'));
  ends.defer(() => rm(folder, { recursive: true, force: true }));
  containersConf = join(folder, 'containers.conf');
  await Bun.write(
    containersConf,
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=1000:1000"]
[engine]
runtime = "runc"
[network]
network_backend = "netavark"
`,
  );
  // This machine may allow fewer descriptors than compose.yaml asks for.
  const override = join(folder, 'override.yaml');
  const ulimits = '{ nofile: 4096, nproc: 1000 }';
  await Bun.write(override, `services: { clickhouse: { ulimits: ${ulimits} } }\n`);
  const image = `docker.io/library/${project}_waypost`;
  run(
    ...['build', '--format=docker', '--pull=never', '--network=host'],
    ...['--ulimit=nofile=4096:4096', '--ulimit=nproc=1000:1000', '--tag', image, '.'],
  );
  ends.defer(() => void run('rmi', '--force', image));

  const socket = join(folder, 'podman.sock');
  const service = Bun.spawn([podman, 'system', 'service', '--time=0', `unix://${socket}`], {
    env: environment(),
    stdout: 'ignore',
    stderr: 'ignore',
  });
  ends.defer(async () => {
    service.kill();
    await service.exited;
  });
  await until("podman's API is there", () =>
    Bun.file(socket)
      .stat()
      .then(Boolean, () => false),
  );

  const files = ['-f', join(root, 'compose.yaml'), '-f', override];
  const command = [composer, '--project-name', project, ...files, '--profile', 'tls'];
  const env = { ...environment(), ...secrets(), ...settings, DOCKER_HOST: `unix://${socket}` };
  const compose = (...words: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([...command, ...words], { cwd: root, env });
    if (exitCode !== 0) throw new Error(`docker-compose ${words.join(' ')}: ${stderr.toString()}`);
  };
  ends.defer(() => compose('down', '--volumes', '--timeout=30'));

  return {
    async up() {
      const words = ['up', '--detach', '--no-build'];
      const child = Bun.spawn([...command, ...words], {
        cwd: root,
        env,
        stdout: 'ignore',
        stderr: 'pipe',
      });
      // Without systemd, podman runs no health check by itself.
      while (child.exitCode === null) {
        namesNow().map(isHealthy);
        await Promise.race([child.exited, Bun.sleep(1000)]);
      }
      if (child.exitCode !== 0) throw new Error(await new Response(child.stderr).text());
    },
    down() {
      compose('stop');
      const format =
        '--format={{index .Config.Labels "com.docker.compose.service"}} {{.State.ExitCode}}';
      const codes = run('inspect', ...namesNow(), format).split('\n');
      compose('down');
      return Object.fromEntries(codes.map((line) => line.split(' ')));
    },
    kill: (service) => void run('kill', nameOf(service)),
    start: (service) => void run('start', nameOf(service)),
    folderOf: (volume) =>
      run('volume', 'inspect', `${project}_${volume}`, '--format={{.Mountpoint}}'),
    isHealthy: () =>
      namesNow()
        .filter((name) => name !== nameOf('caddy'))
        .every(isHealthy),
  };
}

const nameOf = (service: string) => `${project}_${service}_1`;
const isHealthy = (name: string) => said('healthcheck', 'run', name).exitCode === 0;

function namesNow(): string[] {
  const ofProject = `label=com.docker.compose.project=${project}`;
  return run('ps', '--all', '--filter', ofProject, '--format={{.Names}}')
    .split('\n')
    .filter((name) => name !== '');
}

function secrets(): Record<string, string> {
  const secret = () => randomBytes(24).toString('hex');
  return { APP_SECRET: secret(), POSTGRES_PASSWORD: secret(), CLICKHOUSE_PASSWORD: secret() };
}

function environment(): Record<string, string> {
  const { PATH = '', HOME = '/root' } = process.env;
  return { PATH, HOME, ...(containersConf === '' ? {} : { CONTAINERS_CONF: containersConf }) };
}

function said(...words: string[]) {
  return Bun.spawnSync([podman, ...words], { cwd: root, env: environment() });
}

/** What podman prints; fails when podman does. */
function run(...words: string[]): string {
  const { exitCode, stdout, stderr } = said(...words);
  if (exitCode !== 0)
    throw new Error(`podman ${words.join(' ')}: ${stderr.toString().slice(-2000)}`);
  return stdout.toString().trim();
}
