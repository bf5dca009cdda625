import { afterAll, expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { openLinkFeed } from '#adapters/postgres/links/link-feed';
import { postgresLinks } from '#adapters/postgres/links/links';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import type { NewLink } from '#core/links/ports';
import { findLink } from '#core/redirect/find-link';
import { servedDomains } from '#core/domains/served-domains';
import { linkIndex } from '#core/redirect/link-index';
import { nameOn } from '#core/links/link-domain';
import { someAppLinks } from '#tests/support/builders/app-links';
import { newDomain } from '#tests/support/builders/domains';
import { added } from '#tests/contracts/links';
import { someLink } from '#tests/support/builders/links';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { silentLog } from '#tests/support/doubles/silent-log';
import { until } from '#tests/support/until';

const database = await testDatabase(schema);
const { sql } = database;
const links = postgresLinks(sql);
const userId = Bun.randomUUIDv7();
await sql`
  INSERT INTO users (id, email, first_name, last_name, password, trial_ends_at, created_at, updated_at)
  VALUES (${userId}, 'ada@example.com', 'Ada', 'Byron', 'x', now(), now(), now())`;
afterAll(() => database.drop());

const addLink = (change: Partial<NewLink> = {}) =>
  added(links, someLink(userId, { createdAt: new Date(), ...change }));

async function opened() {
  const index = linkIndex(() => false);
  const domains = servedDomains();
  const cache = openLinkFeed({ url: database.url, index, domains, log: silentLog });
  await cache.loaded;
  return { index, domains, cache, [Symbol.asyncDispose]: cache.close };
}

test('the first read returns all links that exist at the start', async () => {
  const link = await addLink({ customAlias: 'Summer', splitTestEnabled: true, splitTestUrls: [] });
  const expiresAt = new Date(1_900_000_000_000);
  const expiring = await addLink({ expiresAt });

  await using here = await opened();

  expect(here.cache.state()).toBe('fresh');
  expect(here.index.find(link.shortCode)).toMatchObject({
    id: link.id,
    number: link.number,
    userId,
    version: 1,
    aliases: ['summer'],
    isActive: true,
  });
  expect(here.index.find('SUMMER')?.id).toBe(link.id);
  expect(here.index.find(expiring.shortCode)?.expiresAtMs).toBe(expiresAt.getTime());
});

test('[fresh-links] links that another instance adds, edits and deletes are received', async () => {
  await using here = await opened();

  const link = await addLink();
  await until('the link is here', () => here.index.find(link.shortCode) !== undefined);
  await sql`UPDATE links SET original_url = 'https://other.example/' WHERE id = ${link.id}`;
  await until(
    'the edit is here',
    () => here.index.find(link.shortCode)?.originalUrl === 'https://other.example/',
  );
  await sql`DELETE FROM links WHERE id = ${link.id}`;
  await until('the link is gone', () => here.index.find(link.shortCode) === undefined);

  expect([...here.index.erased()]).toContain(link.id);
});

test('[fresh-links] how a split test shares its visits is read at the start, with a change, and for one name', async () => {
  const splitTestUrls = ['https://a.example/', 'https://b.example/'];
  const link = await addLink({ splitTestEnabled: true, splitTestUrls });
  const rotate = async (...slots: number[]) => {
    const rotation = { isShuffled: true, shares: [{ fromDay: '2026-11-27', slots }] };
    await sql`UPDATE links SET split_rotation = ${sql.json(rotation)} WHERE id = ${link.id}`;
    return rotation;
  };
  const first = await rotate(5, 15);
  await using here = await opened();
  const rotationHere = () => here.index.find(link.shortCode)?.rotation;

  expect(rotationHere()).toEqual(first);
  expect(await routedLinks(sql).ask(link.shortCode)).toMatchObject({ rotation: first });

  const second = await rotate(15, 5);
  await until('the change is here', () => Bun.deepEquals(rotationHere(), second));
  await sql`UPDATE links SET split_rotation = NULL WHERE id = ${link.id}`;
  await until('it is gone', () => rotationHere() === undefined);
});

test('links that the index has in their version already are not read again', async () => {
  const index = linkIndex(() => false);
  const put: string[] = [];
  const counting: typeof index = {
    ...index,
    put(link) {
      put.push(link.id);
      return index.put(link);
    },
  };
  const feed = { index: counting, domains: servedDomains(), log: silentLog };
  const own = await addLink();
  const { loaded, close } = openLinkFeed({ url: database.url, ...feed });
  await loaded;
  put.length = 0;

  await sql.begin(async (tx) => {
    await tx`UPDATE links SET is_active = false WHERE id = ${own.id}`;
    index.revise(own.id, { from: 1, version: 2, isActive: false, expiresAtMs: null });
  });
  const other = await addLink();
  await until('the other one is here', () => index.find(other.shortCode) !== undefined);

  expect(new Set(put)).toEqual(new Set([other.id]));
  await close();
});

test('a transaction that commits after later ones is not missed', async () => {
  await using here = await opened();
  const [late, early] = [await addLink(), await addLink()];
  const slow = connect(database.url, { connections: 1 });
  const mayCommit = Promise.withResolvers<void>();
  const hasWritten = Promise.withResolvers<void>();

  const transaction = slow.begin(async (tx) => {
    await tx`UPDATE links SET title = 'late' WHERE id = ${late.id}`;
    hasWritten.resolve();
    await mayCommit.promise;
  });
  await hasWritten.promise;
  for (const title of ['a', 'b', 'c']) {
    const [row] = await sql<{ version: string }[]>`
      UPDATE links SET title = ${title} WHERE id = ${early.id} RETURNING version`;
    const version = Number(row?.version);
    await until('the early one', () => here.index.find(early.shortCode)?.version === version);
  }
  const before = here.index.find(late.shortCode)?.version;
  mayCommit.resolve();
  await transaction;
  await until('the late one', () => here.index.find(late.shortCode)?.version === 2);

  expect(before).toBe(1);
  await slow.end();
});

test('without notifications polling finds the changes', async () => {
  await using here = await opened();
  await sql`ALTER TABLE links DISABLE TRIGGER links_poke`;

  const link = await addLink();
  await until('the link is here', () => here.index.find(link.shortCode) !== undefined, 5);

  await sql`ALTER TABLE links ENABLE TRIGGER links_poke`;
  expect(here.cache.state()).toBe('fresh');
});

test('[database-outages] a broken connection is replaced, and missed changes are read', async () => {
  await using here = await opened();
  const [removed, edited] = [await addLink(), await addLink()];
  await until('both are here', () => here.index.find(edited.shortCode) !== undefined);

  await sql.begin(async (tx) => {
    await tx`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'waypost links'`;
    await tx`DELETE FROM links WHERE id = ${removed.id}`;
    await tx`DELETE FROM erasures WHERE link_id = ${removed.id}`;
    await tx`UPDATE links SET is_active = false WHERE id = ${edited.id}`;
  });

  await until('the edit is here', () => here.index.find(edited.shortCode)?.isActive === false);
  await until('the removed one is gone', () => here.index.find(removed.shortCode) === undefined);
  expect(here.cache.state()).toBe('fresh');
});

test('[database-outages] a database that is down at the start is found when it is up', async () => {
  const index = linkIndex(() => false);
  const name = `later_${crypto.randomUUID().slice(0, 8)}`;
  const url = Object.assign(new URL(database.url), { pathname: `/${name}` }).href;
  const cache = openLinkFeed({ url, index, domains: servedDomains(), log: silentLog });
  await until('it is seen to be away', () => cache.state() === 'away');

  await sql`CREATE DATABASE ${sql(name)}`;
  await schema(url);
  await cache.loaded;

  expect(cache.state()).toBe('fresh');
  await cache.close();
  await sql`DROP DATABASE ${sql(name)} WITH (FORCE)`;
});

test('a link is found by its exact code or by its alias in any case, and not otherwise', async () => {
  const link = await addLink({ customAlias: 'Winter-Sale' });
  const source = routedLinks(sql);

  const ask = async (name: string) => {
    const answer = await source.ask(name);
    return answer === 'away' ? answer : answer?.id;
  };

  expect(await ask(link.shortCode)).toBe(link.id);
  expect(await ask('winter-SALE')).toBe(link.id);
  expect(await ask(link.shortCode.toLowerCase())).toBeUndefined();
  expect(await ask('nobodys')).toBeUndefined();
});

test('[database-outages] a database that rejects connections or hangs is an outage, an invalid query is not', async () => {
  const refused = connect('postgres://nobody:x@127.0.0.1:1/none', { connections: 1 });
  const silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => {} } });
  const hanging = connect(`postgres://x:x@127.0.0.1:${silent.port}/x`, { connections: 1 });

  expect(await routedLinks(refused).ask('name')).toBe('away');
  expect(await routedLinks(hanging).ask('name')).toBe('away');

  silent.stop(true);
  await Promise.all([refused.end({ timeout: 0 }), hanging.end({ timeout: 0 })]);
});

test('[fresh-links] a link that another instance has just created redirects immediately', async () => {
  const index = linkIndex(() => false);
  const find = findLink({ clock: { now: Date.now }, index, source: routedLinks(sql) });
  const link = await addLink();

  const found = await find(link.shortCode, '198.51.100.7');

  expect(found).toMatchObject({ kind: 'link', link: { id: link.id } });
});

test('[redirects-first] reading many links does not block the event loop', async () => {
  await sql`
    INSERT INTO links (id, user_id, original_url, short_code, created_at, updated_at)
    SELECT gen_random_uuid(), ${userId}, 'https://shop.example/' || n, 'B' || n, now(), now()
    FROM generate_series(1, 5000) AS n`;
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 0);

  await using here = await opened();
  clearInterval(ticking);

  expect(here.index.size()).toBeGreaterThan(5_000);
  expect(turns).toBeGreaterThan(20);
});

test('[own-domains] proven domains and their names arrive, and leave when the proof is lost', async () => {
  const domain = await newDomain(sql, userId);
  const link = await addLink({ domain, customAlias: 'Spring' });
  await using here = await opened();

  expect(here.domains.at(domain.host)).toMatchObject({ number: domain.number, userId });
  expect(here.index.find(nameOn(domain.number, 'SPRING'))?.id).toBe(link.id);
  expect(here.index.find(nameOn(domain.number, link.shortCode))?.id).toBe(link.id);
  expect(here.index.find('spring')).toBeUndefined();

  await sql`UPDATE domains SET state = 'suspended' WHERE number = ${domain.number}`;
  await until('it is not served', () => here.domains.at(domain.host) === undefined);
  await sql`
    UPDATE domains SET state = 'proven', root_url = 'https://shop.example/',
      app_links = ${sql.json(someAppLinks)}
    WHERE number = ${domain.number}`;
  await until('it is served again', () => here.domains.at(domain.host)?.rootUrl !== undefined);
  expect(here.domains.at(domain.host)?.appLinks).toEqual(someAppLinks);
  const second = await newDomain(sql, userId);
  await until('a second one is served', () => here.domains.at(second.host) !== undefined);
  await sql`DELETE FROM domains WHERE number = ${second.number}`;
  await until('the removed one is gone', () => here.domains.at(second.host) === undefined);
  expect(here.domains.at(domain.host)?.rootUrl).toBe('https://shop.example/');
});

test('[own-domains] a name on a domain is found one at a time in its namespace alone', async () => {
  const domain = await newDomain(sql, userId);
  const link = await addLink({ domain, customAlias: 'Winter' });
  const source = routedLinks(sql);
  const idOf = async (name: string) => {
    const found = await source.ask(name);
    return found === 'away' ? found : (found?.id ?? null);
  };

  for (const name of ['winter', 'WINTER', link.shortCode]) {
    expect(await idOf(nameOn(domain.number, name))).toBe(link.id);
    expect(await idOf(nameOn(domain.number + 1000, name))).toBeNull();
  }
  expect(await idOf('winter')).toBeNull();
  expect(await idOf(nameOn(domain.number, link.shortCode.toLowerCase()))).toBeNull();
  expect(await idOf(link.shortCode)).toBe(link.id);
});
