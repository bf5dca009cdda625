import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresAlerts } from '#adapters/postgres/analytics/alerts';
import { postgresLimitedLinks } from '#adapters/postgres/links/limited-links';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { NewAlert } from '#contract/analytics/alerts';
import { closeSpentLinks } from '#core/links/options/close-spent-links';
import { dayMs, hourMs } from '#core/shared/time';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

const beginMs = Date.parse('2026-11-28T10:00:00Z');
const anAlert: NewAlert = {
  linkId: null,
  tagId: null,
  campaign: null,
  measure: 'clicks',
  kind: 'limit',
  bound: null,
  per: null,
  timeZone: 'UTC',
  isMailed: true,
  isEnabled: true,
};

/** An account with alerts of limits, whose links have as many clicks as `counted` says. */
async function account() {
  const { sql } = database;
  const clock = { ms: beginMs, now: () => clock.ms };
  const alerts = postgresAlerts({ sql, newId: () => Bun.randomUUIDv7(), clock });
  const links = postgresLinks(sql);
  const userId = await newUser(sql);
  const counted = new Map<string, number>();
  return {
    sql,
    userId,
    alerts,
    clock,
    counted,
    watch: (change: Partial<NewAlert> = {}) => alerts.add(userId, { ...anAlert, ...change }),
    async link(most: number, clicks: number, title: string | null = null) {
      const link = someLink(userId, { expiresAfterClicks: most, title });
      await links.add(link);
      counted.set(link.id, clicks);
      return link.id;
    },
    limit: (linkId: string, expiresAfterClicks: number | null) =>
      links.change({ userId, linkId, change: { expiresAfterClicks }, at: new Date() }),
    count: () =>
      closeSpentLinks({
        links: postgresLimitedLinks(sql),
        clicks: { countSince: async () => counted },
        reportNear: (near) => alerts.raiseNear(near, new Date(clock.ms)),
      }),
    judge: (most: number) =>
      alerts.judgeLinkCounts({ nearFrom: Math.ceil((most * 9) / 10), most }, new Date(clock.ms)),
    /** What there is to tell; then it is told. */
    async told() {
      const own = (await alerts.untold(100)).filter(({ alert }) => alert.userId === userId);
      for (const { alert, isEnd } of own) {
        // oxlint-disable-next-line no-await-in-loop
        await alerts.told({ id: alert.last.id, isEnd }, new Date(clock.ms));
      }
      return own.map(({ alert: { last, linkTitle }, isEnd }) => ({
        link: linkTitle,
        isEnd,
        seen: last.seen,
        limit: last.expected,
      }));
    },
  };
}

test('a link that has 80% of its clicks is told once, and again after its limit was raised', async () => {
  const { watch, link, limit, count, counted, told, alerts, clock } = await account();
  await watch();
  const summer = await link(1000, 799, 'summer');
  await link(1000, 1000, 'spent');

  await count();
  expect(await told()).toEqual([]);

  counted.set(summer, 800);
  await Promise.all([count(), count()]);
  await count();
  expect(await told()).toEqual([{ link: 'summer', isEnd: false, seen: 800, limit: 1000 }]);
  counted.set(summer, 900);
  await count();
  // What is remembered of it does not age.
  clock.ms += 200 * dayMs;
  await alerts.forget(new Date(clock.ms));
  await count();
  expect(await told()).toEqual([]);

  await limit(summer, 2000);
  await count();
  expect(await told()).toEqual([]);
  counted.set(summer, 1600);
  await count();
  expect(await told()).toEqual([{ link: 'summer', isEnd: false, seen: 1600, limit: 2000 }]);
  await limit(summer, 2500);
  await limit(summer, 2000);
  await count();
  expect(await told()).toEqual([]);

  // The count begins again.
  await limit(summer, null);
  await limit(summer, 2000);
  await count();
  expect(await told()).toHaveLength(1);
});

test('the event of a click limit that is near is of its link, and the list says its clicks', async () => {
  const { sql, watch, link, count, alerts, userId } = await account();
  await watch();
  const summer = await link(1000, 812, 'summer');

  await count();

  expect(await alerts.known(userId)).toMatchObject([
    { linkId: null, linkTitle: 'summer', last: { nearLinkId: summer, seen: 812, expected: 1000 } },
  ]);
  const events = await sql`
    SELECT type, link_id FROM events WHERE user_id = ${userId} AND type LIKE 'alert%'`;
  expect([...events]).toEqual([{ type: 'alert.raised', link_id: summer }]);
});

test('an alert of a link or of a tag is of its links alone; one that is off raises nothing', async () => {
  const { sql, userId, watch, link, count, told } = await account();
  const [one, tagged] = [await link(10, 8, 'one'), await link(10, 9, 'tagged')];
  const tagId = Bun.randomUUIDv7();
  await sql`
    INSERT INTO tags (id, user_id, name, color, created_at)
    VALUES (${tagId}, ${userId}, 'Letters', 'red', now())`;
  await sql`INSERT INTO link_tags (link_id, tag_id) VALUES (${tagged}, ${tagId})`;
  await watch({ isEnabled: false });
  await watch({ linkId: one });
  await count();
  expect(await told()).toMatchObject([{ link: 'one', seen: 8 }]);

  await watch({ tagId });
  await count();
  expect(await told()).toMatchObject([{ link: 'tagged', seen: 9 }]);
});

test('neither an ended link nor the alert of another account is near', async () => {
  const { sql, link, count, told, watch } = await account();
  const other = await account();
  await other.watch();
  const ended = await link(10, 9);
  await count();
  expect([await told(), await other.told()]).toEqual([[], []]);

  await sql`UPDATE links SET expires_at = ${new Date(beginMs - hourMs)} WHERE id = ${ended}`;
  await watch();
  await count();
  expect(await told()).toEqual([]);
});

test('an alert tells of at most 20 links in a day, the nearest first, and of the rest later', async () => {
  const { watch, link, count, told, clock } = await account();
  await watch();
  for (let index = 0; index < 21; index += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await link(1000, 900 - index);
  }

  await count();
  await count();
  const first = await told();
  expect(first).toHaveLength(20);
  expect(Math.min(...first.map(({ seen }) => seen))).toBe(881);

  clock.ms += dayMs + 1;
  await count();
  expect(await told()).toMatchObject([{ seen: 880 }]);
});

test('the limit of links is told once from 90% on, and again after there were fewer', async () => {
  const { sql, userId, watch, link, judge, told, clock } = await account();
  await watch();
  const linkId = await link(10, 0);
  await watch({ linkId });
  for (let count = 1; count < 8; count += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await link(10, 0);
  }
  await judge(10);
  expect(await told()).toEqual([]);

  await link(10, 0);
  await Promise.all([judge(10), judge(10)]);
  await judge(10);
  expect(await told()).toEqual([{ link: null, isEnd: false, seen: 9, limit: 10 }]);
  await judge(10);
  expect(await told()).toEqual([]);

  clock.ms += hourMs;
  await sql`DELETE FROM links WHERE id = ${linkId}`;
  await judge(10);
  expect(await told()).toMatchObject([{ isEnd: true }]);
  clock.ms += hourMs;
  await link(10, 0);
  await judge(10);
  expect(await told()).toMatchObject([{ isEnd: false, seen: 9 }]);
  expect(await sql`SELECT id FROM alarms WHERE user_id = ${userId}`).toHaveLength(2);
});

test('alerts of limits are not due: nothing is counted for them', async () => {
  const { watch, alerts } = await account();
  const { id } = await watch();

  const due = await alerts.due(new Date(), 1000);
  expect(due.map((alert) => alert.id)).not.toContain(id);
});
