import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresLimitedLinks } from '#adapters/postgres/links/limited-links';
import { postgresLinks } from '#adapters/postgres/links/links';
import { closeSpentLinks } from '#core/links/options/close-spent-links';
import { everyLink, someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const noRanking = { linkIds: '', totals: '' };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

test('[click-limit] a link whose stored clicks reached its limit is closed, until the limit changes', async () => {
  const { sql } = database;
  const links = postgresLinks(sql);
  const userId = await newUser(sql);
  const [spent, open, plain] = [
    someLink(userId, { expiresAfterClicks: 3 }),
    someLink(userId, { expiresAfterClicks: 4 }),
    someLink(userId),
  ];
  for (const link of [spent, open, plain]) await links.add(link);
  const asked: string[][] = [];
  const close = () =>
    closeSpentLinks({
      links: postgresLimitedLinks(sql),
      clicks: {
        countSince: async (_, limited) => {
          asked.push(limited.map(({ linkId }) => linkId).toSorted());
          return new Map([spent.id, open.id, plain.id].map((id) => [id, 3]));
        },
      },
      reportNear: async () => {},
    });
  const reachedOf = async (id: string) => (await links.find(userId, id))?.clicksReachedAt ?? null;
  const change = (expiresAfterClicks: number | null) =>
    links.change({ userId, linkId: spent.id, change: { expiresAfterClicks }, at: new Date() });

  await close();
  await close();
  expect([await reachedOf(open.id), await reachedOf(plain.id)]).toEqual([null, null]);
  expect(await reachedOf(spent.id)).toBeInstanceOf(Date);
  expect(asked).toEqual([[spent.id, open.id].toSorted(), [open.id]]);

  const pageOf = async (status: 'active' | 'expired') => {
    const asked = { ...everyLink, at: new Date(), status, limit: 10, from: null } as const;
    const page = await links.page(userId, { ...asked, sort: 'createdAt', order: 'asc' }, noRanking);
    expect(await page.count).toBe(page.items.length);
    return page.items.map(({ id }) => id).toSorted();
  };
  expect(await pageOf('expired')).toEqual([spent.id]);
  expect(await pageOf('active')).toEqual([open.id, plain.id].toSorted());

  // Nobody edited the link, so its owner's version is as it was; the caches have a new one to read.
  const closed = await links.find(userId, spent.id);
  expect(closed).toMatchObject({ version: 2, edition: 1 });
  expect(await links.remove(userId, spent.id, 2)).toBe(false);

  await change(5);
  expect(await links.find(userId, spent.id)).toMatchObject({ version: 3, edition: 2 });
  expect(await reachedOf(spent.id)).toBeNull();
  await close();
  expect(await reachedOf(spent.id)).toBeNull();

  const [stale] = (await postgresLimitedLinks(sql).limited()).get(userId) ?? [];
  await change(null);
  await change(5);
  if (stale !== undefined) await postgresLimitedLinks(sql).close({ ...stale, linkId: spent.id });
  expect(await reachedOf(spent.id)).toBeNull();
});
