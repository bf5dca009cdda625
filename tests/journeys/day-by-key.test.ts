import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { testClickHouse } from '#tests/support/databases/clickhouse';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';
import { scopes } from '#contract/accounts/api-keys';
import { signUpConfirmed } from '#tests/support/person';
import { programOf } from '#tests/support/program';
import { readCsv } from '#tests/support/readers/csv';
import { readParquet } from '#tests/support/readers/parquet';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const dataDir = await startedDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);

const events = await testClickHouse();
cleanUp.add(events.drop);

type CountedRow = {
  readonly dimensions: { readonly link: string };
  readonly metrics: Readonly<Record<'clicks' | 'conversions' | 'revenue', number>>;
};

const csv =
  'Original URL,Alias,Tags\nhttps://shop.example/shoes,,Spring\nhttps://shop.example/hats,,\n';

test('a whole day of a marketer runs by a key alone, and ends in the numbers of the screens', async () => {
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  const owner = await signUpConfirmed(waypost.url, dataDir.path);
  const made = await owner.send('POST', '/api/keys', { name: 'Everything', scopes: [...scopes] });
  const { key } = await made.json();
  const { ask, answered } = programOf(waypost.url, key);

  // Import.
  const uploaded = await answered(201, 'POST', '/imports?name=links.csv', csv, 'text/csv');
  const inState = (state: string) =>
    eventually(
      () => answered(200, 'GET', `/imports/${uploaded.id}`),
      (shown) => shown.state === state,
      30,
    );
  await answered(202, 'POST', `/imports/${uploaded.id}/check`, { mapping: uploaded.mapping });
  await inState('checked');
  await answered(202, 'POST', `/imports/${uploaded.id}/start`);
  expect((await inState('done')).counts.created).toBe(2);

  // Create, tag, and a split test.
  const campaign = await answered(201, 'PUT', '/links', {
    externalId: 'campaign-7',
    originalUrl: 'https://shop.example/a',
    splitTestEnabled: true,
    splitTestUrls: ['https://shop.example/a', 'https://shop.example/b'],
    trackConversions: true,
  });
  const tagged = await answered(200, 'PATCH', `/links/${campaign.id}`, { tags: ['Spring'] });
  expect(tagged.tags).toMatchObject([{ name: 'Spring' }]);
  expect((await answered(200, 'GET', '/tags')).data).toMatchObject([{ name: 'Spring', links: 2 }]);
  const found = await answered(200, 'GET', '/links?tag=Spring');
  expect(found.count).toBe(2);

  // Visits, a sale and its refund. After a start the event store may still be migrated: programs ask
  // again after 503.
  await eventually(
    () => ask('GET', '/conversions?limit=1'),
    ({ status }) => status === 200,
    90,
  );
  for (let n = 0; n < 4; n += 1) await visit(`${waypost.url}/${campaign.shortCode}`);
  const [imported] = found.data.filter(({ id }: { id: string }) => id !== campaign.id);
  await visit(`${waypost.url}/${imported.shortCode}`);
  const sale = { linkId: campaign.id, eventType: 'sale', value: 4999, currency: 'USD' };
  await answered(202, 'POST', '/conversions', { ...sale, orderId: 'A-1' });
  await answered(202, 'POST', '/conversions', { ...sale, value: 1000, orderId: 'A-2' });
  await answered(202, 'POST', '/refunds', { linkId: campaign.id, orderId: 'A-2', value: 1000 });

  // Report.
  const question = {
    metrics: ['clicks', 'conversions', 'revenue'],
    dimensions: ['link'],
    dateRange: '7d',
    orderBy: [['clicks', 'desc']],
  };
  const counted = await eventually(
    () => answered(200, 'POST', '/analytics/query', question),
    ({ totals }) => totals.clicks === 5 && totals.conversions === 2 && totals.revenue === 4999,
    60,
  );
  expect(
    counted.rows.map(({ metrics }: { metrics: { clicks: number } }) => metrics.clicks),
  ).toEqual([4, 1]);

  // The same as files.
  const file = (accept: string) =>
    fetch(`${waypost.url}/api/v1/analytics/query`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
      body: JSON.stringify(question),
    });
  const [heads = [], ...cells] = readCsv(await (await file('text/csv')).text());
  const inCsv = cells.map((line) =>
    Object.fromEntries(heads.map((head, place) => [head, line[place]])),
  );
  const parquet = await file('application/vnd.apache.parquet');
  const inParquet = await readParquet(events.client, parquet);
  const counts: CountedRow[] = counted.rows;
  const numbers = counts.map(({ dimensions, metrics }) => ({ ...dimensions, ...metrics }));
  expect(inParquet).toMatchObject(numbers);
  expect(inParquet).toHaveLength(2);
  expect(inCsv).toMatchObject(
    numbers.map(({ link, clicks, conversions, revenue }) => ({
      ...{ 'Link ID': link, Clicks: `${clicks}`, Conversions: `${conversions}` },
      'Revenue USD': (revenue / 100).toFixed(2),
    })),
  );
  const [running] = (await answered(200, 'GET', `/links/${campaign.id}/split-tests`)).data;
  expect(running.destinations.map(({ visits }: { visits: number }) => visits)).toEqual([2, 2]);

  // The screens say the same.
  const shown = await (await owner.get('/api/analytics?timeRange=7d&tz=UTC')).json();
  expect(shown).toMatchObject({ totalLinks: 3, totalClicks: 5, totalConversions: 2 });
  const listed: { id: string }[] = await (await owner.get('/api/links')).json();
  const ofCampaign = listed.find(({ id }) => id === campaign.id);
  expect(ofCampaign).toMatchObject({ totalClicks: 4, totalConversions: 2, totalRevenue: 4999 });

  // Export.
  const lines = await (await ask('GET', '/exports/links?format=jsonl')).text();
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(listed);
  const links = await (await ask('GET', '/exports/links')).text();
  expect(links).toBe(await (await owner.get('/api/export/links')).text());
  await waypost.stop();
}, 240_000);
