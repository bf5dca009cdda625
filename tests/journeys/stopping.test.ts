import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildWeb } from '#web-build';
import { cleanUps } from '#tests/support/clean-ups';
import {
  descendantRunning,
  isRunning,
  processTree,
  signal,
} from '#tests/support/processes/processes';
import { rawConnection } from '#tests/support/processes/raw-connection';
import { until } from '#tests/support/until';
import { startedDataDir } from '#tests/support/processes/started-data-dir';

const cleanUp = cleanUps();
const root = join(import.meta.dir, '../..');
const bun = process.execPath;
const npx = Bun.which('npx');
if (npx === null) console.log('skipped: one stop under npx, because npm is not installed');

const dataDir = await startedDataDir();
cleanUp.add(dataDir.remove);

/** Starts Waypost by a command line in its own process group, as a terminal does. */
async function startBy(command: readonly string[]) {
  await buildWeb();
  const child = Bun.spawn([...command], {
    cwd: root,
    env: {
      PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      HOME: dataDir.path,
      PORT: '0',
      DATA_DIR: dataDir.path,
      // Hundreds of MB per start are more than a test needs.
      SPOOL_RESERVE_MB: '0',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  void (async () => {
    for await (const piece of child.stdout) output += new TextDecoder().decode(piece);
  })();
  const begun = new Set<number>();
  cleanUp.add(() => {
    for (const pid of begun) signal(pid, 'SIGKILL');
  });
  await until('Waypost is ready', () => output.includes('Waypost is ready'), 90);
  for (const pid of processTree(child.pid)) begun.add(pid);
  const port = Number(/Waypost is ready at http:\/\/localhost:(\d+)/.exec(output)?.[1]);
  const application = [...begun].find((pid) => isApplication(pid)) ?? child.pid;
  return { child, begun, port, application };
}

type Started = Awaited<ReturnType<typeof startBy>>;

function isApplication(pid: number): boolean {
  const command = processCommand(pid);
  return /src\/(main|launch\/start)\.ts/.test(command);
}

function processCommand(pid: number): string {
  return Bun.spawnSync(['ps', '-o', 'args=', '-p', String(pid)]).stdout.toString();
}

async function untilAllGone({ begun }: Started, seconds = 20): Promise<void> {
  const left = () => [...begun].filter(isRunning);
  await until('everything has ended', () => left().length === 0, seconds).catch(
    (error: unknown) => {
      throw new Error(`${String(error)}: ${left().map(processCommand).join('; ')}`);
    },
  );
}

/** Whether Postgres has shut down cleanly. */
function wasStoppedWell(): boolean {
  return !existsSync(join(dataDir.path, 'postgres', 'postmaster.pid'));
}

/** npm exits with 130 after an interrupt, independent of its command's exit code. */
const commands = [
  { name: 'bun start', command: [bun, 'start'], isMissing: false, exitCode: 0 },
  {
    name: 'npx bun start',
    command: ['npx', '--no-install', 'bun', 'start'],
    isMissing: npx === null,
    exitCode: 130,
  },
];

for (const { name, command, isMissing, exitCode } of commands) {
  test.skipIf(isMissing)(
    `Ctrl-C, for ${name} and all its children, is one graceful stop`,
    async () => {
      const started = await startBy(command);

      process.kill(-started.child.pid, 'SIGINT');

      await untilAllGone(started);
      expect(wasStoppedWell()).toBe(true);
      expect(await started.child.exited).toBe(exitCode);
    },
    120_000,
  );
}

test('signals within two seconds count as one; a later one ends the application immediately @more', async () => {
  const started = await startBy([bun, 'src/main.ts']);
  const slow = rawConnection(started.port);
  cleanUp.add(slow.reset);
  // Only a write from the application's own pages waits for its body.
  const host = `localhost:${started.port}`;
  const head = `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n`;
  slow.say(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  await fetch(`http://localhost:${started.port}/healthz`);

  const firstAt = performance.now();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) signal(started.child.pid, name);
  while (performance.now() - firstAt < 2200) {
    expect(isRunning(started.child.pid)).toBe(true);
    await Bun.sleep(50);
  }
  // A busy application gets the first signal late, and its two seconds begin then.
  await until('it has ended', () => !signal(started.child.pid, 'SIGINT'));

  expect(await started.child.exited).toBe(1);
  // After 20 s the stop would have ended with 1 by itself.
  expect(performance.now() - firstAt).toBeLessThan(15_000);
  await untilAllGone(started, 30);
}, 120_000);

test('[engines-end] SIGKILL of the application leaves no Postgres and no ClickHouse', async () => {
  const started = await startBy([bun, 'src/main.ts']);
  expect(descendantRunning(started.child.pid, 'clickhouse/child.ts')).toBeGreaterThan(0);

  signal(started.child.pid, 'SIGKILL');

  await untilAllGone(started, 30);
  expect(wasStoppedWell()).toBe(true);
}, 120_000);

test('[engines-end] SIGKILL of its launcher stops the application with all that it started', async () => {
  const started = await startBy([bun, 'start']);
  expect(started.application).not.toBe(started.child.pid);

  signal(started.child.pid, 'SIGKILL');

  await untilAllGone(started, 30);
  expect(wasStoppedWell()).toBe(true);
}, 120_000);
