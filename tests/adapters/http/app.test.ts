import { beforeAll, describe, expect, test } from 'bun:test';
import { createApp } from '#adapters/http/app';
import { sessionCookie } from '#adapters/http/session-cookie';
import { Refusal } from '#core/shared/refusal';
import { userAgents } from '#adapters/user-agent/agents';
import { accountWorld, ada } from '#tests/support/account-world';
import { appUrl, call, cookieOf, memoryLog } from '#tests/support/calls';
import { keyWorld } from '#tests/support/key-world';
import { linkWorld, owner } from '#tests/support/link-world';
import { reportWorld } from '#tests/support/report-world';

const accounts = accountWorld();
const session = { cookie: sessionCookie(appUrl), currentUser: accounts.currentUser };
const notAskedHere = () => Promise.reject(new Error('not asked here'));
const app = createApp({
  appUrl,
  log: memoryLog(),
  isOutage: () => false,
  readiness: () => ({
    phase: 'serving',
    canRedirect: true,
    postgres: 'up',
    clickhouse: 'up',
    spool: 'up',
    cache: 'up',
  }),
  accounts: { ...accounts, session, addressOf: () => '203.0.113.7' },
  profile: {
    session,
    addressOf: () => '203.0.113.7',
    changeProfile: notAskedHere,
    changePassword: notAskedHere,
    deleteAccount: notAskedHere,
  },
  sessions: {
    ...{ session, listSessions: notAskedHere, revokeSession: notAskedHere },
    describeAgent: userAgents(),
  },
  settings: { session, readLinkDefaults: notAskedHere, changeLinkDefaults: notAskedHere },
  passwordResets: {
    requestReset: notAskedHere,
    resetPassword: notAskedHere,
    addressOf: () => '203.0.113.7',
  },
  links: { ...linkWorld(), session, shortOrigin: appUrl },
  ingress: {
    session,
    addressOf: () => '203.0.113.7',
    trackByPixel: () => Promise.resolve(),
    takePostback: () => Promise.reject(new Refusal('unauthenticated', 'not proven')),
    listAttempts: notAskedHere,
  },
  apiKeys: { ...keyWorld(), session },
  postbackSecrets: { ...keyWorld(), session, shortOrigin: appUrl },
  reportedConversions: {
    ...{ findKey: keyWorld().findKey, reportConversion: reportWorld().reportConversion },
    answerConversions: notAskedHere,
  },
  analytics: { session, answerAnalytics: notAskedHere },
  conversions: {
    session,
    answerConversions: notAskedHere,
    recordByHand: notAskedHere,
    editConversion: notAskedHere,
    removeConversion: notAskedHere,
  },
});

/** What each route answers to somebody without a session. A new route needs a line here. */
const toStrangers: Readonly<Record<string, number>> = {
  'GET /healthz': 200,
  'GET /readyz': 200,
  'POST /api/register': 422,
  'POST /api/auth/login': 422,
  'POST /api/auth/logout': 204,
  'POST /api/auth/forgot-password': 422,
  'POST /api/auth/reset-password': 422,
  'GET /api/auth/user': 401,
  'PUT /api/profile': 401,
  'PUT /api/profile/password': 401,
  'DELETE /api/profile': 401,
  'GET /api/sessions': 401,
  'DELETE /api/sessions/:id': 401,
  'GET /api/settings': 401,
  'PUT /api/settings': 401,
  'GET /api/links': 401,
  'POST /api/links': 401,
  'GET /api/links/:id': 401,
  'PUT /api/links/:id': 401,
  'DELETE /api/links/:id': 401,
  'GET /api/export/links': 401,
  'GET /api/analytics': 401,
  'GET /api/v1/conversions': 401,
  'POST /api/v1/conversions': 401,
  'GET /api/keys': 401,
  'POST /api/keys': 401,
  'DELETE /api/keys/:id': 401,
  'GET /api/links/:id/postback': 401,
  'POST /api/links/:id/postback/rotate': 401,
  'GET /wp.js': 200,
  'GET /api/track/:name': 200,
  'GET /api/postback': 401,
  'POST /api/postback': 401,
  'GET /api/conversions/attempts': 401,
  'GET /api/conversions': 401,
  'POST /api/conversions': 401,
  'PUT /api/conversions/:id': 401,
  'DELETE /api/conversions/:id': 401,
};

const routes = app.routes.map(({ method, path }) => ({
  name: `${method} ${path}`,
  method,
  path: path.replace(':id', owner().id),
}));
const writes = routes.filter(({ method }) => method !== 'GET');
/** What reads no cookie has nothing that another site could borrow. */
const guarded = writes.filter(({ path }) => !/^\/api\/(v1\/|postback$)/.test(path));

let cookie = '';
beforeAll(async () => {
  cookie = cookieOf(await call(app, '/api/register', { json: ada }));
});

test('every route has its line in the table (SEC-20)', () => {
  expect(routes.map(({ name }) => name).sort()).toEqual(Object.keys(toStrangers).sort());
});

describe('somebody without a session (SEC-20)', () => {
  for (const { name, method, path } of routes) {
    test(`${name} answers ${toStrangers[name]}`, async () => {
      const json = method === 'POST' || method === 'PUT' ? { json: {} } : {};

      const response = await call(app, path, { method, ...json });

      expect(response.status).toBe(toStrangers[name] ?? 0);
    });
  }
});

describe('a write that another site makes the browser send (SEC-19)', () => {
  const senders: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: appUrl },
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: 'https://app.localhost' },
    {},
  ];

  for (const { name, method, path } of guarded) {
    test(`${name} is refused, and leaves the session as it was`, async () => {
      for (const sender of senders) {
        const headers = { 'content-type': 'application/json', cookie, ...sender };
        const body = JSON.stringify({ ...ada, email: 'forged@example.com' });

        const response = await app.fetch(
          new Request(`http://localhost${path}`, { method, headers, body }),
        );

        expect(response.status).toBe(403);
        expect(response.headers.get('set-cookie')).toBeNull();
      }
      expect((await call(app, '/api/auth/user', { cookie })).status).toBe(200);
      expect(accounts.users.count()).toBe(1);
    });
  }

  for (const { name, method, path } of writes.filter(({ path }) => path !== '/api/postback')) {
    test(`${name} takes JSON alone`, async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
      ]) {
        const headers = { 'content-type': type };

        const response = await call(app, path, { method, headers, cookie, json: '{"a":1}' });

        expect(response.status).toBe(415);
      }
    });
  }
});

test('a session opens nothing that is for API keys (SEC-25)', async () => {
  for (const { method, path } of routes.filter(({ path }) => path.startsWith('/api/v1/'))) {
    const json = method === 'GET' ? {} : { json: {} };

    expect((await call(app, path, { method, cookie, ...json })).status).toBe(401);
  }
});

test('every answer of every route carries the headers of SEC-37', async () => {
  for (const { method, path } of routes) {
    const { headers } = await call(app, path, { method });

    expect(headers.get('cache-control')).toBe(
      path === '/wp.js' ? 'public, max-age=3600' : 'no-store',
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
