import { expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '#config';
import { settingsIn } from '#roots/config/settings-file';
import { cleanUps } from '#tests/support/clean-ups';
import { signUpAs } from '#tests/support/person';
import { killTree } from '#tests/support/processes/processes';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { trials } from '#tests/support/readers/command-list';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

const root = join(import.meta.dir, '../../..');
const cleanUp = cleanUps();
const isThere = Bun.spawnSync(['git', 'rev-parse', 'HEAD'], { cwd: root }).exitCode === 0;
const ran = new Set<string>();

/** `dataDir` is a link to a folder that can be in memory; `url` is that of a started Waypost. */
type Place = { readonly folder: string; readonly dataDir: string; readonly url?: string };

/** A folder for what the commands name by paths of an operator's machine, with Bun as `bun`. */
async function aPlace(): Promise<Place> {
  const folder = tempFolder();
  cleanUp.add(() => folder[Symbol.dispose]());
  for (const path of ['bin', 'home', 'etc/systemd/system', 'opt', 'var/lib']) {
    mkdirSync(join(folder.path, path), { recursive: true });
  }
  symlinkSync(process.execPath, join(folder.path, 'bin/bun'));
  const { path, remove } = await newDataDir();
  cleanUp.add(remove);
  const dataDir = join(folder.path, 'var/lib/waypost');
  symlinkSync(path, dataDir);
  return { folder: folder.path, dataDir };
}

function environment({ folder, dataDir }: Place): Record<string, string> {
  return {
    PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
    HOME: join(folder, 'home'),
    DATA_DIR: dataDir,
    PORT: '0',
    SPOOL_RESERVE_MB: '0',
  };
}

/** The command with paths below the folder, for the Waypost that the test has started. */
function here(command: string, { folder, url = 'no Waypost' }: Place): string {
  return command
    .replaceAll(/(^|[\s=>])(\/(?:mnt|srv|opt|etc)\/)/g, `$1${folder}$2`)
    .replaceAll(' /var/lib/', ` ${folder}/var/lib/`)
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll(/\bPLACE\b/g, join(folder, 'mnt/backups'));
}

/** Runs a documented command in a shell, as it is written but for its paths. */
async function run(command: string, place: Place) {
  expect(trials[command]).toEqual({ runs: true });
  ran.add(command);
  const shell = Bun.spawn(['bash', '-euc', here(command, place)], {
    cwd: root,
    env: environment(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err] = await Promise.all([
    new Response(shell.stdout).text(),
    new Response(shell.stderr).text(),
  ]);
  return { command, code: await shell.exited, out, err };
}

async function succeeds(command: string, place: Place): Promise<string> {
  const { code, out, err } = await run(command, place);
  expect({ command, code, err: code === 0 ? '' : err }).toEqual({ command, code: 0, err: '' });
  return out;
}

test('[manuals] the commands for a running Waypost work as they are written', async () => {
  const empty = await aPlace();
  const waypost = await startWaypost({ dataDir: empty.dataDir, withinSeconds: 120 });
  cleanUp.add(() => waypost.killTree());
  const place = { ...empty, url: waypost.url };
  symlinkSync(root, join(place.folder, 'opt/waypost'));
  await signUpAs(waypost.url, 'ada@example.com');

  for (const help of ['bun run admin', 'bun run admin help']) {
    expect(await succeeds(help, place)).toContain('find TEXT');
  }
  expect(await succeeds('bun run admin find ada@', place)).toContain('ada@example.com');
  const acted = await succeeds('bun run admin access ada@example.com 2030-12-31', place);
  expect(acted).toContain('trial until 2030-12-31');
  expect(await succeeds('bun run admin mails ada@example.com', place)).toContain('mails are due');
  const disabled = await succeeds('bun run admin disable ada@example.com', place);
  expect(disabled).toContain('disabled since');
  expect(await succeeds('bun run admin messages', place)).toContain(
    'Nobody has written to support',
  );
  expect(await succeeds('bun run admin reports', place)).toContain('No link was reported');
  const moved = await succeeds('bun run admin new-stripe-account', place);
  expect(moved).toContain('Payments resume');
  expect(await succeeds('bun run admin new-secret', place)).toContain('keeps its APP_SECRET');
  expect(await succeeds('bun start --dry-run', place)).toContain('Postgres is up to date');

  expect(await succeeds('bun run backup /mnt/backups', place)).toContain(
    ' is complete: 1 accounts',
  );
  expect(await succeeds('bun run backup PLACE', place)).toContain(' is complete: 1 accounts');
  const listed = await succeeds('bun run backup list /mnt/backups', place);
  expect(listed.trim().split('\n')).toEqual([
    expect.stringContaining('1 accounts'),
    expect.stringContaining('1 accounts'),
  ]);
  expect(await succeeds('bun run backup verify /mnt/backups', place)).toContain(' is good: ');
  expect(await succeeds('bun run backup verify PLACE', place)).toContain(' is good: ');
  expect((await succeeds('bun run backup key', place)).trim().length).toBeGreaterThan(31);
  await nightOf(place);
  await waypost.stop();
  const restored = await succeeds('DATA_DIR=/srv/waypost bun run restore /mnt/backups', place);
  expect(restored).toContain('is restored: 1 accounts');
  expect(existsSync(join(place.folder, 'srv/waypost/postgres'))).toBe(true);
  expect(
    await succeeds(
      'CLICKHOUSE_URL=http://127.0.0.1:8123/waypost CLICKHOUSE_CLUSTER=events bun run admin schema',
      place,
    ),
  ).toContain('ON CLUSTER `events`');

  await succeeds('mv /var/lib/waypost /var/lib/waypost-lost', place);
  expect(await succeeds('cd /opt/waypost && bun run restore /mnt/backups', place)).toContain(
    'is restored: 1 accounts',
  );
  const [lost, kept] = ['waypost-lost/spool', 'waypost/spool'].map((path) =>
    join(place.folder, 'var/lib', path),
  );
  const segment = `clicks.2026-11-27.${crypto.randomUUID()}.sealed`;
  writeFileSync(join(lost ?? '', segment), '');
  mkdirSync(kept ?? '');
  await succeeds(
    String.raw`find /var/lib/waypost-lost/spool -maxdepth 1 -type f \( -name 'clicks.*' -o -name 'conversions.*' \) -exec cp -an -t /var/lib/waypost/spool {} +`,
    place,
  );
  expect(readdirSync(kept ?? '')).toEqual([segment]);
}, 600_000);

/** The commands of docs/three-in-the-morning.md while Waypost runs. */
async function nightOf(place: Place): Promise<void> {
  const metrics = 'curl -sS http://127.0.0.1:3000/metrics | grep -E';
  expect(await succeeds('curl -sS http://127.0.0.1:3000/readyz', place)).toContain(
    '"postgres":"up"',
  );
  expect(await succeeds(`${metrics} '^waypost_spool_dropped_total'`, place)).toContain('disk_full');
  const account = await succeeds(`${metrics} '^waypost_(spool|dead_letter|drain)'`, place);
  for (const name of [
    'waypost_spool_events',
    'waypost_spool_unaccounted_events',
    'waypost_dead_letter_files',
    'waypost_drain_failing',
  ]) {
    expect(account).toContain(name);
  }
  for (const looking of [
    'df -h /var/lib/waypost',
    'df -i /var/lib/waypost',
    'df -h /mnt/backups',
    'du -xh --max-depth=1 /var/lib/waypost',
    'tail -n 20 /var/lib/waypost/postgres.log',
    'date -u',
    'ss -ltnp',
  ]) {
    expect([looking, await succeeds(looking, place)]).toEqual([
      looking,
      expect.stringMatching(/./),
    ]);
  }
  await succeeds('cp -a /var/lib/waypost/spool /var/lib/waypost-spool-copy', place);
  mkdirSync(join(place.dataDir, 'before-upgrade'));
  await succeeds('rm -r /var/lib/waypost/before-upgrade', place);

  const inFolder = 'cd /opt/waypost &&';
  expect(await succeeds(`${inFolder} bun run backup /mnt/backups`, place)).toContain('is complete');
  expect(await succeeds(`${inFolder} bun run backup list /mnt/backups`, place)).toContain(
    '1 accounts',
  );
  expect(await succeeds(`${inFolder} bun run admin confirm-clock`, place)).toContain('believed');
  expect(await succeeds(`${inFolder} bun run admin new-secret`, place)).toContain('next start');
}

test.skipIf(!isThere)(
  '[manuals] the commands of the installation work in a folder with the sources, without those that change the machine',
  async () => {
    const place = await aPlace();
    const sources = join(place.folder, 'opt/waypost');
    mkdirSync(sources);
    const archive = Bun.spawnSync(['git', 'archive', '--format=tar', 'HEAD'], { cwd: root });
    Bun.spawnSync(['tar', '-x', '-C', sources], { stdin: archive.stdout });

    await succeeds('cd /opt/waypost && bun install --frozen-lockfile && bun run build', place);
    await succeeds('mkdir -p /etc/waypost', place);
    await succeeds(
      "printf 'DATA_DIR=/var/lib/waypost\\nNODE_ENV=production\\nAPP_URL=https://go.example.com\\nTRUSTED_PROXIES=127.0.0.1\\n' > /etc/waypost/environment",
      place,
    );
    await succeeds('chmod 600 /etc/waypost/environment', place);
    await succeeds('ln -s /etc/waypost/environment /opt/waypost/waypost.env', place);
    await succeeds('cp /opt/waypost/deploy/systemd/waypost.service /etc/systemd/system/', place);
    await succeeds('mkdir -p /mnt/backups /etc/systemd/system/waypost.service.d', place);
    await succeeds(
      "printf '[Service]\\nReadWritePaths=/mnt/backups\\n' > /etc/systemd/system/waypost.service.d/backups.conf",
      place,
    );

    const unit = readFileSync(join(place.folder, 'etc/systemd/system/waypost.service'), 'utf8');
    expect(unit).toMatch(/^EnvironmentFile=-?\/etc\/waypost\/environment$/m);
    const settings = settingsIn(readFileSync(join(sources, 'waypost.env'), 'utf8'));
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({
      dataDir: '/var/lib/waypost',
      isProduction: true,
      appUrl: 'https://go.example.com',
      trustedProxies: ['127.0.0.1'],
    });

    const developing = Bun.spawn(['bun', 'run', 'dev'], {
      cwd: sources,
      env: environment(place),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp.add(() => killTree(developing.pid));
    let said = '';
    void (async () => {
      for await (const piece of developing.stdout) said += new TextDecoder().decode(piece);
    })();
    await until('the development server is ready', () => said.includes('Waypost is ready at'), 120);
    killTree(developing.pid);
    await developing.exited;
  },
  600_000,
);

test('[manuals] no command that the list promises to be run here was left out', () => {
  const promised = Object.entries(trials).filter(([, trial]) => 'runs' in trial);
  const missing = promised.map(([command]) => command).filter((command) => !ran.has(command));

  expect(missing).toEqual([]);
});
