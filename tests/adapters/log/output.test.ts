import { expect, test } from 'bun:test';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { openOutput } from '#adapters/log/output';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';

/** Reads the available bytes without waiting; empty when there are none. */
function readNow(fd: number): string {
  const bytes = Buffer.alloc(1 << 20);
  try {
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  } catch {
    return '';
  }
}

test('lines that no reader takes are buffered, then counted, and written again for the next reader', async () => {
  using folder = tempFolder();
  const pipe = join(folder.path, 'pipe');
  Bun.spawnSync(['mkfifo', pipe]);
  const openReader = () => openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const first = openReader();
  const fd = openSync(pipe, 'w');
  const recovered: number[] = [];
  const output = openOutput((lines) => recovered.push(lines), fd);
  output.write('one\n');
  await output.flush();
  expect(readNow(first)).toBe('one\n');

  closeSync(first);
  const line = `${'x'.repeat(999)}\n`;
  for (let each = 0; each < 400; each++) output.write(line);
  await output.flush();
  const lost = output.lostLines();
  expect(lost).toBeGreaterThan(100);
  expect(lost).toBeLessThan(400);

  const second = openReader();
  let heard = '';
  // As long as the others: it does not fit either, but it makes the waiting lines go out.
  output.write(line);
  await until('the next reader has what was held', () => {
    heard += readNow(second);
    return recovered.length > 0;
  });
  output.write('three\n');
  await until('the next reader has the line after it', () => {
    heard += readNow(second);
    return heard.endsWith('three\n');
  });

  expect(recovered).toEqual([output.lostLines()]);
  expect(heard.split('\n').filter((each) => each === 'x'.repeat(999)).length).toBe(400 - lost);
  closeSync(second);
  closeSync(fd);
});
