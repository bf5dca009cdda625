import { afterAll, describe, expect, test } from 'bun:test';
import type { Notice } from '#core/notices/notice';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';
import { noticeWorld } from '#tests/support/worlds/notices/notice-world';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
const events = await testEventStore();
afterAll(() => Promise.all([database.drop(), events.drop()]));

const newWorld = () => noticeWorld(database.sql, events);
const inWords = ({ kind, count }: Notice) =>
  [kind, count].filter((part) => part !== null).join(' ');

type Instance = ReturnType<ReturnType<typeof newWorld>['instance']>;

/** Two instances do the work concurrently, and one again after a restart. */
async function everywhere(
  world: ReturnType<typeof newWorld>,
  work: (instance: Instance) => Promise<void>,
): Promise<void> {
  const [one, other] = [world.instance(), world.instance()];
  await Promise.all([work(one), work(other), work(one)]);
  await work(world.instance());
}

const clicks = (instance: Instance) => instance.milestones();
const conversions = async (instance: Instance) => {
  await instance.conversions();
  await instance.alerts();
};
const trials = (instance: Instance) => instance.trials();
const expiries = (instance: Instance) => instance.expired();
const all = (instance: Instance) => instance.all();

test('concurrent writers in different order, and readers, never deadlock', async () => {
  const { notices, time, ...world } = newWorld();
  const userId = await world.somebody();
  const noticesWithMails = (count: number) =>
    Array.from({ length: 100 }, (_, place) => ({
      notice: {
        userId,
        linkId: null,
        kind: 'conversions' as const,
        count,
        amounts: [],
        eventKey: `conversions ${place}`,
        happenedAt: new Date(time.nowMs),
      },
      mail: null,
    }));

  for (let count = 1; count <= 20; count += 1) {
    await Promise.all([
      notices.add(noticesWithMails(count)),
      notices.add(noticesWithMails(count + 1).toReversed()),
      notices.markRead(userId, 'all', new Date(time.nowMs)),
    ]);
  }

  const { notices: told } = await notices.newest(userId, 200);
  expect(told.map((notice) => notice.count)).toEqual(Array.from({ length: 100 }, () => 21));
}, 60_000);

describe('clicks', () => {
  test('the first click and each milestone are reported once, by two instances and across restarts', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    await world.click(link, 99);
    await world.click(link, 500, { class: 'bot' });
    await everywhere(world, clicks);
    expect((await world.told(userId)).map(inWords)).toEqual(['first_click 1']);

    await world.click(link, 1);
    world.time.nowMs += minuteMs;
    await everywhere(world, clicks);
    await world.click(link, 950);
    world.time.nowMs += minuteMs;
    await everywhere(world, clicks);

    const told = await world.told(userId);
    expect(told.map(inWords)).toEqual([
      'first_click 1',
      'click_milestone 100',
      'click_milestone 1000',
    ]);
    expect(told[0]?.link?.id).toBe(link.linkId);
  });

  test('a milestone is reported by an instance that has polled before, while clicks arrive', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    const { milestones } = world.instance();
    await milestones();

    for (let round = 0; round < 12; round += 1) {
      world.time.nowMs += 3000;
      await world.click(link, 10);
      await milestones();
    }

    expect((await world.told(userId)).map(inWords)).toEqual([
      'first_click 1',
      'click_milestone 100',
    ]);
  });

  test('milestones passed long ago are not reported, also after notices are deleted', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    await world.click(link, 100, { atMs: world.time.nowMs - 9 * dayMs });
    await world.click(link, 1);

    await everywhere(world, clicks);

    expect(await world.told(userId)).toEqual([]);
  });

  test('clicks that are stored days later are reported', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    const { milestones } = world.instance();
    await milestones();
    await world.click(link, 1, { atMs: world.time.nowMs - 3 * dayMs });

    world.time.nowMs += 10 * minuteMs;
    await milestones();

    expect((await world.told(userId)).map(inWords)).toEqual(['first_click 1']);
  });

  test('more links than one poll handles are all reported', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const linkIds = await Promise.all(Array.from({ length: 501 }, () => world.link(userId)));
    await events.client.command({
      query: `INSERT INTO clicks (user_id, link_id, clicked_at, class)
        SELECT {userId:UUID}, arrayJoin({linkIds:Array(UUID)}), {at:DateTime64(3)}, 'human'`,
      query_params: { userId, linkIds, at: new Date(world.time.nowMs) },
    });

    await world.instance().milestones();

    expect(new Set((await world.told(userId)).map(({ link }) => link?.id)).size).toBe(501);
  });

  test('a deleted link is not reported, and its notices are deleted', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const [gone, going] = [await world.link(userId), await world.link(userId)];
    await database.sql`DELETE FROM links WHERE id = ${gone}`;
    await world.click({ userId, linkId: gone }, 1);
    await world.click({ userId, linkId: going }, 1);
    await world.convert({ userId, linkId: gone });

    await everywhere(world, all);

    expect((await world.told(userId)).map(({ link }) => link?.id)).toEqual([going]);
    await database.sql`DELETE FROM links WHERE id = ${going}`;
    expect(await world.told(userId)).toEqual([]);
  });
});

describe('conversions', () => {
  test('of one link and hour are one notice, which is updated and becomes unread again', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    await world.convert(link);
    await everywhere(world, conversions);
    await world.notices.markRead(userId, 'all', new Date(world.time.nowMs));
    expect(await world.told(userId)).toMatchObject([{ count: 1, isRead: true }]);

    world.time.nowMs += minuteMs;
    await world.convert(link);
    await world.convert(link, { currency: 'EUR', valueCents: 1000 });
    await everywhere(world, conversions);

    expect(await world.told(userId)).toMatchObject([
      {
        kind: 'conversions',
        count: 3,
        isRead: false,
        amounts: [
          { currency: 'EUR', cents: 1000 },
          { currency: 'USD', cents: 9998 },
        ],
      },
    ]);
    world.time.nowMs += hourMs;
    await world.convert(link);
    await everywhere(world, conversions);
    expect((await world.told(userId)).map(inWords)).toEqual(['conversions 3', 'conversions 1']);
  });

  test('a repeat, an edit and a refund create no notice, and neither does a deleted conversion', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    const first = await world.convert(link, { id: Bun.randomUUIDv7('hex', world.time.nowMs) });
    await world.convert(link, { removed: true });
    await everywhere(world, conversions);
    await world.notices.markRead(userId, 'all', new Date(world.time.nowMs));

    world.time.nowMs += 2 * hourMs;
    await world.convert(link, { ...first, version: 2n, atMs: world.time.nowMs, valueCents: 1 });
    await world.convert(link, { key: 'r:o:refund', valueCents: -4999 });
    await everywhere(world, conversions);

    expect(await world.told(userId)).toMatchObject([{ count: 1, isRead: true }]);
  });

  test('are not reported to people who turned alerts off, also not afterwards', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const link = { userId, linkId: await world.link(userId) };
    await world.prefer(userId, { conversionAlerts: false });
    await world.convert(link);
    await everywhere(world, conversions);

    world.time.nowMs += hourMs;
    await world.prefer(userId, { conversionAlerts: true });
    await everywhere(world, conversions);
    expect(await world.told(userId)).toEqual([]);
    world.time.nowMs += minuteMs;
    await world.convert(link);
    await everywhere(world, conversions);

    expect((await world.told(userId)).map(inWords)).toEqual(['conversions 1']);
    expect(await world.mailed(userId)).toHaveLength(1);
  });

  test('are mailed immediately, then together, at most once an hour', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const [busy, calm] = [
      { userId, linkId: await world.link(userId) },
      { userId, linkId: await world.link(userId) },
    ];
    await world.convert(busy);
    await everywhere(world, conversions);
    const subjects = async () => (await world.mailed(userId)).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['A new conversion']);

    for (let round = 0; round < 6; round += 1) {
      world.time.nowMs += 9 * minuteMs;
      await world.convert(busy);
      await world.convert(calm);
      await everywhere(world, conversions);
    }
    expect(await subjects()).toEqual([]);
    world.time.nowMs += 9 * minuteMs;
    await everywhere(world, conversions);

    const [mail, ...others] = await world.mailed(userId);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('12 new conversions');
    expect(mail?.text).toMatch(/go\.example\/\S+: 6 conversions, 299\.94 USD/);
    expect(mail?.text).toContain('http://localhost:3000/settings/notifications');
    world.time.nowMs += 2 * hourMs;
    await everywhere(world, conversions);
    expect(await subjects()).toEqual([]);
  });

  test('are never mailed with notifications off, nor to an unconfirmed address', async () => {
    const world = newWorld();
    const [unproven, unwilling] = [await world.somebody(), await world.somebody()];
    await database.sql`UPDATE users SET verified = false WHERE id = ${unproven}`;
    await world.prefer(unwilling, { email: false });
    for (const userId of [unproven, unwilling]) {
      await world.convert({ userId, linkId: await world.link(userId) });
    }
    await everywhere(world, conversions);
    await database.sql`UPDATE users SET verified = true WHERE id = ${unproven}`;
    await world.prefer(unwilling, { email: true });
    world.time.nowMs += 2 * hourMs;
    await everywhere(world, conversions);

    for (const userId of [unproven, unwilling]) {
      expect((await world.told(userId)).map(inWords)).toEqual(['conversions 1']);
      expect(await world.mailed(userId)).toEqual([]);
    }
  });
});

describe('a trial', () => {
  test('is reported and mailed seven days and one day before its end, once each', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const told: string[] = [];
    for (let day = 0; day <= 31; day += 1) {
      await everywhere(world, trials);
      told.push(...(await world.mailed(userId)).map(({ subject }) => `${day} ${subject}`));
      world.time.nowMs += dayMs;
    }

    expect(told).toEqual([
      '23 Your Waypost trial ends in 7 days',
      '29 Your Waypost trial ends in 1 day',
    ]);
    expect((await world.told(userId)).map(inWords)).toEqual(['trial_ending 7', 'trial_ending 1']);
  });

  test('is reported exactly on time: not before seven days, nor after its end', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const { trials } = world.instance();
    world.time.nowMs += 23 * dayMs - 1;
    await trials();
    expect(await world.told(userId)).toEqual([]);

    world.time.nowMs += 1;
    await trials();
    expect((await world.told(userId)).map(inWords)).toEqual(['trial_ending 7']);
    const late = await world.somebody();
    await database.sql`
      UPDATE users SET trial_ends_at = ${new Date(world.time.nowMs)} WHERE id = ${late}`;
    await trials();
    expect(await world.told(late)).toEqual([]);
  });

  test('is not reported after it became a subscription; mails require email notifications', async () => {
    const world = newWorld();
    const [payer, quiet] = [await world.somebody(), await world.somebody()];
    await database.sql`UPDATE users SET subscription_status = 'active' WHERE id = ${payer}`;
    await world.prefer(quiet, { email: false });

    world.time.nowMs += 29 * dayMs + hourMs;
    await everywhere(world, trials);

    expect(await world.told(payer)).toEqual([]);
    expect((await world.told(quiet)).map(inWords)).toEqual(['trial_ending 1']);
    expect(await world.mailed(quiet)).toEqual([]);
  });
});

describe('an expiry', () => {
  test('is reported once; a new expiration of the same link is reported again', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const linkId = await world.link(userId, new Date(world.time.nowMs + hourMs));
    await everywhere(world, expiries);
    expect(await world.told(userId)).toEqual([]);

    world.time.nowMs += hourMs;
    await everywhere(world, expiries);
    expect((await world.told(userId)).map(inWords)).toEqual(['link_expired']);
    const later = new Date(world.time.nowMs + dayMs);
    await database.sql`UPDATE links SET expires_at = ${later} WHERE id = ${linkId}`;
    await everywhere(world, expiries);
    world.time.nowMs += dayMs;
    await everywhere(world, expiries);

    expect((await world.told(userId)).map(inWords)).toEqual(['link_expired', 'link_expired']);
  });

  test('by clicks is reported once too', async () => {
    const world = newWorld();
    const userId = await world.somebody();
    const linkId = await world.link(userId, null);
    const at = new Date(world.time.nowMs - 1);
    await database.sql`UPDATE links SET expires_after_clicks = 3 WHERE id = ${linkId}`;
    await database.sql`UPDATE links SET clicks_reached_at = ${at} WHERE id = ${linkId}`;

    await everywhere(world, expiries);
    await everywhere(world, expiries);

    expect((await world.told(userId)).map(inWords)).toEqual(['link_expired']);
  });
});

test('old notices, and all beyond two hundred, are deleted, but none that could be reported again', async () => {
  const world = newWorld();
  const userId = await world.somebody();
  const notice = (daysAgo: number, key: string) => ({
    notice: {
      userId,
      eventKey: key,
      kind: 'password_changed' as const,
      linkId: null,
      count: null,
      amounts: [],
      happenedAt: new Date(world.time.nowMs - daysAgo * dayMs),
    },
    mail: null,
  });
  await world.notices.add([
    notice(91, 'old'),
    notice(20, 'beyond'),
    ...Array.from({ length: 210 }, (_, place) => notice(3, `new ${place}`)),
  ]);

  await world.instance().forget();

  const kept = await database.sql<{ event_key: string }[]>`
    SELECT event_key FROM notices WHERE user_id = ${userId}`;
  expect(kept.map((row) => row.event_key).filter((key) => !key.startsWith('new'))).toEqual([]);
  expect(kept).toHaveLength(210);
});

test('[complete-erasure] deleting an account deletes its notices, even while one is written', async () => {
  const world = newWorld();
  const userId = await world.somebody();
  const linkId = await world.link(userId);
  await world.click({ userId, linkId }, 1);
  await world.convert({ userId, linkId });

  await Promise.all([
    everywhere(world, all),
    database.sql`DELETE FROM users WHERE id = ${userId}`,
    everywhere(world, all),
  ]);

  expect(await world.told(userId)).toEqual([]);
});
