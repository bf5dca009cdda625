import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '#web-build';
import { settingsIn } from '#roots/config/settings-file';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { ended, type Operated } from './operate.ts';
import { killTree } from './processes.ts';

const root = join(import.meta.dir, '../../..');
const parts = ['src', 'web', 'dist', 'migrations', 'clickhouse', 'patches', 'deploy', 'docs'];
const files = ['package.json', 'bun.lock', 'bunfig.toml', 'tsconfig.json'];
/** Of the service. Postgres wants a user with an entry in /etc/passwd: nobody has one everywhere. */
const user = 65_534;
const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];

/**
 * An installation as docs/install.md describes it under systemd, below a temporary folder: sources that
 * belong to root, settings that root alone can read, a DATA_DIR of the service's user. Needs root.
 */
export async function installedService() {
  await buildWeb();
  const folder = tempFolder();
  const place = (...path: string[]) => join(folder.path, ...path);
  const sources = place('opt/waypost');
  chmodSync(folder.path, 0o755);
  for (const path of ['opt/waypost', 'etc', 'bin']) mkdirSync(place(path), { recursive: true });
  for (const path of ['data', 'backups', 'back']) {
    mkdirSync(place(path), { mode: 0o700 });
    chownSync(place(path), user, user);
  }
  for (const name of [...parts, ...files])
    cpSync(join(root, name), join(sources, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'));
  cpSync(process.execPath, place('bin/bun'));
  const settings = place('etc/environment');
  writeFileSync(settings, settingsOf(place('data')), { mode: 0o600 });
  symlinkSync(settings, join(sources, 'waypost.env'));

  return {
    settings,
    user,
    place,
    sourcesFolder: sources,
    start,
    command,
    /** Files and folders of other users below `path`. */
    foreignIn: (path: string) => lines(['find', place(path), '!', '-uid', String(user)]),
    /** The names and times of all files of the installation. */
    sources: () => lines(['find', sources, '-printf', '%p %T@\\n']),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };

  /** Starts the service as its unit does; `env` beside its settings. */
  async function start(env: Record<string, string> = {}) {
    const given = Object.fromEntries(settingsIn(readFileSync(settings, 'utf8')));
    const child = Bun.spawn([...asUser, place('bin/bun'), ...mainOf(sources)], {
      cwd: sources,
      env: { PATH: pathOf(), ...given, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      void (async () => {
        for await (const piece of stream) said += new TextDecoder().decode(piece);
      })();
    const isUp = () => said.includes('Waypost is ready at') || child.exitCode !== null;
    await until('the service is ready', isUp, 60);
    const [, url] = /Waypost is ready at (\S+)/.exec(said) ?? [];
    if (url === undefined) throw new Error(`the service did not start: ${said}`);
    return {
      url,
      stop: () => {
        child.kill('SIGTERM');
        return child.exited;
      },
      killTree: () => killTree(child.pid),
    };
  }

  /** Runs a documented command in the folder of the sources, with a bare environment. */
  async function command(
    line: string,
    { before = [] as readonly string[], env = {} } = {},
  ): Promise<Operated> {
    const child = Bun.spawn([...before, ...line.split(' ')], {
      cwd: sources,
      env: { PATH: pathOf(), HOME: '/root', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return ended(child);
  }

  function pathOf(): string {
    return `${place('bin')}:${process.env['PATH'] ?? ''}`;
  }
}

function settingsOf(dataDir: string): string {
  return `# Of the service
DATA_DIR=${dataDir}
NODE_ENV=production
PORT=0
SPOOL_RESERVE_MB=0
APP_SECRET='a secret with $dollars and a #hash in it'
`;
}

/** The program that the unit starts. */
function mainOf(sources: string): string[] {
  const unit = readFileSync(join(sources, 'deploy/systemd/waypost.service'), 'utf8');
  const [, program = ''] = /^ExecStart=\/usr\/local\/bin\/bun (.+)$/m.exec(unit) ?? [];
  return program.split(' ');
}

function lines(command: string[]): string[] {
  return Bun.spawnSync(command).stdout.toString().trim().split('\n').filter(Boolean);
}

export { asUser };
