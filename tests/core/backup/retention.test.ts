import { expect, test } from 'bun:test';
import { begunBefore, outdated } from '#core/backup/retention';

const ids = ['20261103T000000Z-c', '20261101T000000Z-a', '20261102T000000Z-b'];

const nowMs = Date.UTC(2026, 10, 3);

test('the oldest backups are outdated, and at least one always stays', () => {
  expect(outdated(ids, { keep: 2, nowMs })).toEqual(['20261101T000000Z-a']);
  expect(outdated(ids, { keep: 3, nowMs })).toEqual([]);
  expect(outdated(ids, { keep: 0, nowMs })).toEqual(['20261101T000000Z-a', '20261102T000000Z-b']);
  expect(outdated([], { keep: 1, nowMs })).toEqual([]);
});

test('[backup-whole] a backup that a wrong clock dated ahead does not make the newest one outdated', () => {
  const ahead = '20990101T000000Z-d';

  expect(outdated([...ids, ahead], { keep: 1, nowMs })).toEqual([
    '20261101T000000Z-a',
    '20261102T000000Z-b',
  ]);
  expect(outdated([ahead], { keep: 1, nowMs })).toEqual([]);
});

test('backups that began before a time are found by their ids', () => {
  const begun = ['20261101T000000Z-aaaaaa', '20261123T000000Z-bbbbbb'];

  expect(begunBefore(begun, Date.UTC(2026, 10, 2))).toEqual(begun.slice(0, 1));
  expect(begunBefore(begun, Date.UTC(2026, 9, 2))).toEqual([]);
});
