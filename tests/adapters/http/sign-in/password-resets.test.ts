import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { appUrl, call, cookieOf, cookiesOf } from '#tests/support/calls';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { resetWorld, tokenIn } from '#tests/support/worlds/sign-in/reset-world';
import { schema } from '#tests/support/databases/schema';

const oldPassword = 'analytical engine';
const newPassword = 'difference engine no. 2';
const invalidLink = { code: 'invalid_link', message: 'This reset link is invalid or has expired' };

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
beforeEach(async () => {
  await database.sql`TRUNCATE outbox, password_resets`;
});
afterAll(() => database.drop());

/** A person with an account and a session, who may have forgotten their password. */
async function somebody() {
  const started = resetWorld(database.sql);
  const { app, mails } = started;
  const email = `Ada.${crypto.randomUUID()}@Example.com`;
  const person = { firstName: 'Ada', lastName: 'Byron', email, password: oldPassword };
  const registered = await call(app, '/api/register', { json: person });
  const cookie = cookieOf(registered);
  expect(await mails()).toMatchObject([{ subject: expect.stringContaining('Welcome') }]);

  const forget = (headers: Record<string, string> = {}) =>
    call(app, '/api/auth/forgot-password', { json: { email: email.toLowerCase() }, headers });
  const reset = (token: string, password = newPassword) =>
    call(app, '/api/auth/reset-password', {
      json: { token, newPassword: password, confirmPassword: password },
    });
  const logIn = async (password: string) =>
    (await call(app, '/api/auth/login', { json: { email, password } })).status;
  const forgetAndRead = async () => {
    await forget();
    return tokenIn((await mails()).at(-1));
  };
  const browser = cookiesOf(registered);
  return { ...started, email, cookie, browser, forget, reset, logIn, forgetAndRead };
}

describe('[mailed-links] a forgotten password', () => {
  test('is reset by an emailed link, which ends every session and sends a notice', async () => {
    const { app, cookie, email, forget, reset, logIn, mails } = await somebody();

    const asked = await forget();
    const [mail] = await mails();
    const done = await reset(tokenIn(mail));

    expect(asked.status).toBe(202);
    expect(mail).toMatchObject({ to: email, subject: 'Reset your Waypost password' });
    expect(tokenIn(mail).length * 6).toBeGreaterThanOrEqual(128);
    expect(mail?.html).toContain(`href="${appUrl}/reset-password?token=${tokenIn(mail)}"`);
    expect(done.status).toBe(204);
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^waypost_device=/)]);
    expect((await call(app, '/api/auth/user', { cookie })).status).toBe(401);
    expect([await logIn(oldPassword), await logIn(newPassword)]).toEqual([401, 200]);
    expect(await mails()).toMatchObject([
      { to: email, subject: 'Your Waypost password was changed' },
    ]);
  });

  test('the link points to APP_URL and ignores the request’s host headers', async () => {
    const { forget, mails } = await somebody();
    await forget({
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      'sec-fetch-site': 'same-origin',
    });

    const [mail] = await mails();

    expect(mail?.text).toContain(`${appUrl}/reset-password?token=`);
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  test('a link works once', async () => {
    const { forgetAndRead, reset, logIn } = await somebody();
    const token = await forgetAndRead();
    await reset(token);

    const again = await reset(token, 'a third pass phrase');

    expect(again.status).toBe(400);
    expect(await again.json()).toMatchObject(invalidLink);
    expect(await logIn(newPassword)).toBe(200);
  });

  test('of concurrent uses exactly one succeeds', async () => {
    const { forgetAndRead, reset, mails } = await somebody();
    const token = await forgetAndRead();

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => reset(token, `pass phrase no. ${index}`)),
    );

    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([204, ...Array.from({ length: 7 }, () => 400)]);
    expect(await mails()).toHaveLength(1);
  });

  test('a link expires after exactly 24 hours', async () => {
    const { forgetAndRead, reset, world } = await somebody();
    const first = await forgetAndRead();
    world.time.nowMs += dayMs;

    expect((await reset(first)).status).toBe(400);

    const second = await forgetAndRead();
    world.time.nowMs += dayMs - 1;
    expect((await reset(second)).status).toBe(204);
  });

  test('a newer link invalidates an older one', async () => {
    const { forgetAndRead, reset } = await somebody();
    const older = await forgetAndRead();
    const newer = await forgetAndRead();

    expect((await reset(older)).status).toBe(400);
    expect((await reset(newer)).status).toBe(204);
  });

  test('a link requested by somebody else leaves it valid until either is used', async () => {
    const { forgetAndRead, reset, from } = await somebody();
    const own = await forgetAndRead();
    from.address = '198.51.100.66';
    const theirs = await forgetAndRead();

    expect((await reset(own)).status).toBe(204);
    expect((await reset(theirs)).status).toBe(400);
  });

  test('a known browser gets a link, even after many requests by strangers', async () => {
    const { forget, mails, browser, world } = await somebody();
    for (let index = 0; index < 6; index += 1) await forget();
    expect(await mails()).toHaveLength(5);

    for (let index = 0; index < 6; index += 1) await forget({ cookie: browser });
    expect(await mails()).toHaveLength(5);
    world.time.nowMs += hourMs;
    await forget({ cookie: browser });
    expect(await mails()).toHaveLength(1);
  });

  test('an account gets five links per hour, and after that none, with the same response', async () => {
    const { forget, mails, world, from } = await somebody();
    const askFrom = (address: string) => {
      from.address = address;
      return forget();
    };
    for (let index = 0; index < 5; index += 1) await askFrom(`198.51.100.${index}`);

    const sixth = await askFrom('198.51.100.6');

    expect(sixth.status).toBe(202);
    expect(await mails()).toHaveLength(5);
    world.time.nowMs += hourMs;
    await forget();
    expect(await mails()).toHaveLength(1);
  });

  test('concurrent requests get at most five links', async () => {
    const { forget, mails } = await somebody();

    await Promise.all(Array.from({ length: 12 }, () => forget()));

    expect(await mails()).toHaveLength(5);
  });

  test('[hidden-accounts] the response does not reveal whether an address has an account', async () => {
    const { app, forget, mails } = await somebody();
    const plain = async (answer: Response) => {
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
      return { status: answer.status, headers, body: await answer.text() };
    };
    const json = { email: 'nobody@example.com' };

    const known = await plain(await forget());
    const [mail] = await mails();
    const unknown = await plain(await call(app, '/api/auth/forgot-password', { json }));

    expect(unknown).toEqual(known);
    expect(mail).toBeDefined();
    expect(await mails()).toEqual([]);
  });

  test('different passwords are rejected at the second field', async () => {
    const { app, forgetAndRead } = await somebody();
    const token = await forgetAndRead();
    const json = { token, newPassword, confirmPassword: `${newPassword}!` };

    const answer = await call(app, '/api/auth/reset-password', { json });

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      message: "Passwords don't match",
      issues: [{ path: 'confirmPassword' }],
    });
  });

  test('an invalid token is rejected', async () => {
    const { reset, forgetAndRead } = await somebody();
    const token = await forgetAndRead();

    for (const wrong of ['', 'x', token.slice(1), token.toLowerCase(), `${token} `]) {
      expect([wrong, (await reset(wrong)).status]).toEqual([wrong, 400]);
    }
  });

  test('the token and the mail are not readable in the database or the log', async () => {
    const { forget, email, log, mails } = await somebody();
    await forget();
    const { sql } = database;
    const rows = [
      ...(await sql`SELECT * FROM password_resets`),
      ...(await sql`SELECT *, encode(sealed, 'escape') AS plain FROM outbox`),
    ];
    const token = tokenIn((await mails()).at(-1));

    expect(token).not.toBe('');
    for (const kept of [JSON.stringify(rows), log.lines.join()]) {
      expect(kept).not.toContain(token);
      expect(kept).not.toContain('reset-password?token');
      expect(kept.toLowerCase()).not.toContain(email.toLowerCase());
    }
    expect(await sql`SELECT id FROM outbox WHERE sealed IS NOT NULL`).toHaveLength(0);
  });
});

test('[retention] an outdated mail is not sent, and old mails are deleted', async () => {
  const { forget, mails, world } = await somebody();
  await forget();
  world.time.nowMs += dayMs + minuteMs;
  expect(await mails()).toEqual([]);

  world.time.nowMs += 31 * dayMs;
  await forget();
  await mails();

  expect(await database.sql`SELECT id FROM outbox`).toHaveLength(1);
  expect(await database.sql`SELECT token_digest FROM password_resets`).toHaveLength(1);
});
