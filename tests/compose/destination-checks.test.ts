import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { postgresLinks } from '#adapters/postgres/links/links';
import { openLocks } from '#adapters/postgres/pool/locks';
import { readConfig } from '#config';
import { startJobs } from '#adapters/timers/jobs';
import { destinationJobs } from '#roots/compose/jobs';
import { forgetMarks } from '#roots/compose/work';
import { postgresBrokenDestinations } from '#adapters/postgres/notices/broken-destinations';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { memoryLog } from '#tests/support/calls';
import { someLink } from '#tests/support/builders/links';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { dnsServer } from '#tests/support/doubles/dns-server';
import { shopServer } from '#tests/support/doubles/shop-server';
import { testSeal } from '#tests/support/seal';
import { until } from '#tests/support/until';

const database = await testDatabase(schema);
const sql = connect(database.url);
const locks = openLocks(database.url);
afterAll(async () => {
  await locks.close();
  await sql.end();
  await database.drop();
});

const appUrl = 'https://app.example';

/** One running instance with this environment. */
function start(env: Record<string, string>) {
  const config = readConfig(env);
  const log = memoryLog();
  const origins = { appUrl, shortUrl: appUrl, alsoAppUrls: [] };
  const newId = (atMs: number) => Bun.randomUUIDv7('hex', atMs);
  const notices = {
    notices: postgresNotices(sql, testSeal),
    broken: postgresBrokenDestinations(sql),
    appUrl,
    shortUrl: appUrl,
    newId,
    clock: { now: () => Date.now() },
  };
  const ends = [
    forgetMarks({ sql, config, log }),
    startJobs(destinationJobs({ sql, config, log, origins, notices }), {
      log,
      unlessHeld: locks.unlessHeld,
      isClockTrusted: async () => true,
      isDiskLow: () => false,
    }),
  ];
  return () => Promise.all(ends.map((end) => end()));
}

test('[broken-destinations] two instances with the check on ask a new destination once; without it nothing is asked and no mark stays', async () => {
  await using shop = shopServer();
  await using dns = await dnsServer();
  dns.set('A', 'shop.example', '127.0.0.1');
  const userId = await newUser(sql);
  const originalUrl = `http://shop.example:${shop.port}/sale`;
  await postgresLinks(sql).add(someLink(userId, { originalUrl }));
  await sql`UPDATE links SET updated_at = now()`;
  const noted = async () =>
    (await sql`SELECT FROM destinations WHERE checked_at IS NOT NULL`).length;

  await (
    await start({})
  )();
  expect([shop.asked.length, (await sql`SELECT FROM destinations`).length]).toEqual([0, 0]);

  const env = { CHECK_DESTINATIONS: 'on', CHECK_DESTINATIONS_IN: '127.0.0.1' };
  const ends = [env, env].map((each) => start({ ...each, DNS_SERVERS: dns.address }));
  await until('the destination was checked', async () => (await noted()) === 1);
  await Promise.all(ends.map((end) => end()));
  expect(shop.asked.map(({ method, path }) => `${method} ${path}`)).toEqual(['HEAD /sale']);
  expect(shop.asked[0]?.headers['user-agent']).toBe(`Waypost link check (+${appUrl})`);

  await start({})();
  expect(await noted()).toBe(0);
});

test('[guarded-requests] without a range of their own, operators’ loopback servers are never asked', async () => {
  await using shop = shopServer();
  const userId = await newUser(sql);
  const originalUrl = `http://127.0.0.1:${shop.port}/inside`;
  await postgresLinks(sql).add(someLink(userId, { originalUrl }));
  await sql`UPDATE links SET updated_at = now()`;

  const end = start({ CHECK_DESTINATIONS: 'on' });
  await until('the destination was postponed', async () => {
    const [row] =
      await sql`SELECT FROM destinations WHERE next_check_at > now() + interval '1 day'`;
    return row !== undefined;
  });
  await end();

  expect(shop.asked).toEqual([]);
});
