import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUps } from '#tests/support/clean-ups';

const cleanUp = cleanUps();
const source = join(import.meta.dir, '../../../src/adapters/backups/data-folder.ts');

/** Writes a file of 3 MB in a process that may write files of 1 MB: like a disk that becomes full. */
const program = `
  import { statSync } from 'node:fs';
  import { writeFiles } from ${JSON.stringify(source)};
  const file = { name: 'files/1', bytes: 1, sha256: '' };
  const kept = { path: 'spool/clicks', lines: 1, fingerprint: null, file };
  async function* get() { yield new Uint8Array(3 << 20).fill(0x61); }
  const error = await writeFiles(process.argv[1], { files: [kept], get }).catch((e) => e);
  console.log(statSync(process.argv[1] + '/spool/clicks').size, error?.code ?? 'written');
`;

test('[backup-whole] a restore fails when the disk takes only a part of a file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-small-'));
  cleanUp.add(() => rmSync(folder, { recursive: true }));
  const limited = `trap '' XFSZ; ulimit -f "$1"; shift; exec "$@"`;
  const oneMegabyte = String((1 << 20) / 512);

  const child = Bun.spawn(
    ['sh', '-c', limited, 'sh', oneMegabyte, process.execPath, '-e', program, folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );

  expect((await new Response(child.stdout).text()).trim()).toBe(`${1 << 20} EFBIG`);
}, 30_000);
