import { afterAll, expect, test } from 'bun:test';
import { openLocks } from '#adapters/postgres/pool/locks';
import type { StoredConversion } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { aStoredConversion } from '#tests/support/builders/stored-events';
import { testStores } from '#tests/support/databases/stores';
import { conversionsApp } from '#tests/support/worlds/conversions/conversions-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, url, drop } = await testStores();
const locks = openLocks(url);
afterAll(async () => {
  await locks.close();
  await drop();
});

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = conversionsApp({ sql, locks, ...store }, nowMs);
const path = '/api/v1/conversions';

async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${linkId.slice(-9)}, now(), now())`;
  const ask = signIn(world, owner({ id }));
  const read = async (query = '') => (await ask(`${path}${query}`)).json();
  const sold = (secondsAgo: number, more: Partial<StoredConversion> = {}) =>
    aStoredConversion({ userId: id, linkId, atMs: nowMs - secondsAgo * 1000, ...more });
  return { id, linkId, ask, read, sold };
}

test('a conversion is answered with its version and null for what is unknown', async () => {
  const { linkId, ask, read, sold } = await person();
  const one = sold(5, {
    ...{ key: 'o:7', orderId: '7', metadata: '{"a":1}', variant: 2, country: 'DE' },
    ...{ device: 'unknown', referrer: '', source: 'postback', trust: 'confirmed' },
  });
  await store.store({ conversions: [one] });

  const list = await read();

  const [shown] = list.data;
  expect(list).toEqual({ data: [shown], nextCursor: null, previousCursor: null, count: null });
  expect(shown).toEqual({
    ...{ id: shown.id, linkId, eventType: 'sale', version: 1 },
    ...{ value: 4999, profit: shown.profit, currency: 'USD', isRefund: false },
    ...{ source: 'postback', trust: 'confirmed', orderId: '7', hasClick: shown.hasClick },
    ...{ variant: 'B', country: 'DE', device: null, referrer: null },
    ...{ convertedAt: '2026-11-21T10:19:55.000Z', metadata: { a: 1 } },
    ...{ updatedAt: '2026-11-21T10:19:55.000Z', isRemoved: false },
  });
  const answer = await ask(`${path}/${shown.id}`);
  expect(await answer.json()).toEqual(shown);
  expect(answer.headers.get('etag')).toBe('"1"');
});

test('all conversions are paged in both orders and directions, each once', async () => {
  const { read, sold } = await person();
  const conversions = [1, 2, 3, 3, 3, 4, 5].map((seconds, n) => sold(seconds, { key: `o:${n}` }));
  await store.store({ conversions });

  for (const order of ['desc', 'asc']) {
    const pages = [await read(`?limit=3&order=${order}`)];
    while (pages.at(-1).nextCursor) {
      pages.push(await read(`?limit=3&order=${order}&cursor=${pages.at(-1).nextCursor}`));
    }
    const times: string[] = pages.flatMap(({ data }) =>
      data.map((each: { convertedAt: string }) => each.convertedAt),
    );
    expect(times).toHaveLength(7);
    expect(times).toEqual(order === 'asc' ? times.toSorted() : times.toSorted().toReversed());
    const ids = pages.flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).toBe(7);
    const back = await read(`?limit=3&order=${order}&cursor=${pages[2].previousCursor}`);
    expect(back).toEqual(pages[1]);
    const other = order === 'asc' ? 'desc' : 'asc';
    for (const question of [`order=${other}`, `order=${order}&trust=verified`]) {
      expect(await read(`?${question}&cursor=${pages[0].nextCursor}`)).toMatchObject({
        status: 422,
        issues: [{ path: 'cursor' }],
      });
    }
  }
});

test('updatedSince finds every conversion that was added, edited or removed since then', async () => {
  const { read, sold, ask } = await person();
  const keys = ['same', 'edited', 'moved', 'removed'];
  await store.store({ conversions: keys.map((key, n) => sold(900 + n, { key: `o:${key}` })) });
  const [same, edited, moved, removed] = (await read()).data;
  await ask(`${path}/${edited.id}`, { method: 'PATCH', json: { value: 7 } });
  await ask(`${path}/${moved.id}`, { method: 'PATCH', json: { eventType: 'lead' } });
  await ask(`${path}/${removed.id}`, { method: 'DELETE' });
  await store.store({ conversions: [sold(60, { key: 'o:added', eventType: 'signup' })] });
  const since = 'updatedSince=2026-11-21T10:15:00Z';
  const found = async (query: string) =>
    (await read(`?${since}&${query}`)).data.map(
      ({ id, value, isRemoved }: { id: string; value: number; isRemoved: boolean }) =>
        isRemoved ? ['removed', id] : [value, id],
    );

  const all = await found('sort=updatedAt&order=asc');
  const [added] = (await read('?eventType=signup')).data;

  expect(all[0]).toEqual([4999, added.id]);
  // Edits of the same time are in no order of theirs.
  const sorted = (changes: unknown[]) => changes.map(String).toSorted();
  const others = [
    [7, edited.id],
    ['removed', removed.id],
  ];
  expect(sorted(all.slice(1))).toEqual(sorted([...others, [4999, moved.id]]));
  expect(await found('eventType=lead')).toEqual([[4999, moved.id]]);
  expect(sorted(await found('eventType=sale'))).toEqual(sorted([...others, ['removed', moved.id]]));
  expect((await read(`/${moved.id}`)).updatedAt).toBe('2026-11-21T10:20:00.000Z');
  expect((await read()).data.map(({ id }: { id: string }) => id)).toContain(same.id);
});

test.each(['convertedAt', 'updatedAt'])(
  'paging by %s finds every old conversion exactly once while others are added and removed',
  async (sort) => {
    const { read, sold, ask } = await person();
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    await store.store({
      conversions: Array.from({ length: 12 }, (_, n) =>
        sold(100 + 10 * Math.floor(n / 4), { key: `o:${n}` }),
      ),
    });
    const old = ids(await read());

    const gone = new Set<string>();
    const pages = [await read(`?sort=${sort}&limit=3`)];
    while (pages.at(-1).nextCursor) {
      const seen = pages.flatMap(ids);
      // Newer than all, at the time of the last row, and older than all.
      await store.store({ conversions: [1, 110, 500].map((ago) => sold(ago)) });
      const unseen = old.filter((id) => !seen.includes(id) && !gone.has(id));
      for (const id of [seen.at(-1), unseen.at(-1)]) {
        if (id === undefined || gone.size >= 4) continue;
        gone.add(id);
        expect((await ask(`${path}/${id}`, { method: 'DELETE' })).status).toBe(204);
      }
      pages.push(await read(`?sort=${sort}&limit=3&cursor=${pages.at(-1).nextCursor}`));
    }

    const seen = pages.flatMap(ids);
    expect(new Set(seen).size).toBe(seen.length);
    expect(gone.size).toBe(4);
    expect(old.filter((id) => !seen.includes(id) && !gone.has(id))).toEqual([]);
  },
);

test('conversions are narrowed by time, event, source, trust and link; repeated values are alternatives', async () => {
  const { linkId, read, sold } = await person();
  await store.store({
    conversions: [
      sold(10, { key: 'o:sale' }),
      sold(20, { key: 'o:lead', eventType: 'lead', source: 'api', trust: 'confirmed' }),
      sold(30, { key: 'o:signup', eventType: 'signup', source: 'pixel', trust: 'inferred' }),
      sold(400 * 86_400, { key: 'o:old' }),
    ],
  });
  const found = async (query: string) =>
    (await read(`?order=asc&${query}`)).data.map(
      ({ eventType }: { eventType: string }) => eventType,
    );

  expect(await found('')).toEqual(['sale', 'signup', 'lead', 'sale']);
  expect(await found('eventType=lead&eventType=signup')).toEqual(['signup', 'lead']);
  expect(await found('source=api')).toEqual(['lead']);
  expect(await found('trust=inferred&trust=confirmed&source=pixel')).toEqual(['signup']);
  expect(await found('from=2026-11-21T10:19:30Z&to=2026-11-21T10:19:40Z')).toEqual(['signup']);
  expect(await found('to=2026-01-01T00:00:00%2B02:00')).toEqual(['sale']);
  expect(await found(`linkId=${linkId}&eventType=sale`)).toEqual(['sale', 'sale']);
});

test.each([
  ['limit=101', 'limit'],
  ['cursor=x', 'cursor'],
  ['eventType=sale&eventType=gift', 'eventType'],
  ['eventType=gift&eventType=sale', 'eventType'],
  ['source=me', 'source'],
  ['trust=full', 'trust'],
  ['from=yesterday', 'from'],
  ['sort=value', 'sort'],
  ['updatedSince=today', 'updatedSince'],
  ['timeRange=7d', 'timeRange'],
])('%s is refused at %s', async (query, field) => {
  expect(await (await person()).read(`?${query}`)).toMatchObject({
    status: 422,
    issues: [{ path: field }],
  });
});

test('a person who reports with wait=true gets the stored conversion, entered by hand', async () => {
  const { linkId, ask, read } = await person();

  const answer = await ask(`${path}?wait=true`, { json: { linkId, value: 700, currency: 'EUR' } });

  expect(answer.status).toBe(201);
  expect(answer.headers.get('etag')).toBe('"1"');
  const shown = await answer.json();
  expect(shown).toMatchObject({ linkId, value: 700, currency: 'EUR', source: 'manual' });
  expect((await read()).data).toEqual([shown]);
  const other = await ask(path, { json: { linkId } });
  expect([other.status, Object.keys(await other.json())]).toEqual([202, ['id']]);
});

test('an edit and a removal with another version change nothing', async () => {
  const { linkId, ask } = await person();
  const made = await (await ask(`${path}?wait=true`, { json: { linkId, value: 700 } })).json();
  const one = `${path}/${made.id}`;
  const edit = (version: string, value: number) =>
    ask(one, { method: 'PATCH', json: { value }, headers: { 'if-match': version } });

  const answers = await Promise.all([edit('"1"', 1), edit('"1"', 2)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412]);
  expect(await answers.find(({ status }) => status === 412)?.json()).toMatchObject({
    code: 'changed_meanwhile',
    version: 2,
  });
  const remove = (version: string) =>
    ask(one, { method: 'DELETE', headers: { 'if-match': version } });
  expect((await remove('"1"')).status).toBe(412);
  expect((await edit('W/"2"', 3)).status).toBe(422);
  expect((await edit('"2"', 3)).headers.get('etag')).toBe('"3"');
  expect((await remove('"3"')).status).toBe(204);
  expect((await ask(one)).status).toBe(404);
});

test("[separate-accounts] another account's conversions and link are not found", async () => {
  const [mine, theirs] = [await person(), await person()];
  await store.store({ conversions: [theirs.sold(1)] });
  const [other] = (await theirs.read()).data;

  expect((await mine.read()).data).toEqual([]);
  for (const address of [`/${other.id}`, `/${Bun.randomUUIDv7()}`, `?linkId=${theirs.linkId}`]) {
    expect(await mine.read(address)).toMatchObject({ status: 404, code: 'not_found' });
  }
});
