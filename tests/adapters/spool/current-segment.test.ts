import { expect, test } from 'bun:test';
import { currentSegment } from '#adapters/spool/current-segment';
import { noDiskReserve } from '#adapters/spool/reserve/reserve';
import { diskIo } from '#adapters/spool/segment-io';
import { tempFolder } from '#tests/support/temp-folder';

test('data that lines depend on is synced even after their segment was handed over', async () => {
  using folder = tempFolder();
  let syncs = 0;
  const current = currentSegment({
    folder: folder.path,
    kind: 'clicks',
    newBatch: () => crypto.randomUUID(),
    onSync: () => {
      syncs += 1;
      return Promise.resolve();
    },
    onSyncFailure: () => {},
    post: () => {},
    io: diskIo,
    reserve: noDiskReserve,
  });
  current.segmentFor(20_000, 1).write('a line\n', 1);
  current.leave();

  await current.sync();

  expect(syncs).toBe(1);
});
