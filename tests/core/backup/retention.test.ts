import { expect, test } from 'bun:test';
import { outdated } from '#core/backup/retention';

const ids = ['20261103T000000Z-c', '20261101T000000Z-a', '20261102T000000Z-b'];

test('the oldest backups are outdated, and at least one always stays', () => {
  expect(outdated(ids, 2)).toEqual(['20261101T000000Z-a']);
  expect(outdated(ids, 3)).toEqual([]);
  expect(outdated(ids, 0)).toEqual(['20261101T000000Z-a', '20261102T000000Z-b']);
  expect(outdated([], 1)).toEqual([]);
});
