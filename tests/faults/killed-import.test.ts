import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { beginImport, importOnce, uploadCsv } from '#tests/support/import-file';
import { personAt, signUp } from '#tests/support/person';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';

const rows = 1500;
const dataDir = await startedDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

const aliases = Array.from({ length: rows }, (_, at) => `killed-import-${at}`);
const csv = [
  'url,alias,tags',
  ...aliases.map((alias) => `https://shop.example/${alias},${alias},moved`),
];

test('[import-once] an import whose processes are killed in its middle adds every row exactly once', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const { cookie } = await signUp(waypost.url);
  const before = personAt(waypost.url, cookie);
  const uploaded = await uploadCsv(waypost.url, before, csv.join('\n'));
  await beginImport(before, uploaded, 'check');
  const checked = await importOnce(before, uploaded, ({ state }) => state === 'checked');
  // The answer comes after a second at the latest, when the import still runs.
  const starting = beginImport(before, uploaded, 'start').catch(() => {});
  const seen = await importOnce(
    before,
    uploaded,
    ({ state, doneRows }) => state === 'running' && doneRows > 0,
  );
  await waypost.killTree();
  await starting;

  waypost = await startWaypost({ dataDir: dataDir.path });
  const person = personAt(waypost.url, cookie);
  const done = await importOnce(person, uploaded, ({ state }) => state === 'done');

  expect(checked.counts.created).toBe(rows);
  expect(seen.doneRows).toBeLessThan(rows);
  expect(done).toMatchObject({ doneRows: rows, counts: { created: rows, existing: 0 } });
  const links: { customAlias: string }[] = await (await person.get('/api/links')).json();
  expect(links.map(({ customAlias }) => customAlias).toSorted()).toEqual(aliases.toSorted());
  console.log(`killed after ${seen.doneRows} of ${rows} rows`);
}, 120_000);
