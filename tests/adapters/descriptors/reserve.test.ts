import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { tempFolder } from '#tests/support/temp-folder';

const root = join(import.meta.dir, '../../..');
const isMissing = Bun.which('prlimit') === null;

/** Runs a program with a limit of 96 files, all of them open except a reserve of 8. */
async function exhausted(program: string): Promise<unknown> {
  using folder = tempFolder();
  const setUp = `
    import { openSync, closeSync, readdirSync } from 'node:fs';
    import { holdDescriptors, waitForDescriptors, areThereDescriptors } from '#adapters/descriptors/reserve';
    const descriptors = holdDescriptors(8);
    const folder = ${JSON.stringify(folder.path)};
    const taken = [];
    const takeAll = () => { try { for (;;) taken.push(openSync('/dev/null', 'r')); } catch { return; } };
    const create = (name) => descriptors.open(() => openSync(folder + '/' + name, 'ax'));
    const attempt = (work) => { try { work(); return 'done'; } catch (error) { return error.code; } };
    takeAll();
    ${program}`;
  const child = Bun.spawn(['prlimit', '--nofile=96:96', process.execPath, '-e', setUp], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(await new Response(child.stdout).text());
}

test.skipIf(isMissing)(
  'files can be opened from the reserve when no descriptor is left',
  async () => {
    const seen = await exhausted(`
    const plain = attempt(() => openSync('/dev/null', 'r'));
    const opened = Array.from({ length: 9 }, (_, index) => attempt(() => create('file-' + index)));
    console.log(JSON.stringify({ plain, opened }));`);

    expect(seen).toEqual({ plain: 'EMFILE', opened: [...Array(8).fill('done'), 'EMFILE'] });
  },
);

test.skipIf(isMissing)('a folder can be listed from the reserve repeatedly', async () => {
  const seen = await exhausted(`
    create('file');
    const listed = Array.from({ length: 100 }, () => descriptors.open(() => readdirSync(folder)).length);
    console.log(JSON.stringify(listed));`);

  expect(seen).toEqual(Array(100).fill(1));
});

test.skipIf(isMissing)('the reserve is filled again when a file is closed', async () => {
  const seen = await exhausted(`
    const first = create('first');
    const before = areThereDescriptors(1);
    closeSync(first);
    descriptors.closed();
    const after = areThereDescriptors(1);
    console.log(JSON.stringify({ before, after }));`);

  expect(seen).toEqual({ before: false, after: false });
});

test.skipIf(isMissing)(
  'a thread that may wait gets its file after another file is closed',
  async () => {
    const seen = await exhausted(`
    const patient = waitForDescriptors({ open: (work) => work(), closed() { closeSync(taken.pop()); } });
    const file = patient.open(() => openSync(folder + '/late', 'ax'));
    console.log(JSON.stringify({ isOpen: file > 0 }));`);

    expect(seen).toEqual({ isOpen: true });
  },
);
