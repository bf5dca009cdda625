import { expect, test } from 'bun:test';
import { closeSync, constants, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { buildWeb } from '#web-build';
import { cleanUps } from '#tests/support/clean-ups';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { signUp } from '#tests/support/person';
import { killTree, signal } from '#tests/support/processes/processes';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { inParallel, visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';

const cleanUp = cleanUps();

/** A Waypost whose standard streams a shell has redirected, for example to `>/dev/full`. */
async function startRedirected(streams: string) {
  const dataDir = await startedDataDir();
  cleanUp.add(dataDir.remove);
  const port = await freePort();
  await buildWeb();
  const child = Bun.spawn(['sh', '-c', `exec "$0" src/main.ts ${streams}`, process.execPath], {
    cwd: join(import.meta.dir, '../..'),
    env: { PATH: process.env['PATH'] ?? '', PORT: String(port), DATA_DIR: dataDir.path },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  cleanUp.add(async () => {
    killTree(child.pid);
    await child.exited;
  });
  const url = `http://localhost:${port}`;
  return { child, url };
}

async function untilReady(url: string): Promise<void> {
  await eventually(
    async () => {
      const answer: { status: string } = await (await fetch(`${url}/readyz`)).json();
      return answer.status;
    },
    (status) => status === 'ready',
    60,
  );
}

/** Sends requests that are each logged. */
async function askMuch(url: string, count: number): Promise<void> {
  await inParallel({ count, parallel: 8 }, async () => {
    await (await fetch(`${url}/api/auth/user`)).arrayBuffer();
  });
}

test.skipIf(!existsSync('/dev/full'))(
  '[log-never-blocks] a log on a full disk stops nothing, from the start on, with errors closed as well (needs /dev/full)',
  async () => {
    const { child, url } = await startRedirected('>/dev/full 2>&-');
    await untilReady(url);
    const owner = await signUp(url);
    const link = await owner.createLink({ originalUrl: 'https://shop.example/' });

    await askMuch(url, 50);
    const answer = await visit(`${url}/${link.shortCode}`);

    expect(answer.status).toBe(302);
    expect((await numbersOnceCounted(owner, 1, 20)).totalClicks).toBe(1);
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  },
  90_000,
);

test('[log-never-blocks] a log reader that stops, disconnects and returns blocks nothing and continues', async () => {
  using folder = tempFolder();
  const pipe = join(folder.path, 'log');
  expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
  const read = () => Bun.spawn(['cat', pipe], { stdio: ['ignore', 'pipe', 'ignore'] });
  const first = read();
  const { child, url } = await startRedirected(`>${pipe}`);
  await untilReady(url);
  const owner = await signUp(url);
  const link = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const follow = async () => (await visit(`${url}/${link.shortCode}`)).status;

  signal(first.pid, 'SIGSTOP');
  // More than the pipe and the memory for lines hold.
  await askMuch(url, 4000);
  expect(await follow()).toBe(302);
  signal(first.pid, 'SIGKILL');
  await first.exited;
  await askMuch(url, 100);
  expect(await follow()).toBe(302);

  const second = read();
  cleanUp.add(() => second.kill('SIGKILL'));
  let said = '';
  void (async () => {
    for await (const piece of second.stdout) said += new TextDecoder().decode(piece);
  })();
  await until('lost lines are told to the new reader', async () => {
    await askMuch(url, 1);
    return /"lines":[1-9]\d*,"event":"log lines were lost"/.test(said);
  });
  expect((await numbersOnceCounted(owner, 2, 20)).totalClicks).toBe(2);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK));
}, 120_000);
