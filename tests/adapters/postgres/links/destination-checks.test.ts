import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresDestinationChecks } from '#adapters/postgres/links/health/destination-checks';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresBrokenDestinations } from '#adapters/postgres/notices/broken-destinations';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { checkDestinations } from '#core/links/health/check-destinations';
import type { Sighting } from '#core/links/health/destination-check';
import { notifyOfBrokenDestinations } from '#core/notices/notify-of-broken-destinations';
import { dayMs, hourMs } from '#core/shared/time';
import { appUrl, memoryLog } from '#tests/support/calls';
import { everyLink, someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testSeal } from '#tests/support/seal';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** Checks over Postgres at a time that tests set; `broken` are the addresses that answer 404. */
function world() {
  const { sql } = database;
  const links = postgresLinks(sql);
  const notices = postgresNotices(sql, testSeal);
  const time = { nowMs: Date.now() };
  const clock = { now: () => time.nowMs };
  const broken = new Set<string>();
  const looked: string[] = [];
  const instance = () => ({
    check: checkDestinations({
      destinations: postgresDestinationChecks(sql),
      async look(url): Promise<Sighting> {
        looked.push(url);
        return broken.has(url)
          ? { kind: 'failed', reason: 'status', status: 404 }
          : { kind: 'answered', status: 200 };
      },
      clock,
      random: () => 0.5,
      log: memoryLog(),
    }),
    notify: () =>
      notifyOfBrokenDestinations({
        broken: postgresBrokenDestinations(sql),
        notices,
        clock,
        appUrl,
        shortUrl: 'https://go.example',
        newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
      }),
  });
  const one = instance();
  return {
    sql,
    links,
    notices,
    time,
    broken,
    looked,
    instance,
    ...one,
    /** Checks as often as is due within these hours. */
    async pass(hours: number): Promise<void> {
      for (let hour = 0; hour <= hours; hour += 1) {
        await one.check();
        time.nowMs += hourMs;
      }
    },
    brokenOf: async (userId: string, linkId: string) =>
      ((await links.brokenOf(userId, [linkId])).get(linkId) ?? []).map(({ url }) => url),
    page: (userId: string, status: 'broken' | null, at = new Date(time.nowMs)) =>
      links.page(
        userId,
        { ...everyLink, status, at, sort: 'createdAt', order: 'desc', limit: 50, from: null },
        { linkIds: '', totals: '' },
      ),
    async person(): Promise<string> {
      const userId = await newUser(sql);
      await sql`UPDATE users SET verified = true WHERE id = ${userId}`;
      return userId;
    },
  };
}

const rule = { id: 1, devices: [], systems: [], countries: [], languages: ['de'] };

describe('destinations', () => {
  test('[broken-destinations] of split tests, rules, expiry and apps are checked like the link’s own, each once', async () => {
    const { links, sql, looked, pass, person } = world();
    const userId = await person();
    const own = 'https://example.com/own';
    await links.add(someLink(userId, { originalUrl: own, createdAt: new Date() }));
    await links.add(
      someLink(userId, {
        originalUrl: own,
        rules: [{ ...rule, url: 'https://example.com/rule' }],
        expiredUrl: 'https://example.com/expired',
        iosUrl: 'shop://item/5',
        iosFallbackUrl: 'https://example.com/ios',
        androidUrl: 'https://example.com/android',
        createdAt: new Date(),
      }),
    );
    await links.add(
      someLink(userId, {
        originalUrl: 'https://example.com/unused',
        splitTestEnabled: true,
        splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
        createdAt: new Date(),
      }),
    );
    await sql`UPDATE links SET updated_at = now()`;

    await pass(2);

    const seen = ['a', 'android', 'b', 'expired', 'ios', 'own', 'rule'];
    expect(looked.toSorted()).toEqual(seen.map((name) => `https://example.com/${name}`));
    await sql`DELETE FROM users WHERE id = ${userId}`;
    const [left] = await sql`SELECT count(*)::int AS count FROM destinations`;
    expect(left).toEqual({ count: 0 });
  });

  test('[broken-destinations] a broken one marks its links, until it answers or the link leads elsewhere', async () => {
    const { links, broken, pass, page, person, brokenOf, time } = world();
    const [userId, stranger] = [await person(), await person()];
    const url = 'https://example.com/gone';
    const [one, other, whole, foreign] = [
      someLink(userId, { originalUrl: url }),
      someLink(userId, { splitTestEnabled: true, splitTestUrls: ['https://example.com/x', url] }),
      someLink(userId, { originalUrl: 'https://example.com/' }),
      someLink(stranger, { originalUrl: 'https://example.com/theirs' }),
    ];
    for (const link of [one, other, whole, foreign]) await links.add(link);
    broken.add(url);

    await pass(8 * 24);
    expect([await brokenOf(userId, one.id), await brokenOf(userId, other.id)]).toEqual([
      [url],
      [url],
    ]);
    expect([await brokenOf(userId, whole.id), await brokenOf(stranger, one.id)]).toEqual([[], []]);
    const found = await page(userId, 'broken');
    expect(found.items.map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted());
    expect([await found.count, await (await page(stranger, 'broken')).count]).toEqual([2, 0]);

    const change = { originalUrl: 'https://example.com/new' };
    await links.change({ userId, linkId: one.id, change, at: new Date(time.nowMs) });
    expect(await brokenOf(userId, one.id)).toEqual([]);
    await links.change({ userId, linkId: other.id, change: { title: 'Other' }, at: new Date() });
    expect(await brokenOf(userId, other.id)).toEqual([url]);

    broken.clear();
    await pass(26);
    expect([await brokenOf(userId, other.id), await (await page(userId, 'broken')).count]).toEqual([
      [],
      0,
    ]);
  });

  test('[broken-destinations] of paused and expired links are left alone', async () => {
    const { links, looked, pass, person, sql } = world();
    const userId = await person();
    const past = new Date(Date.now() - dayMs);
    await links.add(someLink(userId, { originalUrl: 'https://example.com/p', isActive: false }));
    await links.add(someLink(userId, { originalUrl: 'https://example.com/e', expiresAt: past }));

    await pass(8 * 24);

    expect(looked.filter((url) => /\/[pe]$/.test(url))).toEqual([]);
    await sql`DELETE FROM users WHERE id = ${userId}`;
  });
});

test('[broken-destinations] those that answered last are known, the latest first, one of each host', async () => {
  const { links, sql, broken, pass, person, time } = world();
  await sql`DELETE FROM users`;
  const userId = await person();
  const add = async (...urls: string[]) => {
    for (const originalUrl of urls) {
      await links.add(someLink(userId, { originalUrl, createdAt: new Date(time.nowMs) }));
    }
    await sql`UPDATE links SET updated_at = ${new Date(time.nowMs)} WHERE user_id = ${userId}`;
    await pass(1);
  };
  broken.add('https://gone.example/');
  await add('https://old.example/', 'https://both.example/first');
  await add('https://both.example/second', 'https://gone.example/');
  await add('https://new.example/', 'https://except.example/');
  const { answering } = postgresDestinationChecks(sql);

  const all = await answering({ except: ['except.example'], limit: 3 });

  expect(all).toEqual([
    'https://new.example/',
    'https://both.example/second',
    'https://old.example/',
  ]);
  expect(await answering({ except: [], limit: 1 })).toHaveLength(1);
});

describe('owners', () => {
  test('[broken-destinations] get one notice and one mail for all destinations, and at most one a day', async () => {
    const { links, sql, broken, pass, person, notices, instance, time } = world();
    const userId = await person();
    const [a, b] = ['https://example.com/one', 'https://example.com/two'];
    for (let count = 0; count < 12; count += 1)
      await links.add(someLink(userId, { originalUrl: a }));
    await links.add(someLink(userId, { originalUrl: b, customAlias: `two-${userId.slice(-6)}` }));
    await sql`UPDATE links SET updated_at = now() WHERE user_id = ${userId}`;
    broken.add(a).add(b);
    await mailsIn(sql, time.nowMs);
    const notify = async () => {
      await instance().notify();
      await instance().notify();
      return (await notices.newest(userId, 10)).notices.map(({ kind, count }) => [kind, count]);
    };

    await pass(30);
    expect(await notify()).toEqual([['broken_destinations', 13]]);
    const mails = (await mailsIn(sql, time.nowMs)).filter(({ to }) => to.startsWith(userId));
    expect(mails.map(({ subject }) => subject)).toEqual(['13 links lead to broken pages']);
    expect(mails[0]?.text).toContain('status 404');
    expect(mails[0]?.text).toContain(`${appUrl}/links?status=broken`);
    expect(mails[0]?.text.match(/ leads to https/g)?.length).toBe(10);

    const late = 'https://example.com/late';
    await links.add(someLink(userId, { originalUrl: late, createdAt: new Date(time.nowMs) }));
    await sql`UPDATE links SET updated_at = ${new Date(time.nowMs)} WHERE original_url = ${late}`;
    broken.add(late);
    await pass(2 * 24 + 2);
    expect(await notify()).toEqual([
      ['broken_destinations', 1],
      ['broken_destinations', 13],
    ]);
    const [notice] = (await notices.newest(userId, 1)).notices;
    expect(notice?.link).not.toBeNull();
    time.nowMs += 2 * dayMs;
    expect((await notify()).length).toBe(2);
  });

  test('[broken-destinations] who wants no mails gets the notice alone', async () => {
    const { links, sql, broken, pass, person, notify, notices, time } = world();
    const userId = await person();
    await sql`INSERT INTO settings (user_id, email_notifications) VALUES (${userId}, false)`;
    const url = 'https://example.com/quiet';
    await links.add(someLink(userId, { originalUrl: url }));
    await sql`UPDATE links SET updated_at = now() WHERE user_id = ${userId}`;
    broken.add(url);

    await pass(30);
    await notify();

    expect((await notices.newest(userId, 10)).notices.length).toBe(1);
    const mails = await mailsIn(sql, time.nowMs);
    expect(mails.filter(({ to }) => to.startsWith(userId))).toEqual([]);
  });
});

test('[broken-destinations] accounts go, links change and checks are noted at the same time, without a deadlock', async () => {
  const { links, sql, person } = world();
  const checks = postgresDestinationChecks(sql);
  const people = await Promise.all(Array.from({ length: 6 }, person));
  for (const userId of people) {
    for (let count = 0; count < 20; count += 1) {
      await links.add(someLink(userId, { originalUrl: `https://example.com/${count % 3}` }));
    }
  }
  const at = new Date();
  const enrol = () => checks.enrol({ at, changedAfter: at, spreadMs: 0, limit: 500 });
  const rename = async (userId: string, round: number) => {
    await sql`
      UPDATE links SET original_url = ${`https://example.com/r${round}`} WHERE user_id = ${userId}`;
  };

  for (const [round, userId] of people.entries()) {
    const next = people[round + 1];
    await Promise.all([
      ...[enrol(), enrol(), sql`DELETE FROM users WHERE id = ${userId}`],
      ...(next === undefined ? [] : [rename(next, round)]),
    ]);
  }

  const [left] = await sql`SELECT count(*)::int AS count FROM destinations
    WHERE user_id = ANY(${people}::uuid[])`;
  expect(left).toEqual({ count: 0 });
});
