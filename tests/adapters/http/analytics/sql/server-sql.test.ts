import { keyHolder } from '#tests/support/builders/people';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { insertSession } from '#adapters/postgres/accounts/sessions';
import { newTrialUser } from '#core/accounts/user';
import { sha256 } from '#roots/compose/system';
import { newUser } from '#tests/support/builders/people';
import { storeEvents } from '#tests/support/builders/events';
import { aStoredClick } from '#tests/support/builders/stored-events';
import { isExtended } from '#tests/support/extent';
import { leaks, other, own, seedTwoAccounts } from '#tests/support/hostile-sql/accounts';
import { hostileStatements } from '#tests/support/hostile-sql/statements';
import { sqlServer } from '#tests/support/worlds/analytics/sql-server';
import { sqlWorld } from '#tests/support/worlds/analytics/sql-world';

const [world, server] = await Promise.all([sqlWorld(), sqlServer()]);
const publicUrl = 'https://clickhouse.example:8443';
const config = { analystSql: true, clickhousePublicUrl: publicUrl };
const serverSql = world.onServer(server);
/** Another instance of Waypost over the same stores. */
const secondSql = world.onServer(server);
const site = world.open(config, serverSql);
const second = world.open(config, secondSql);
afterAll(async () => {
  await Promise.all([site.stop(true), second.stop(true)]);
  await Promise.all([world[Symbol.asyncDispose](), server[Symbol.asyncDispose]()]);
});

let userId = '';
const linkId = Bun.randomUUIDv7();

beforeAll(async () => {
  await seedTwoAccounts(server.client);
  userId = await addPerson();
  await addLink(userId, linkId, 'spring');
  world.keys.set('wp_own', keyHolder(userId, ['sql']));
  const event = { userId, linkId, atMs: Date.now() };
  await storeEvents(server.client, { clicks: [aStoredClick(event), aStoredClick(event)] });
});

async function addPerson({ verified = true } = {}): Promise<string> {
  const id = await newUser(world.sql);
  const at = new Date();
  world.people.set(
    id,
    newTrialUser({
      id,
      firstName: 'Ada',
      lastName: 'B',
      email: `${id}@a.example`,
      createdAt: at,
      verified,
    }),
  );
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = { sid: sha256(id), userId: id, createdAt: at, expiresAt, provenAt: at };
  await insertSession(world.sql, { ...session, userAgent: '' }, null);
  return id;
}

async function addLink(owner: string, id: string, code: string): Promise<void> {
  await world.sql`
    INSERT INTO links (id, user_id, original_url, short_code, title, created_at, updated_at)
    VALUES (${id}, ${owner}, 'https://shop.example/', ${code}, 'Spring', now(), now())`;
}

/** Through the gateway. */
async function ask(query: string, { at = site, key = 'wp_own' } = {}): Promise<string> {
  const headers = { 'x-clickhouse-user': 'me', 'x-clickhouse-key': key };
  const answer = await fetch(new URL('/clickhouse', at.url), {
    method: 'POST',
    headers,
    body: query,
  });
  return (await answer.text()).trim();
}

/** Directly on the server, past Waypost. */
async function direct(
  query: string,
  { name, key }: { name: string; key: string },
): Promise<string> {
  const headers = { 'x-clickhouse-user': name, 'x-clickhouse-key': key };
  const to = `${new URL(server.url).origin}/?database=${name}`;
  return (await (await fetch(to, { method: 'POST', headers, body: query })).text()).trim();
}

async function login(method: string, as = userId): Promise<Response> {
  const headers = {
    cookie: as,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const path = method === 'GET' ? '/api/v1/sql/login' : '/api/sql/login';
  return fetch(new URL(path, site.url), { method, headers });
}

async function newPassword(as = userId): Promise<{ name: string; key: string }> {
  const answer = await login('POST', as);
  expect(answer.status).toBe(201);
  const { database, password } = await answer.json();
  return { name: database, key: password };
}

const databaseOf = (id: string) => `waypost_sql_${id.replaceAll('-', '')}`;

describe('[sql-isolation] SQL on a server of the operator’s', () => {
  test('an account’s user is made at its first statement, which sees its own rows and links', async () => {
    expect(await ask('SELECT count() FROM clicks')).toBe('2');
    expect(await ask('SELECT short_url FROM links')).toBe('https://go.example/spring');
    expect(server.state.users.has(databaseOf(userId))).toBe(true);
    const { sealed } = (await world.sql`SELECT sealed FROM event_store_logins`)[0] ?? {};
    expect(Buffer.from(sealed).length).toBeGreaterThan(40);
  });

  test('tools browse the account’s own database, under the names that they may give', async () => {
    const name = databaseOf(userId);
    expect(await ask('SHOW DATABASES')).toBe(name);
    expect(await ask('SHOW TABLES')).toBe(
      'clicks\nconversions\ndaily\nlinks\nsplit_destinations\nsplit_tests',
    );
    expect(await ask(`SELECT count() FROM system.tables WHERE database = '${name}'`)).toBe('6');
    expect(await ask(`SELECT count() FROM ${name}.clicks`)).toBe('2');
    expect(await ask('SELECT count() FROM analyst.clicks')).toBe('2');
    expect(await ask('DESCRIBE TABLE clicks')).toContain('clicked_at\tDateTime64');
    expect(await ask(`SHOW CREATE TABLE clicks`)).toContain(`CREATE VIEW ${name}.clicks`);
    const json = await fetch(new URL('/api/v1/sql/schema', site.url), {
      headers: { cookie: userId },
    });
    expect(await json.json()).toMatchObject({ state: 'on', database: name });
  });

  test('a deleted link is gone from every view at once, and on both instances', async () => {
    const id = Bun.randomUUIDv7();
    await addLink(userId, id, 'summer');
    await storeEvents(server.client, {
      clicks: [aStoredClick({ userId, linkId: id, atMs: Date.now() })],
    });
    const counts = `SELECT count(), (SELECT count() FROM links) FROM clicks`;

    for (const at of [site, second]) expect(await ask(counts, { at })).toBe('3\t2');
    await world.sql`DELETE FROM links WHERE id = ${id}`;
    for (const at of [site, second]) expect(await ask(counts, { at })).toBe('2\t1');
  });

  test('links and split tests from before a restored backup are compared at the start', async () => {
    const [gone, back] = [Bun.randomUUIDv7(), Bun.randomUUIDv7()];
    await addLink(userId, back, 'winter');
    await addLink(userId, gone, 'autumn');
    await ask('SELECT 1 FROM links');
    // Postgres as it was before `gone` was created and after `back` was deleted.
    await world.sql`ALTER TABLE links DISABLE TRIGGER USER`;
    await world.sql`DELETE FROM links WHERE id = ${gone}`;
    await world.sql`ALTER TABLE links ENABLE TRIGGER USER`;
    await server.client.insert({
      table: 'analyst_erasures',
      format: 'JSONEachRow',
      values: [{ user_id: userId, link_id: back }],
    });
    await server.client.insert({
      table: 'analyst_split_tests',
      format: 'JSONEachRow',
      values: [{ user_id: userId, link_id: linkId, test_id: Bun.randomUUIDv7(), version: 9 }],
    });
    expect(await ask('SELECT count() FROM split_tests')).toBe('1');

    const restarted = world.open(config, world.onServer(server));
    const shown = await ask('SELECT short_url FROM links ORDER BY short_url', { at: restarted });
    const tests = await ask('SELECT count() FROM split_tests', { at: restarted });
    await restarted.stop(true);

    expect(tests).toBe('0');
    expect(shown.split('\n')).toEqual(['https://go.example/spring', 'https://go.example/winter']);
    await world.sql`DELETE FROM links WHERE id = ${back}`;
  });

  test('hostile statements show nothing of another account', async () => {
    const attacker = world.onServer(server);
    await attacker.isProven();
    const some = hostileStatements.filter((_, at) => isExtended || at % 8 === 0);
    const found: string[] = [];
    for (const query of some) {
      const text = await attacker.engine
        .run(
          own.userId,
          {
            query: query.replaceAll('OTHER', other.userId).replaceAll('PORT', '9'),
            database: null,
            format: 'TabSeparated',
            rowLimit: null,
            parameters: new Map([
              ['t', 'waypost.clicks'],
              ['d', 'waypost'],
              ['x', 'x'],
            ]),
            settings: new Map(),
          },
          AbortSignal.timeout(30_000),
        )
        .then((result) => new Response(result.body).text())
        .catch((error: unknown) => String(error).replaceAll(other.userId, ''));
      if (leaks.some((leak) => leak.test(text))) found.push(`${query} => ${text.slice(0, 200)}`);
    }

    expect(some.length).toBeGreaterThan(30);
    expect(found).toEqual([]);
  }, 240_000);
});

describe('a person’s own password for the event store', () => {
  test('is shown once, works on the server, and is in the person’s history', async () => {
    expect(await (await login('GET')).json()).toEqual({
      login: { url: publicUrl, database: databaseOf(userId), createdAt: null },
    });
    world.noted.length = 0;

    const made = await newPassword();

    expect(made.name).toBe(databaseOf(userId));
    expect(made.key).toMatch(/^[\w-]{32}$/);
    expect(await direct('SELECT count() FROM clicks', made)).toBe('2');
    expect(await direct('SELECT count() FROM waypost.clicks', made)).toContain('Code: 497');
    const shown = await (await login('GET')).json();
    expect(shown.login.createdAt).toMatch(/^20\d\d-/);
    expect(JSON.stringify(shown)).not.toContain(made.key);
    expect(world.noted.map(({ event, outcome }) => [event, outcome])).toEqual([
      ['login_created', 'done'],
    ]);
    expect(JSON.stringify(world.noted)).not.toContain(made.key);
  });

  test('a new one replaces it at once, and the page and both gateways go on', async () => {
    const [first, next] = [await newPassword(), await newPassword()];

    expect(await direct('SELECT 1', first)).toContain('Code: 516');
    expect(await direct('SELECT 1', next)).toBe('1');
    for (const at of [site, second])
      expect(await ask('SELECT count() FROM clicks', { at })).toBe('2');
  });

  test('is removed, and the page goes on', async () => {
    const made = await newPassword();

    expect((await login('DELETE')).status).toBe(204);

    expect(await direct('SELECT 1', made)).toContain('Code: 516');
    expect(await ask('SELECT count() FROM clicks')).toBe('2');
    expect((await (await login('GET')).json()).login.createdAt).toBeNull();
  });

  test('asks for a recent proof of identity and for a confirmed address', async () => {
    const [late, unconfirmed] = [await addPerson(), await addPerson({ verified: false })];
    await world.sql`UPDATE sessions SET proven_at = now() - interval '1 day' WHERE user_id = ${late}`;

    const codes = [await login('POST', late), await login('POST', unconfirmed)].map(
      async (answer) => (await answer.json()).code,
    );

    expect(await Promise.all(codes)).toEqual(['reauth_required', 'email_unverified']);
  });

  test('is not offered where the operator has not opened the server to people', async () => {
    const closed = world.open({ analystSql: true, clickhousePublicUrl: null }, serverSql);
    const headers = { cookie: userId, 'sec-fetch-site': 'same-origin' };
    const asked = await fetch(new URL('/api/v1/sql/login', closed.url), { headers });
    const made = await fetch(new URL('/api/sql/login', closed.url), { method: 'POST', headers });
    await closed.stop(true);

    expect(await asked.json()).toEqual({ login: null });
    expect(made.status).toBe(501);
  });
});

describe('users of the event store', () => {
  test('one that the server has lost is made again', async () => {
    server.state.users.delete(databaseOf(userId));

    expect(await ask('SELECT count() FROM clicks')).toBe('2');
  });

  test('one whose password this secret did not encrypt is replaced', async () => {
    await world.sql`UPDATE event_store_logins SET sealed = '\\x00' WHERE user_id = ${userId}`;

    expect(await ask('SELECT count() FROM clicks')).toBe('2');
  });

  test('many first statements at once, on two instances, make one user', async () => {
    const id = await addPerson();
    world.keys.set('wp_new', keyHolder(id, ['sql']));
    const before = server.state.managed.length;

    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        ask('SELECT count() FROM clicks', { at: at % 2 ? site : second, key: 'wp_new' }),
      ),
    );

    expect(answers).toEqual(['0', '0', '0', '0', '0', '0']);
    const made = server.state.managed
      .slice(before)
      .filter((text) => text.startsWith(`CREATE USER OR REPLACE \`${databaseOf(id)}\``));
    expect(made).toHaveLength(1);
  });

  test('[complete-erasure] that of a deleted account goes with its views, that of a disabled one alone', async () => {
    const [gone, disabled] = [await addPerson(), await addPerson()];
    const [ofGone, ofDisabled] = [await newPassword(gone), await newPassword(disabled)];
    await world.sql`DELETE FROM users WHERE id = ${gone}`;
    await world.sql`UPDATE users SET disabled_at = now() WHERE id = ${disabled}`;

    await serverSql.maintain();

    expect(await direct('SELECT 1', ofGone)).toContain('Code: 516');
    expect(await direct('SELECT 1', ofDisabled)).toContain('Code: 516');
    const databases = await server.client.query({
      query: `SELECT name FROM system.databases WHERE name IN ({names:Array(String)})`,
      query_params: { names: [databaseOf(gone), databaseOf(disabled)] },
      format: 'JSONCompactEachRow',
    });
    expect(await databases.json()).toEqual([[databaseOf(disabled)]]);
    const kept = await world.sql`
      SELECT user_id FROM event_store_logins WHERE user_id IN ${world.sql([gone, disabled])}`;
    expect(kept.map(({ user_id }) => user_id)).toEqual([disabled]);
    const policies = [...server.state.policies.values()].flat().map(({ name }) => name);
    expect(policies).not.toContain(databaseOf(gone));
  });

  test('those who connect directly see changed links without Waypost', async () => {
    const id = await addPerson();
    const made = await newPassword(id);
    await addLink(id, Bun.randomUUIDv7(), 'direct');

    await serverSql.maintain();

    expect(await direct('SELECT short_url FROM links', made)).toBe('https://go.example/direct');
  });

  test('all go when SQL is switched off, and when the server stops keeping accounts apart', async () => {
    for (const close of [
      () => world.onServer(server, false).maintain(),
      async () => {
        server.state.listsAll = true;
        const broken = world.onServer(server);
        expect(await broken.isProven()).toBe(false);
        await broken.maintain();
        server.state.listsAll = false;
      },
    ]) {
      const made = await newPassword();
      await close();
      expect(await direct('SELECT 1', made)).toContain('Code: 516');
    }
    expect(JSON.stringify(world.log.lines)).toContain('finding other databases in system.tables');
  });

  test('a missing grant is said in one line', async () => {
    server.state.lacking = 'CREATE USER';
    const lacking = world.onServer(server);

    expect(await lacking.isProven()).toBe(false);
    server.state.lacking = null;
    expect(JSON.stringify(world.log.lines)).toContain(
      "Waypost's user lacks the grant CREATE USER ON *.*",
    );
  });
});
