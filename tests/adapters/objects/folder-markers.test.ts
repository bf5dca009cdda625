import { afterAll, expect, test } from 'bun:test';
import { diskObjects } from '#adapters/objects/disk';
import { folderMarkers } from '#adapters/objects/folder-markers';
import { otherInstances, postgresInstance } from '#adapters/postgres/instances';
import { minuteMs } from '#core/shared/time';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

test('[several-instances] instances that run are known, and those with the same folder by their marks', async () => {
  const [own, other, gone] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const report = (id: string, seenAtMs: number) =>
    postgresInstance(sql, id)({ seenAtMs, oldestUnsentMs: null });
  await Promise.all([own, other].map((id) => report(id, Date.now())));
  await report(gone, Date.now() - minuteMs);
  using folder = tempFolder();
  using elsewhere = tempFolder();

  expect(await otherInstances(sql, own)).toEqual([other]);
  expect(await folderMarkers(folder.path, own)).toEqual(new Set([own]));
  expect(await folderMarkers(elsewhere.path, other)).toEqual(new Set([other]));
  expect(await folderMarkers(folder.path, other)).toEqual(new Set([own, other]));
  expect(await folderMarkers(folder.path, own)).toEqual(new Set([own, other]));
  expect(await diskObjects(folder.path).keys()).toEqual([]);
});
