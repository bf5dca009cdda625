import { expect, test } from 'bun:test';
import { scopes } from '#contract/accounts/api-keys';
import { conversionTypes } from '#contract/webhooks/event-types';
import { cleanUps } from '#tests/support/clean-ups';
import { signUpConfirmed } from '#tests/support/person';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';
import { programOf } from '#tests/support/program';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';

const dataDir = await startedDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);

type Sale = {
  readonly id: string;
  readonly orderId: string | null;
  readonly value: number;
  readonly isRefund: boolean;
  readonly isRemoved: boolean;
  readonly updatedAt: string;
  readonly source: string;
  readonly trust: string;
};

async function start() {
  const waypost = await startWaypost({
    dataDir: dataDir.path,
    env: { WEBHOOKS_IN: '127.0.0.0/8' },
  });
  cleanUp.add(() => waypost.killTree());
  const { url } = waypost;
  const owner = await signUpConfirmed(url, dataDir.path);
  const made = await owner.send('POST', '/api/keys', { name: 'Warehouse', scopes: [...scopes] });
  const key: string = (await made.json()).key;
  const { answered } = programOf(url, key);
  const { id: linkId, shortCode } = await owner.createLink({
    originalUrl: 'https://shop.example/',
    trackConversions: true,
  });
  const { secret } = await answered(200, 'GET', `/links/${linkId}/postback`);
  const landed = await visit(`${url}/${shortCode}`);
  const cid = new URL(landed.headers.get('location') ?? '').searchParams.get('wp_cid') ?? '';

  const told = webhookReceiver();
  await answered(201, 'POST', '/webhooks', { url: told.url, events: [...conversionTypes] });

  const sale = (orderId: string) => ({ linkId, value: 1000, orderId });
  const postback = (orderId: string, more: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/postback?link=${shortCode}&value=10.00&order_id=${orderId}${more}`, {
      headers,
    });
  /** Each reports ten dollars of an order. The script requests the image. */
  const ways = {
    image: (orderId: string) =>
      visit(`${url}/api/track/${shortCode}?value=10.00&order_id=${orderId}`),
    script: (orderId: string) =>
      visit(`${url}/api/track/_?value=10.00&order_id=${orderId}&cid=${cid}`),
    secret: (orderId: string) => postback(orderId, `&secret=${secret}`),
    key: (orderId: string) => postback(orderId, '', { authorization: `Bearer ${key}` }),
    api: (orderId: string) => answered(202, 'POST', '/conversions', sale(orderId)),
    batch: (orderId: string) =>
      answered(200, 'POST', '/conversions/batch', { conversions: [sale(orderId), sale(orderId)] }),
  };
  /** All pages of what has changed since `sinceMs`, in small pages. */
  const changes = async (sinceMs: number): Promise<readonly Sale[]> => {
    const rows: Sale[] = [];
    const since = new Date(sinceMs).toISOString();
    let cursor = '';
    do {
      // oxlint-disable-next-line no-await-in-loop
      const page = await answered(
        200,
        'GET',
        `/conversions?updatedSince=${since}&sort=updatedAt&order=asc&limit=3${cursor}`,
      );
      rows.push(...page.data);
      cursor = page.nextCursor === null ? '' : `&cursor=${page.nextCursor}`;
    } while (cursor !== '');
    return rows;
  };
  return { waypost, owner, answered, linkId, ways, changes, told };
}

/** What a webhook was told: the conversions of each kind of event. */
function webhookReceiver() {
  const got = new Map<string, { type: string; conversionId: string }>();
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { id, type, data } = await request.json();
      got.set(id, { type, conversionId: data.conversion.id });
      return new Response(null, { status: 204 });
    },
  });
  cleanUp.add(() => server.stop(true));
  return {
    url: `http://127.0.0.1:${server.port}/`,
    of: (wanted: string) =>
      [...got.values()]
        .flatMap(({ type, conversionId }) => (type === wanted ? [conversionId] : []))
        .toSorted(),
  };
}

test('[sales-once] a sale that is reported in each way is told once by a webhook and once to a copy, which has the numbers of the screens', async () => {
  const { waypost, owner, answered, linkId, ways, changes, told } = await start();

  // Each way reports an order of its own twice, and all of them report the same one.
  for (const [name, report] of Object.entries(ways)) {
    for (const order of [name, name, 'shared']) await report(order);
  }
  // A person enters two sales by hand, at the address of the API and at that of the web app.
  const byHand = { linkId, eventType: 'sale', value: 1000, currency: 'USD' };
  await owner.send('POST', '/api/v1/conversions?wait=true', byHand);
  await owner.send('POST', '/api/conversions', byHand);
  // Refunds by the postback and by the API, each twice.
  for (const _ of ['once', 'again']) {
    await answered(202, 'POST', '/refunds', { linkId, orderId: 'api', value: 400 });
    await ways.secret('secret&status=refunded');
  }

  const sales = Object.keys(ways).length + 1 + 2;
  const copied = await eventually(
    () => changes(0),
    (rows) => rows.length >= sales + 2,
  );
  expect(shown(copied)).toEqual(
    [
      'image 1000 pixel inferred',
      'script 1000 pixel verified',
      'secret 1000 postback confirmed',
      'secret -1000 postback confirmed',
      'key 1000 postback confirmed',
      'api 1000 api confirmed',
      'api -400 api confirmed',
      'batch 1000 api confirmed',
      'shared 1000 postback confirmed',
      'null 1000 manual confirmed',
      'null 1000 manual confirmed',
    ].toSorted(),
  );
  const copy = new Map(copied.map((row) => [row.id, row]));
  expect(copy.size).toBe(copied.length);
  await expectSameNumbers(copy);
  await expectTold(
    'refund.created',
    copied.filter(({ isRefund }) => isRefund),
  );
  await expectTold(
    'conversion.created',
    copied.filter(({ isRefund }) => !isRefund),
  );

  // What changes later comes once more, and the copy is complete again.
  const ofOrder = (orderId: string) => {
    const found = copied.find((row) => row.orderId === orderId && !row.isRefund);
    return `/conversions/${found?.id}`;
  };
  await answered(200, 'PATCH', ofOrder('image'), { value: 2500 });
  await answered(200, 'PATCH', ofOrder('key'), { eventType: 'lead' });
  await answered(204, 'DELETE', ofOrder('batch'));
  await ways.api('later');
  const newest = Math.max(...copied.map(({ updatedAt }) => Date.parse(updatedAt)));
  const later = await eventually(
    () => changes(newest - 5 * 60_000),
    (rows) => rows.some(({ orderId }) => orderId === 'later'),
  );
  expect(new Set(later.map(({ id }) => id)).size).toBe(later.length);
  for (const row of later) {
    if (row.isRemoved) copy.delete(row.id);
    else copy.set(row.id, row);
  }
  expect(copy.size).toBe(copied.length);
  await expectSameNumbers(copy);
  await expectTold(
    'conversion.deleted',
    later.filter(({ isRemoved }) => isRemoved),
  );
  const first = [...copied, ...later].filter(({ isRefund }) => !isRefund);
  await expectTold('conversion.created', [...new Map(first.map((row) => [row.id, row])).values()]);

  // A deleted link's conversions are gone without a row; the log of events names the link.
  await answered(204, 'DELETE', `/links/${linkId}`);
  expect(await changes(0)).toEqual([]);
  const deleted = await answered(200, 'GET', '/events?type=link.deleted');
  expect(deleted.data).toMatchObject([{ linkId }]);
  await waypost.stop();

  /** The webhook has one event of this type for each of the conversions. */
  async function expectTold(type: string, rows: readonly Sale[]) {
    await eventually(
      () => told.of(type),
      (ids) => ids.length >= rows.length,
    );
    expect(told.of(type)).toEqual(rows.map(({ id }) => id).toSorted());
  }

  /** The copy's sums are those of the API, of every screen, and of the list of links. */
  async function expectSameNumbers(rows: ReadonlyMap<string, Sale>) {
    const counted = [...rows.values()];
    const conversions = counted.filter(({ isRefund }) => !isRefund).length;
    const revenue = counted.reduce((sum, { value }) => sum + value, 0);
    const asked = await answered(200, 'POST', '/analytics/query', {
      metrics: ['conversions', 'revenue', 'refunds'],
      dimensions: ['source'],
      dateRange: '7d',
    });
    expect(asked.totals).toMatchObject({ conversions, revenue, refunds: 2 });
    const bySource = Map.groupBy(counted, ({ source }) => source);
    const byWay: { dimensions: { source: string }; metrics: { revenue: number } }[] = asked.rows;
    expect(byWay.map(({ dimensions, metrics }) => [dimensions.source, metrics.revenue])).toEqual(
      byWay.map(({ dimensions: { source } }) => [
        source,
        (bySource.get(source) ?? []).reduce((sum, { value }) => sum + value, 0),
      ]),
    );
    expect(byWay).toHaveLength(bySource.size);
    const read = async (path: string) => (await owner.get(path)).json();
    expect(await read('/api/analytics?timeRange=7d&tz=UTC')).toMatchObject({
      totalConversions: conversions,
    });
    const screen = await read('/api/conversions?timeRange=7d&tz=UTC');
    expect(screen.totals).toMatchObject({ conversions, revenueCents: revenue });
    expect(screen.conversionCount).toBe(counted.length);
    const [link] = await read('/api/links');
    expect(link).toMatchObject({ totalConversions: conversions, totalRevenue: revenue });
  }
}, 120_000);

function shown(rows: readonly Sale[]): readonly string[] {
  return rows
    .map(({ orderId, value, source, trust }) => `${orderId} ${value} ${source} ${trust}`)
    .toSorted();
}
