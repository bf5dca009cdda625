import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'bun:test';

const root = join(import.meta.dir, '../../..');
const lacking = Bun.which('prlimit') === null || statSync('/proc/self/fd').size === 0;
if (lacking)
  console.log('skipped: scarce descriptors, because prlimit or a counted /proc is missing');

/** Runs a program with a limit of 256 files, under the watch. */
async function watching(program: string): Promise<unknown> {
  const setUp = `
    import { openSync, closeSync, statSync } from 'node:fs';
    import { watchDescriptors } from '#adapters/descriptors/scarcity';
    const taken = [];
    const takeUpTo = (count) => {
      while (statSync('/proc/self/fd').size < count) taken.push(openSync('/dev/null', 'r'));
    };
    const isScarce = watchDescriptors({ log: { warn() {}, info() {} }, onPoll() {} });
    const untilScarce = async () => { while (!isScarce()) await Bun.sleep(5); };
    ${program}`;
  const child = Bun.spawn(['prlimit', '--nofile=256:256', process.execPath, '-e', setUp], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await new Response(child.stdout).text());
}

test.skipIf(lacking)('a connection stays open after the last descriptors were used', async () => {
  const seen = await watching(`
    const before = isScarce();
    takeUpTo(220);
    await untilScarce();
    takeUpTo(254);
    const exhausted = isScarce();
    for (const descriptor of taken.splice(0, 30)) closeSync(descriptor);
    await untilScarce();
    for (const descriptor of taken.splice(0)) closeSync(descriptor);
    console.log(JSON.stringify({ before, exhausted, after: isScarce() }));`);

  expect(seen).toEqual({ before: false, exhausted: false, after: false });
});
