import { describe, expect, test } from 'bun:test';
import { dayMs } from '#core/shared/time';
import { accountApp } from '#tests/support/worlds/accounts/account-app';
import { ada } from '#tests/support/worlds/accounts/account-world';
import { call, cookieOf } from '#tests/support/calls';

const credentials = { email: ada.email, password: ada.password };

async function registered(options: Parameters<typeof accountApp>[0] = {}) {
  const started = accountApp(options);
  const response = await call(started.app, '/api/register', { json: ada });
  return { ...started, response, cookie: cookieOf(response) };
}

describe('the first session', () => {
  test('registering returns 201 with the user, a trial and a session', async () => {
    const { app, world, response, cookie } = await registered();

    expect(response.status).toBe(201);
    const user = await response.json();
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email: 'Ada@Example.com',
      firstName: 'Ada',
      lastName: 'Byron',
      profileImageUrl: null,
      provider: 'email',
      verified: false,
      subscriptionStatus: 'trial',
      trialEndsAt: new Date(world.time.nowMs + 30 * dayMs).toISOString(),
      createdAt: new Date(world.time.nowMs).toISOString(),
    });
    const me = await call(app, '/api/auth/user', { cookie });
    expect(await me.json()).toEqual(user);
  });

  test('signing in returns the user and a new session; signing out ends it', async () => {
    const { app, cookie: first } = await registered();

    const login = await call(app, '/api/auth/login', { json: credentials, cookie: first });
    const second = cookieOf(login);
    const logout = await call(app, '/api/auth/logout', { method: 'POST', cookie: second });

    expect(login.status).toBe(200);
    expect(await login.json()).toMatchObject({ user: { email: 'Ada@Example.com' } });
    expect(logout.status).toBe(204);
    expect(logout.headers.get('set-cookie')).toStartWith('waypost_session=; Max-Age=0;');
    for (const cookie of [first, second]) {
      expect((await call(app, '/api/auth/user', { cookie })).status).toBe(401);
    }
  });

  test('signing out without a session succeeds', async () => {
    const { app } = accountApp();

    expect((await call(app, '/api/auth/logout', { method: 'POST' })).status).toBe(204);
  });
});

describe('[sessions] the session cookie', () => {
  test('is bound to the host over https, and request headers do not change that', async () => {
    const appUrl = 'https://app.example';
    const { app } = accountApp({ appUrl });
    const headers = { origin: appUrl };

    const response = await call(app, '/api/register', { json: ada, headers });

    const [session = '', device = ''] = response.headers.getSetCookie();
    expect(session).toMatch(
      /^__Host-waypost_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(device).toMatch(
      /^__Host-waypost_device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(response.headers.get('strict-transport-security')).toContain('max-age=');
  });

  test('is removed by /api/auth/user when it is invalid', async () => {
    const { app } = accountApp();
    const cookie = `waypost_session=${'A'.repeat(43)}`;

    const response = await call(app, '/api/auth/user', { cookie });

    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toStartWith('waypost_session=; Max-Age=0;');
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  test('is the only place from which a token is accepted', async () => {
    const { app, cookie } = await registered();
    const token = cookie.split('=')[1] ?? '';

    const inQuery = await call(app, `/api/auth/user?waypost_session=${token}&session=${token}`);
    const inHeader = await call(app, '/api/auth/user', {
      headers: { authorization: `Bearer ${token}` },
    });

    expect([inQuery.status, inHeader.status]).toEqual([401, 401]);
  });
});

describe('[hidden-accounts] what a stranger learns about an account', () => {
  test('an unknown address and a wrong password get the same response', async () => {
    const { app } = await registered();
    const answerTo = async (json: object) => {
      const response = await call(app, '/api/auth/login', { json });
      const { requestId, ...problem } = await response.json();
      const headers = Object.fromEntries(response.headers);
      return {
        ...problem,
        ...headers,
        [requestId]: '',
        'x-request-id': '',
        status: response.status,
      };
    };

    const unknown = await answerTo({ ...credentials, email: 'nobody@example.com' });
    const wrong = await answerTo({ ...credentials, password: 'difference engine' });

    expect(Object.values(unknown)).toEqual(Object.values(wrong));
    expect(wrong).toMatchObject({ status: 401, message: 'Invalid email or password' });
  });
});

describe('limits', () => {
  test('[guess-limits] after ten failures the response says how long to wait', async () => {
    const { app, from } = await registered();
    const wrong = { ...credentials, password: 'difference engine' };
    for (let n = 0; n < 10; n += 1) await call(app, '/api/auth/login', { json: wrong });

    const paused = await call(app, '/api/auth/login', { json: credentials });
    from.address = '198.51.100.1';
    const elsewhere = await call(app, '/api/auth/login', { json: credentials });

    expect(paused.status).toBe(429);
    expect(paused.headers.get('retry-after')).toBe('600');
    expect(elsewhere.status).toBe(200);
  });

  test('[rate-limits] addresses of one IPv6 network share a limit', async () => {
    const { app, from } = await registered();
    const wrong = { ...credentials, password: 'difference engine' };
    const statuses: number[] = [];

    for (let n = 0; n < 11; n += 1) {
      from.address = `2001:db8:1:2::${n}`;
      statuses.push((await call(app, '/api/auth/login', { json: wrong })).status);
    }

    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });
});

test('[discreet-logs] logs contain no personal data', async () => {
  const { app, log, cookie, from } = await registered();
  await call(app, '/api/auth/login', { json: { ...credentials, password: 'difference engine' } });
  await call(app, '/api/auth/user?email=ada@example.com', { cookie });
  while (log.lines.length < 3) await Bun.sleep(1);

  // A request's id may by chance contain every word of hexadecimal digits, such as "ada".
  const written = log.lines
    .join('\n')
    .toLowerCase()
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '');

  for (const secret of ['ada', 'engine', from.address, cookie.slice(-43).toLowerCase(), '?']) {
    expect(written).not.toContain(secret);
  }
});
