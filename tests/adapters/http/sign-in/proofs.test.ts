import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import type { Mail } from '#core/shared/mail';
import { appUrl, call, cookiesOf } from '#tests/support/calls';
import { linkIn, tokenOf } from '#tests/support/readers/mail-files';
import { testDatabase } from '#tests/support/databases/postgres';
import { proofWorld, secret } from '#tests/support/worlds/sign-in/proof-world';
import { testSeal } from '#tests/support/seal';
import { noBans } from '#tests/support/builders/people';
import { schema } from '#tests/support/databases/schema';

const database = await testDatabase(schema);
const { sql } = database;
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`TRUNCATE outbox, email_proofs, password_resets`;
});

const newSecret = 'difference engine no. 2';
const invalidLink = { code: 'invalid_link', message: 'This link is invalid or has expired' };
const someAddress = () => `augusta.${crypto.randomUUID()}@example.com`;
const tokenIn = (mail: Mail | undefined) => tokenOf(linkIn(mail, '/verify'));

describe('the email address of a new account', () => {
  test('[proven-addresses] [mailed-links] is confirmed by the link in the welcome mail, which points to APP_URL', async () => {
    const { app, somebody, mails } = proofWorld(sql);
    const email = someAddress();
    const json = { firstName: 'Ada', lastName: 'Byron', email, password: secret };
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    await call(app, '/api/register', { json, headers });
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: email, subject: expect.stringContaining('Welcome') });
    expect(linkIn(mail, '/verify')).toStartWith(`${appUrl}/verify?token=`);
    expect(JSON.stringify(mail)).not.toContain('evil');

    const ada = await somebody();
    expect((await ada.me()).verified).toBe(false);
    const answer = await ada.verify(ada.welcome);

    expect([answer.status, await answer.text()]).toEqual([204, '']);
    expect((await ada.me()).verified).toBe(true);
    expect(await ada.isIn()).toBe(true);
  });

  test('can be confirmed in any browser, without signing anybody in', async () => {
    const { app, somebody } = proofWorld(sql);
    const ada = await somebody();

    const answer = await call(app, '/api/auth/verify-email', { json: { token: ada.welcome } });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await ada.me()).verified).toBe(true);
  });

  test('a link works once, also for concurrent uses, and for seven days', async () => {
    const { somebody, world } = proofWorld(sql);
    const [ada, late] = [await somebody(), await somebody()];

    const answers = await Promise.all(Array.from({ length: 6 }, () => ada.verify(ada.welcome)));
    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([204, 409, 409, 409, 409, 409]);

    world.time.nowMs += 7 * dayMs;
    const answer = await late.verify(late.welcome);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(invalidLink);
  });

  test('a new link can be requested five times an hour, and earlier links stay valid', async () => {
    const { somebody, mails, world } = proofWorld(sql);
    const ada = await somebody();
    const resend = () => ada.call('/api/auth/resend-verification', { method: 'POST' });

    const answers = await Promise.all(Array.from({ length: 8 }, resend));

    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBe(3600);
    expect(await mails()).toHaveLength(5);
    world.time.nowMs += hourMs;
    expect((await resend()).status).toBe(202);
    expect((await ada.verify(ada.welcome)).status).toBe(204);
    await mails();
    expect((await resend()).status).toBe(202);
    expect(await mails()).toEqual([]);
  });

  test('its token is not readable anywhere', async () => {
    const { somebody } = proofWorld(sql);
    const ada = await somebody();

    const rows = await sql`SELECT email_proofs::text AS row FROM email_proofs`;

    expect(ada.welcome.length * 6).toBeGreaterThanOrEqual(256);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(ada.welcome);
  });

  test('[proven-addresses] is also confirmed by a password reset, which removes what an unconfirmed owner left', async () => {
    const { app, somebody, mails } = proofWorld(sql);
    const squatter = await somebody();
    await sql`
      INSERT INTO api_keys (id, user_id, name, key_digest, ending, scopes, created_at)
      SELECT gen_random_uuid(), id, 'old', ${'a'.repeat(64)}, 'beef', '{}', now() FROM users
      WHERE lower(email) = ${squatter.email.toLowerCase()}`;
    const planned = someAddress();
    await squatter.changeEmail(planned);
    const [toPlanned] = await mails();

    await call(app, '/api/auth/forgot-password', { json: { email: squatter.email } });
    const token = tokenOf(linkIn((await mails()).at(-1), '/reset-password'));
    const json = { token, newPassword: newSecret, confirmPassword: newSecret };
    expect((await call(app, '/api/auth/reset-password', { json })).status).toBe(204);

    const owner = await squatter.elsewhere(newSecret);
    expect(await squatter.isIn()).toBe(false);
    expect((await squatter.elsewhere(secret)).status).toBe(401);
    expect((await owner.me()).verified).toBe(true);
    expect(await (await owner.call('/api/v1/keys')).json()).toMatchObject({ data: [] });
    expect((await squatter.verify(tokenIn(toPlanned))).status).toBe(400);
    expect((await owner.me()).email).toBe(squatter.email);
  });
});

describe('[sensitive-changes] a new email address', () => {
  test('takes effect when its link is opened, which ends every other session', async () => {
    const { somebody, mails } = proofWorld(sql);
    const ada = await somebody();
    const other = await ada.elsewhere();
    const wish = someAddress();

    const asked = await ada.changeEmail(` ${wish} `);
    const sent = await mails();
    const meanwhile = [await ada.me(), await ada.pending()];
    const opened = await ada.verify(tokenIn(sent.find(({ to }) => to === wish)));

    expect(asked.status).toBe(200);
    expect(await asked.json()).toMatchObject({ email: ada.email });
    expect(Object.fromEntries(sent.map(({ to, subject }) => [to, subject]))).toEqual({
      [ada.email]: 'Your Waypost email address is about to change',
      [wish]: 'Confirm your new email address for Waypost',
    });
    expect(sent.find(({ to }) => to === ada.email)?.text).not.toContain('/verify');
    expect(meanwhile).toMatchObject([{ email: ada.email }, { email: wish }]);
    expect(opened.status).toBe(204);
    expect(await ada.me()).toMatchObject({ email: wish, verified: true });
    expect(await ada.pending()).toEqual({ email: null });
    expect(await other.isIn()).toBe(false);
    expect((await ada.elsewhere(secret, ada.email)).status).toBe(401);
    expect((await ada.elsewhere(secret, wish)).status).toBe(200);
    expect(await mails()).toMatchObject([
      { to: ada.email, subject: 'Your Waypost email address was changed' },
    ]);
  });

  test('when confirmed in a browser without a session of the account, ends all sessions', async () => {
    const { app, somebody, mails } = proofWorld(sql);
    const [ada, stranger] = [await somebody(), await somebody()];
    await ada.changeEmail(someAddress());
    const token = tokenIn((await mails()).find(({ subject }) => subject.includes('new email')));

    const cookie = stranger.cookie;
    const opened = await call(app, '/api/auth/verify-email', { json: { token }, cookie });

    expect(opened.headers.get('set-cookie')).toBeNull();
    expect([await ada.isIn(), await stranger.isIn()]).toEqual([false, true]);
  });

  test('[no-lock-outs] leaves the browser that stays signed in a known one', async () => {
    const { app, world, somebody, mails } = proofWorld(sql);
    const ada = await somebody();
    const wish = someAddress();
    await ada.changeEmail(wish);
    const token = tokenIn((await mails()).find(({ to }) => to === wish));
    world.time.nowMs += secondMs;
    const opened = await ada.verify(token);
    for (let n = 0; n < 10; n += 1) await ada.elsewhere(`guess no. ${n}`, wish);

    const json = { email: wish, password: secret };
    const unknown = await call(app, '/api/auth/login', { json });
    const known = await call(app, '/api/auth/login', { json, cookie: cookiesOf(opened) });

    expect([unknown.status, known.status]).toEqual([429, 200]);
  });

  test('invalidates a pending reset and the welcome link', async () => {
    const { app, somebody, mails } = proofWorld(sql);
    const ada = await somebody();
    await call(app, '/api/auth/forgot-password', { json: { email: ada.email } });
    const reset = tokenOf(linkIn((await mails()).at(-1), '/reset-password'));
    const wish = someAddress();
    await ada.changeEmail(wish);
    await ada.verify(tokenIn((await mails()).find(({ to }) => to === wish)));

    const json = { token: reset, newPassword: newSecret, confirmPassword: newSecret };
    expect((await call(app, '/api/auth/reset-password', { json })).status).toBe(400);
    expect((await ada.verify(ada.welcome)).status).toBe(400);
    expect((await ada.me()).email).toBe(wish);
  });

  test('is canceled by its owner, by a newer change, and after a day', async () => {
    const { somebody, mails, world } = proofWorld(sql);
    const ada = await somebody();
    const wish = async () => {
      await ada.sayPassword();
      const to = someAddress();
      expect((await ada.changeEmail(to)).status).toBe(200);
      return tokenIn((await mails()).find((mail) => mail.to === to));
    };

    const first = await wish();
    const second = await wish();
    expect((await ada.verify(first)).status).toBe(400);
    await ada.call('/api/profile/email-change', { method: 'DELETE' });
    expect(await ada.pending()).toEqual({ email: null });
    expect((await ada.verify(second)).status).toBe(400);
    const third = await wish();
    world.time.nowMs += dayMs;
    expect((await ada.verify(third)).status).toBe(400);
    expect((await ada.me()).email).toBe(ada.email);
  });

  test('is canceled by a changed or reset password', async () => {
    const { app, somebody, mails } = proofWorld(sql);
    const [ada, bob] = [await somebody(), await somebody()];
    await ada.changeEmail(someAddress());
    const adas = tokenIn((await mails()).find(({ subject }) => subject.includes('new email')));
    await bob.verify(bob.welcome);
    await bob.changeEmail(someAddress());
    const bobs = tokenIn((await mails()).find(({ subject }) => subject.includes('new email')));

    await ada.call('/api/profile/password', {
      method: 'PUT',
      json: { currentPassword: secret, newPassword: newSecret, confirmPassword: newSecret },
    });
    await call(app, '/api/auth/forgot-password', { json: { email: bob.email } });
    const token = tokenOf(linkIn((await mails()).at(-1), '/reset-password'));
    const json = { token, newPassword: newSecret, confirmPassword: newSecret };
    await call(app, '/api/auth/reset-password', { json });

    expect((await ada.verify(adas)).status).toBe(400);
    expect((await ada.verify(bobs)).status).toBe(400);
  });

  test('can be requested even if it is taken; only its owner learns this from the link', async () => {
    const { somebody, mails } = proofWorld(sql);
    const [ada, bob] = [await somebody(), await somebody()];
    const free = someAddress();
    const plain = async (answer: Response) => {
      const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id');
      return { status: answer.status, headers, body: await answer.text() };
    };

    const taken = await plain(await ada.changeEmail(bob.email.toUpperCase()));
    const sent = await mails();
    const untaken = await plain(await ada.changeEmail(free));
    await ada.changeEmail(bob.email);
    const token = tokenIn((await mails()).find(({ to }) => to === bob.email));
    const opened = await ada.verify(token);

    expect(taken).toEqual(untaken);
    expect(sent).toHaveLength(2);
    expect(opened.status).toBe(409);
    expect(await opened.json()).toMatchObject({ code: 'email_taken' });
    expect((await ada.me()).email).toBe(ada.email);
    expect((await bob.me()).email).toBe(bob.email);
  });

  test('is assigned to one of two accounts that confirm it at the same moment', async () => {
    const { somebody, mails } = proofWorld(sql);
    const people = [await somebody(), await somebody()];
    const wish = someAddress();
    const tokens: string[] = [];
    for (const person of people) {
      await person.changeEmail(wish);
      tokens.push(tokenIn((await mails()).find(({ to }) => to === wish)));
    }

    const answers = await Promise.all(people.map((person, n) => person.verify(tokens[n] ?? '')));

    const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([204, 409]);
    expect(await postgresUsers(sql, testSeal, noBans).findByEmail(wish)).not.toBeNull();
  });
});

describe('[sensitive-changes] a sensitive change', () => {
  test('needs a password confirmed within ten minutes; signing in counts', async () => {
    const { somebody, world, mails } = proofWorld(sql);
    const ada = await somebody();
    await ada.verify(ada.welcome);
    world.time.nowMs += 10 * minuteMs - 1;
    expect((await ada.newKey()).status).toBe(201);
    world.time.nowMs += 1;

    const refused = [await ada.newKey(), await ada.changeEmail(someAddress())];
    const name = { method: 'PUT', json: { firstName: 'Augusta', email: ada.email } };
    expect((await ada.call('/api/profile', name)).status).toBe(200);

    expect(refused.map(({ status }) => status)).toEqual([403, 403]);
    expect(await refused[0]?.json()).toMatchObject({
      code: 'reauth_required',
      message: 'Please enter your password to continue',
    });
    expect(await mails()).toEqual([]);
    expect((await ada.sayPassword('not the password')).status).toBe(422);
    expect((await ada.newKey()).status).toBe(403);
    expect((await ada.sayPassword()).status).toBe(204);
    expect((await ada.newKey()).status).toBe(201);
    expect((await ada.changeEmail(someAddress())).status).toBe(200);
  });

  test('is allowed only for the session that confirmed the password', async () => {
    const { somebody, world } = proofWorld(sql);
    const ada = await somebody();
    await ada.verify(ada.welcome);
    const other = await ada.elsewhere();
    world.time.nowMs += hourMs;

    await other.sayPassword();

    expect((await ada.newKey()).status).toBe(403);
    expect((await other.newKey()).status).toBe(201);
    expect((await (await ada.elsewhere()).newKey()).status).toBe(201);
  });

  test('[guess-limits] password guesses count like those at login, and the right password resets them', async () => {
    const { somebody } = proofWorld(sql);
    const ada = await somebody();
    const statuses: number[] = [];
    for (let n = 0; n < 9; n += 1) statuses.push((await ada.sayPassword(`guess ${n}!`)).status);
    expect(new Set(statuses)).toEqual(new Set([422]));

    const json = { currentPassword: secret, newPassword: newSecret, confirmPassword: newSecret };
    expect((await ada.call('/api/profile/password', { method: 'PUT', json })).status).toBe(204);

    for (let n = 0; n < 9; n += 1) {
      expect((await ada.sayPassword(`guess ${n}!`)).status).toBe(422);
    }
    expect((await ada.sayPassword(newSecret)).status).toBe(204);
  });

  test('[proven-addresses] API keys require a confirmed email address', async () => {
    const { somebody } = proofWorld(sql);
    const ada = await somebody();

    const answer = await ada.newKey();
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({
      code: 'email_unverified',
      message: 'Confirm your email address before you create API keys',
    });

    await ada.verify(ada.welcome);
    expect((await ada.newKey()).status).toBe(201);
  });
});

describe('a changed password', () => {
  const changed = (ada: Awaited<ReturnType<ReturnType<typeof proofWorld>['somebody']>>) =>
    ada.call('/api/profile/password', {
      method: 'PUT',
      json: { currentPassword: secret, newPassword: newSecret, confirmPassword: newSecret },
    });

  test('[sensitive-changes] cancels pending resets, sends one notice by mail, and counts as a confirmation', async () => {
    const { app, somebody, mails, world } = proofWorld(sql);
    const ada = await somebody();
    await ada.verify(ada.welcome);
    await call(app, '/api/auth/forgot-password', { json: { email: ada.email } });
    const token = tokenOf(linkIn((await mails()).at(-1), '/reset-password'));
    world.time.nowMs += hourMs;

    await changed(ada);

    expect(await mails()).toMatchObject([
      { to: ada.email, subject: 'Your Waypost password was changed' },
    ]);
    const json = { token, newPassword: 'jacquard loom', confirmPassword: 'jacquard loom' };
    expect((await call(app, '/api/auth/reset-password', { json })).status).toBe(400);
    expect((await ada.newKey()).status).toBe(201);
  });

  test('[sensitive-changes] rejects sign-ins with the old password that are still running', async () => {
    const { app, somebody, ports } = proofWorld(sql);
    const ada = await somebody();
    const { promise: proven, resolve: tellProven } = Promise.withResolvers<void>();
    const { promise: hasChanged, resolve: goOn } = Promise.withResolvers<void>();
    const slow = proofWorld(sql);
    const verify = slow.ports.passwords.verify;
    slow.ports.passwords.verify = async (...asked) => {
      const isRight = await verify(...asked);
      tellProven();
      await hasChanged;
      return isRight;
    };

    const json = { email: ada.email, password: secret };
    const login = call(slow.app, '/api/auth/login', { json });
    await proven;
    expect((await changed(ada)).status).toBe(204);
    goOn();

    expect((await login).status).toBe(401);
    expect(await ports.sessions.of((await ada.me()).id)).toHaveLength(1);
    expect((await call(app, '/api/auth/login', { json })).status).toBe(401);
  });
});
