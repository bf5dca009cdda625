import { afterAll, describe, expect, test } from 'bun:test';
import { scopes } from '#contract/accounts/api-keys';
import { freshSession } from '#tests/support/worlds/accounts/key-world';
import { createApiKey, findApiKey } from '#core/accounts/api-keys';
import { call } from '#tests/support/calls';
import { mailsIn } from '#tests/support/readers/outbox-mails';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { secret, settingsApp, type Somebody } from '#tests/support/worlds/accounts/settings-app';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());

const newSecret = 'difference engine';
const isIn = async (person: Somebody) => (await person.call('/api/auth/user')).status === 200;
const changed = (person: Somebody, more: Record<string, unknown> = {}) =>
  person.call('/api/profile/password', {
    method: 'PUT',
    json: {
      currentPassword: secret,
      newPassword: newSecret,
      confirmPassword: newSecret,
      ...more,
    },
  });
const farewell = (person: Somebody, password: unknown = secret) =>
  person.call('/api/profile', { method: 'DELETE', json: { password } });

describe('PUT /api/profile', () => {
  test('returns and stores a changed name; omitted fields stay unchanged', async () => {
    const person = await settingsApp(sql).somebody();

    const answer = await person.call('/api/profile', {
      method: 'PUT',
      json: { firstName: ' Augusta ', id: 'mine', profileImageUrl: 'https://evil.example/' },
    });

    expect(answer.status).toBe(200);
    const wanted = { firstName: 'Augusta', lastName: 'Byron', profileImageUrl: null };
    expect(await answer.json()).toMatchObject({ ...wanted, email: person.email });
    expect(await (await person.call('/api/auth/user')).json()).toMatchObject(wanted);
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ lastName: '' }, 'lastName', 'Last name is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
  ])('%j is refused beside its field', async (json, path, message) => {
    const person = await settingsApp(sql).somebody();

    const answer = await person.call('/api/profile', { method: 'PUT', json });

    expect(answer.status).toBe(422);
    const problem = await answer.json();
    expect(problem).toMatchObject({ message });
    expect(problem.issues[0]).toEqual({ path, message });
  });
});

describe('[sensitive-changes] PUT /api/profile/password', () => {
  test('ends all other sessions of the account, and no others', async () => {
    const { somebody } = settingsApp(sql);
    const [person, stranger] = [await somebody(), await somebody()];
    const others = [await person.elsewhere(), await person.elsewhere()];

    const answer = await changed(person);

    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect(await isIn(person)).toBe(true);
    expect(await Promise.all(others.map(isIn))).toEqual([false, false]);
    expect(await isIn(stranger)).toBe(true);
    expect((await person.elsewhere('', secret)).status).toBe(401);
    expect((await person.elsewhere('', newSecret)).status).toBe(200);
  });

  test('keeps the account’s API keys valid and says so by email', async () => {
    const { somebody, world } = settingsApp(sql);
    const person = await somebody();
    const { id } = await (await person.call('/api/auth/user')).json();
    const { nowMs } = world.time;
    const sessions = { find: async (sid: string) => freshSession(sid, nowMs) };
    const ports = { ...world.ports, sessions };
    const wish = { name: 'Shop', scopes: [...scopes] };
    const holder = { id, verified: true, token: 'any' };
    const { key, ending } = await createApiKey(ports, holder, wish);
    await sql`TRUNCATE outbox`;

    await changed(person);

    expect(await findApiKey(ports, key)).toMatchObject({ user: { id }, scopes });
    const [mail] = await mailsIn(sql, world.time.nowMs);
    expect(mail?.text).toContain('API keys and postback secrets still work');
    expect(mail?.text).toContain(`These API keys still work: Shop (ends in ${ending}).`);
  });

  test('a wrong current password changes nothing', async () => {
    const person = await settingsApp(sql).somebody();
    const other = await person.elsewhere();

    const answer = await changed(person, { currentPassword: 'not the password' });

    expect(answer.status).toBe(422);
    const message = 'Current password is incorrect';
    expect(await answer.json()).toMatchObject({
      message,
      code: 'invalid',
      issues: [{ path: 'currentPassword', message }],
    });
    expect(await isIn(other)).toBe(true);
    expect((await person.elsewhere()).status).toBe(200);
  });

  test.each([
    [{ currentPassword: '12345' }, 'currentPassword', 'Current password is required'],
    [{ newPassword: '12345' }, 'newPassword', 'New password must be at least 6 characters'],
    [{ confirmPassword: '' }, 'confirmPassword', 'Please confirm your password'],
    [{ confirmPassword: 'another one' }, 'confirmPassword', "Passwords don't match"],
    [
      { newPassword: 'password', confirmPassword: 'password' },
      'newPassword',
      'This password is too easy to guess. Please choose another one.',
    ],
  ])('%j is refused beside its field', async (more, path, message) => {
    const person = await settingsApp(sql).somebody();

    const answer = await changed(person, more);

    expect(answer.status).toBe(422);
    const problem = await answer.json();
    expect(problem).toMatchObject({ message });
    expect(problem.issues[0]).toEqual({ path, message });
  });

  test('[guess-limits] guesses from an open session are limited like guesses at login', async () => {
    const person = await settingsApp(sql).somebody();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await changed(person, { currentPassword: `guess ${n}!` })).status);
    }

    expect(statuses[0]).toBe(422);
    expect(statuses.at(-1)).toBe(429);
    expect((await farewell(person)).status).toBe(429);
  });

  test('only one of two concurrent changes succeeds', async () => {
    const person = await settingsApp(sql).somebody();

    const answers = await Promise.all(
      ['difference engine', 'jacquard loom'].map((wish) =>
        changed(person, { newPassword: wish, confirmPassword: wish }),
      ),
    );

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 422]);
  });
});

describe('[complete-erasure] DELETE /api/profile', () => {
  test('leaves no personal data, only tombstones of the links', async () => {
    const { somebody, removed } = settingsApp(sql);
    const person = await somebody('Marker/7');
    const json = { originalUrl: 'https://marker.example/', customAlias: 'marker-alias' };
    const link = await (await person.call('/api/links', { json })).json();
    await person.call('/api/v1/settings', {
      method: 'PATCH',
      json: { linkDefaults: { expirationDays: 7 } },
    });
    const { id } = await (await person.call('/api/auth/user')).json();

    const answer = await farewell(person);

    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toStartWith('waypost_session=; Max-Age=0;');
    expect(removed).toEqual([link.id]);
    expect(await isIn(person)).toBe(false);
    expect((await person.elsewhere()).status).toBe(401);
    expect(await rowsAbout(id)).toEqual(['deleted_accounts', 'erasures']);
    expect(await sql`SELECT link_id FROM link_names WHERE folded_name = 'marker-alias'`).toEqual(
      expect.arrayContaining([{ link_id: null }]),
    );
    expect(await sql`SELECT finished_at FROM erasures WHERE link_id = ${link.id}`).toEqual(
      expect.arrayContaining([{ finished_at: null }]),
    );
  });

  test('never gives an alias of a deleted account to somebody else', async () => {
    const { somebody } = settingsApp(sql);
    const [person, other] = [await somebody(), await somebody()];
    const json = { originalUrl: 'https://a.example/', customAlias: 'once-mine' };
    await person.call('/api/links', { json });
    await farewell(person);

    const answer = await other.call('/api/links', { json });

    expect(answer.status).toBe(409);
    expect(await isIn(other)).toBe(true);
  });

  test('allows the email address to register again', async () => {
    const { app, somebody } = settingsApp(sql);
    const person = await somebody();
    await farewell(person);

    const json = { firstName: 'Ada', lastName: 'Byron', email: person.email, password: secret };

    expect((await call(app, '/api/register', { json })).status).toBe(201);
  });

  test.each([['not the password'], ['12345'], [undefined], [7]])(
    'does nothing without the password (%p)',
    async (password) => {
      const person = await settingsApp(sql).somebody();

      const answer = await farewell(person, password ?? null);

      expect(answer.status).toBe(422);
      expect(await isIn(person)).toBe(true);
    },
  );
});

/** The tables with a row about the account. */
async function rowsAbout(userId: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;
  const speaking: string[] = [];
  for (const { name } of tables) {
    const found = await sql`
      SELECT 1 FROM ${sql(name)} AS row WHERE to_jsonb(row)::text LIKE ${`%${userId}%`} LIMIT 1`;
    if (found.length > 0) speaking.push(name);
  }
  return speaking;
}
