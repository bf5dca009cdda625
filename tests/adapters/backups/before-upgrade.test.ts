import { afterAll, expect, test } from 'bun:test';
import {
  beginUpgrade,
  endUpgrade,
  unfinishedUpgrade,
  writeSchema,
} from '#adapters/backups/before-upgrade';
import { tempFolder } from '#tests/support/temp-folder';

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const schemaAt = (count: number) => ({
  postgres: { applied: ['1', '2', '3'].slice(0, count), tables: {}, bytes: 0 },
  clickHouse: { applied: ['a'], tables: {}, bytes: 0 },
});

test('an interrupted upgrade keeps its backup as soon as a migration was applied', () => {
  writeSchema(folder.path, { schema: schemaAt(1), nowMs: 0 });
  expect(unfinishedUpgrade(folder.path, schemaAt(1))).toBeNull();

  beginUpgrade(folder.path, { backup: 'the first', schema: schemaAt(1) });

  // Nothing was applied: an older version may have run since, and the next backup is newer.
  expect(unfinishedUpgrade(folder.path, schemaAt(1))).toBeNull();
  expect(unfinishedUpgrade(folder.path, schemaAt(2))).toBe('the first');
  endUpgrade(folder.path);
  expect(unfinishedUpgrade(folder.path, schemaAt(2))).toBeNull();
});
