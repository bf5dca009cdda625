import { expect, test } from 'bun:test';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { removePutAside } from '#adapters/embedded/clickhouse/put-aside';
import { dayMs } from '#core/shared/time';
import { cleanUps } from '#tests/support/clean-ups';
import { startClickHouse } from '#tests/support/databases/clickhouse';

const cleanUp = cleanUps();

test('[retention] a part that was put aside as damaged is removed after seven days, and no other part', async () => {
  const server = await startClickHouse();
  cleanUp.add(server.stop);
  const data = join(server.folder, 'clickhouse/data');
  const partsIn = (folder: string) =>
    [...new Bun.Glob(`store/*/*/${folder}`).scanSync({ cwd: data, onlyFiles: false })].map((path) =>
      path.slice(path.lastIndexOf('/') + 1),
    );
  const client = server.client();
  await client.command({ query: 'CREATE TABLE t (n UInt8) ENGINE = MergeTree ORDER BY n' });
  for (const n of [1, 2, 3]) await client.command({ query: `INSERT INTO t VALUES (${n})` });
  await client.command({ query: `ALTER TABLE t DETACH PART 'all_1_1_0'` });
  const [damaged = ''] = new Bun.Glob('store/*/*/all_2_2_0/*.bin').scanSync({ cwd: data });
  truncateSync(join(data, damaged), 0);
  await client.close();
  await server.crashAndRestart();
  expect(partsIn('detached/*').toSorted()).toEqual(['all_1_1_0', 'broken-on-start_all_2_2_0']);

  removePutAside(data, Date.now() + 6 * dayMs);
  const after6Days = partsIn('detached/*');
  removePutAside(data, Date.now() + 8 * dayMs);

  expect(after6Days.toSorted()).toEqual(['all_1_1_0', 'broken-on-start_all_2_2_0']);
  expect(partsIn('detached/*')).toEqual(['all_1_1_0']);
  expect(partsIn('all_3_3_0')).toEqual(['all_3_3_0']);
});
