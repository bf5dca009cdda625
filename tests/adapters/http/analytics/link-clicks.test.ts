import { afterAll, expect, test } from 'bun:test';
import { aStoredClick } from '#tests/support/builders/stored-events';
import type { StoredClick } from '#tests/support/builders/events';
import { newUser } from '#tests/support/builders/people';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const { app, people } = numbersApp({ sql, client: store.client }, nowMs);

const utms = ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'];

async function person() {
  const id = await newUser(sql);
  const linkId = Bun.randomUUIDv7();
  await sql`INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    VALUES (${linkId}, ${id}, 'https://example.com/', ${`c${linkId.slice(-8)}`}, now(), now())`;
  const ask = signIn({ app, people }, owner({ id }));
  const click = (secondsAgo: number, more: Partial<StoredClick> = {}) =>
    aStoredClick({ userId: id, linkId, atMs: nowMs - secondsAgo * 1000, ...more });
  const read = async (query = '') => (await ask(`/api/v1/links/${linkId}/clicks?${query}`)).json();
  return { id, linkId, ask, click, read };
}

test('a click has everything but the address and the visitor', async () => {
  const { click, read } = await person();
  const clickId = Bun.randomUUIDv7();
  await store.store({
    clicks: [
      click(5, {
        clickId,
        variant: 2,
        referrer: 'facebook.com',
        utmSource: 'autumn',
        browser: '',
        entry: 'qr',
      }),
    ],
  });

  expect(await read()).toEqual({
    data: [
      {
        id: clickId,
        at: '2026-11-21T10:19:55.000Z',
        class: 'human',
        variant: 'B',
        country: 'DE',
        city: 'Bonn',
        device: 'mobile',
        browser: null,
        os: 'Android',
        referrer: 'facebook.com',
        channel: 'social',
        entry: 'qr',
        isUnique: true,
        utmSource: 'autumn',
        utmMedium: null,
        utmCampaign: null,
        utmTerm: null,
        utmContent: null,
      },
    ],
    nextCursor: null,
    previousCursor: null,
    count: null,
  });
});

test('what is unknown of a click is null', async () => {
  const { click, read } = await person();
  const unknown = { country: '', city: '', browser: '', os: '', referrer: '' };
  await store.store({ clicks: [click(5, { ...unknown, device: 'unknown' })] });

  const { data } = await read();

  const isNull = [...Object.keys(unknown), 'variant', 'device', ...utms].map((name) => [
    name,
    null,
  ]);
  expect(data).toMatchObject([Object.fromEntries(isNull)]);
});

test("a visitor's first click on the link is unique, later ones and those of nobody are not", async () => {
  const { click, read } = await person();
  const elsewhere = { linkId: Bun.randomUUIDv7() };
  await store.store({
    clicks: [
      click(9, { visitorId: 6, ...elsewhere }),
      click(8, { visitorId: 6, class: 'bot' }),
      ...[7, 6].map((seconds) => click(seconds, { visitorId: 6 })),
      click(5, { visitorId: 0 }),
      click(4, { visitorId: 7 }),
    ],
  });

  const { data: clicks } = await read();

  expect(clicks.map(({ isUnique }: { isUnique: boolean }) => isUnique)).toEqual([
    ...[true, false, false, true],
  ]);
  expect((await read('limit=1&class=bot')).data).toMatchObject([{ class: 'bot', isUnique: false }]);
});

test('all clicks of a link are paged, newest first, also those of one moment', async () => {
  const { click, read } = await person();
  const clicks = [1, 2, 3, 3, 3, 4, 5].map((seconds) =>
    click(seconds, { clickId: Bun.randomUUIDv7() }),
  );
  await store.store({ clicks });

  const pages = [await read('limit=3')];
  while (pages.at(-1).nextCursor)
    pages.push(await read(`limit=3&cursor=${pages.at(-1).nextCursor}`));

  expect(pages.map((page) => page.data.length)).toEqual([3, 3, 1]);
  const all = pages.flatMap((page) => page.data);
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(clicks.map(({ clickId }) => clickId)));
  const times: number[] = all.map(({ at }) => Date.parse(at));
  expect(times).toEqual(times.toSorted((left, right) => right - left));
  expect(pages[0].previousCursor).toBeNull();
  const back = await read(`limit=3&cursor=${pages[2].previousCursor}`);
  expect(back).toEqual(pages[1]);
  expect(await read(`limit=3&cursor=${back.previousCursor}`)).toEqual(pages[0]);
});

test("[separate-accounts] somebody else's link and one that never was have no clicks to show", async () => {
  const { ask } = await person();
  const other = await person();
  await store.store({ clicks: [other.click(1)] });

  for (const linkId of [other.linkId, Bun.randomUUIDv7(), 'x']) {
    const answer = await ask(`/api/v1/links/${linkId}/clicks`);
    expect(await answer.json()).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test.each([
  ['limit=101', 'limit'],
  ['cursor=x', 'cursor'],
  ['class=all', 'class'],
])('%s is refused at %s', async (query, path) => {
  expect(await (await person()).read(query)).toMatchObject({ status: 422, issues: [{ path }] });
});

test('a cursor of another link or another class of clicks is refused', async () => {
  const [{ click, read }, other] = [await person(), await person()];
  await store.store({ clicks: [click(5), click(6), click(7, { class: 'bot' })] });
  const { nextCursor } = await read('limit=1');

  expect((await read(`limit=1&cursor=${nextCursor}`)).data).toHaveLength(1);
  expect((await read(`class=bot&cursor=${nextCursor}`)).code).toBe('cursor_mismatch');
  expect((await other.read(`cursor=${nextCursor}`)).code).toBe('cursor_mismatch');
});
