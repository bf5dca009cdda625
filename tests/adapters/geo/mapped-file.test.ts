import { expect, test } from 'bun:test';
import { readFileSync, renameSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mappedFile } from '#adapters/geo/mapped-file';
import { tempFolder } from '#tests/support/temp-folder';

test('a mapped file has the bytes of the file, also after another file took its name', () => {
  using folder = tempFolder();
  const path = join(folder.path, 'data');
  const content = Buffer.from('one page and a bit of the next '.repeat(200));
  writeFileSync(path, content, { mode: 0o400 });
  const mapped = mappedFile(path);
  writeFileSync(join(folder.path, 'other'), 'short');
  renameSync(join(folder.path, 'other'), path);

  expect(mapped.equals(content)).toBe(true);
});

test('a file that is missing, empty or a folder cannot be mapped', () => {
  using folder = tempFolder();
  const empty = join(folder.path, 'empty');
  writeFileSync(empty, '');

  expect(() => mappedFile(join(folder.path, 'missing'))).toThrow('ENOENT');
  expect(() => mappedFile(empty)).toThrow('cannot be mapped');
  expect(() => mappedFile(folder.path)).toThrow('cannot be mapped');
});

test.skipIf(process.platform !== 'linux')(
  'a mapped file takes memory only for the pages that are read',
  () => {
    using folder = tempFolder();
    const path = join(folder.path, 'large');
    writeFileSync(path, '');
    truncateSync(path, 64 * 1024 * 1024);
    const residentKb = () => {
      const [, mapping = ''] = readFileSync('/proc/self/smaps', 'utf8').split(path);
      return Number(/^Rss: +(\d+) kB$/m.exec(mapping)?.[1]);
    };
    const mapped = mappedFile(path);
    const atFirst = residentKb();

    expect(mapped.at(-1)).toBe(0);
    expect(atFirst).toBe(0);
    expect(residentKb()).toBeGreaterThan(0);
    expect(residentKb()).toBeLessThan(8192);
  },
);
