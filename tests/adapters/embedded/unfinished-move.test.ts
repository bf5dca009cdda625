import { expect, test } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  beginMove,
  endMove,
  finishMove,
  hasOwn,
  unfinishedMove,
} from '#adapters/embedded/unfinished-move';
import { tempFolder } from '#tests/support/temp-folder';

const names = ['clickhouse', 'clickhouse.json', 'postgres', 'postgres.json'];

function aDataDir() {
  const folder = tempFolder();
  for (const name of ['postgres', 'clickhouse', 'spool']) mkdirSync(join(folder.path, name));
  for (const name of ['postgres.json', 'clickhouse.json'])
    writeFileSync(join(folder.path, name), '');
  beginMove(folder.path, 'to-servers', 'host/database');
  return folder;
}

test('[moved-whole] a move to servers ends with the own databases aside', () => {
  using folder = aDataDir();
  expect(unfinishedMove(folder.path)).toEqual({ direction: 'to-servers', target: 'host/database' });

  const aside = endMove(folder.path, 'to-servers', 5);

  expect(aside).toBe(join(folder.path, 'moved-5'));
  expect(readdirSync(folder.path).toSorted()).toEqual(['moved-5', 'spool']);
  expect(readdirSync(join(folder.path, 'moved-5')).toSorted()).toEqual(names);
});

test.each([0, 1, 2, 3, 4])(
  '[moved-whole] a move that was killed when %d of the own databases were aside is complete, and ends later',
  (moved) => {
    using folder = aDataDir();
    const ended = join(folder.path, 'moved-5');
    endMove(folder.path, 'to-servers', 5);
    for (const name of names.slice(moved)) renameSync(join(ended, name), join(folder.path, name));
    writeFileSync(join(folder.path, 'move-unfinished'), 'ending\nmoved-5');

    expect(unfinishedMove(folder.path)).toBeNull();
    expect(finishMove(folder.path)).toBe(ended);

    expect(hasOwn(folder.path)).toBe(false);
    expect(readdirSync(ended).toSorted()).toEqual(names);
    expect(existsSync(join(folder.path, 'move-unfinished'))).toBe(false);
    expect(finishMove(folder.path)).toBeNull();
  },
);
