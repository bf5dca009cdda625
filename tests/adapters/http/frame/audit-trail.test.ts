import { afterAll, beforeAll, expect, test } from 'bun:test';
import { auditTrail } from '#adapters/http/frame/audit-trail';
import { setDetail, setAccount, setActor } from '#adapters/http/frame/request-subject';
import type { AuditEntry } from '#core/accounts/audit';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { secret, settingsApp } from '#tests/support/worlds/accounts/settings-app';
import { eventually } from '#tests/support/waiting';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

function trail(keepsNetworks = true) {
  const entries: AuditEntry[] = [];
  const audit = auditTrail({
    record: (entry) => void entries.push(entry),
    addressOf: () => '203.0.113.77',
    keepsNetworks,
    clock: { now: () => Date.UTC(2026, 5, 1) },
  });
  const tell = (answer: ReturnType<typeof answered>) => {
    audit.start(answer.request);
    audit.end(answer);
  };
  return { entries, audit, tell };
}

function answered(line: string, status: number, headers: Record<string, string> = {}) {
  const [method = '', route = ''] = line.split(' ');
  const request = new Request('http://localhost/', { method, headers });
  return { request, requestId: crypto.randomUUID(), route, status };
}

test('[audit-trail] signing in, signing out and account changes are logged', async () => {
  const { entries, audit } = trail();
  const { somebody } = settingsApp(database.sql, audit);
  const ada = await somebody();
  const json = (more: object) => ({ method: 'PUT', json: more });
  const next = { newPassword: 'difference engine', confirmPassword: 'difference engine' };

  await ada.elsewhere('', 'not the password');
  const other = await ada.elsewhere();
  await ada.call('/api/profile', json({ firstName: 'Augusta', lastName: 'King' }));
  await ada.call('/api/profile/password', json({ currentPassword: secret, ...next }));
  await other.call('/api/v1/links/0197a3a0-0000-7000-8000-000000000000');
  await ada.call('/api/v1/links/0197a3a0-0000-7000-8000-000000000000');
  await ada.call('/api/auth/logout', { method: 'POST' });
  await eventually(
    () => entries.length,
    (count) => count >= 8,
  );

  const account = entries[0]?.account ?? { kind: 'unknown' as const };
  expect(account.kind).toBe('known');
  const named = { kind: 'named', email: ada.email } as const;
  const unknown = { kind: 'unknown' } as const;
  expect(entries.map((entry) => [entry.event, entry.outcome, entry.actor, entry.account])).toEqual([
    ['account_opened', 'done', 'session', account],
    ['signed_in', 'refused', 'nobody', named],
    ['signed_in', 'done', 'session', account],
    ['profile_changed', 'done', 'session', account],
    ['password_changed', 'done', 'session', account],
    ['denied', 'refused', 'nobody', unknown],
    ['denied', 'refused', 'session', account],
    ['signed_out', 'done', 'session', account],
  ]);
  expect(entries.every(({ network }) => network === '203.0.113.0')).toBe(true);
  expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(entries.length);
});

test('[audit-trail] keys, secrets, exports, ended sessions and deletions are logged', () => {
  const { entries, tell } = trail();

  for (const line of [
    ...['POST /api/keys', 'DELETE /api/keys/:id', 'DELETE /api/keys'],
    'POST /api/v1/links/:id/postback/rotate',
    ...['GET /api/export/links', 'DELETE /api/sessions/:session', 'DELETE /api/sessions'],
    ...['DELETE /api/profile', 'POST /api/auth/forgot-password', 'POST /api/auth/reset-password'],
  ]) {
    const one = answered(line, 200);
    setActor(one.request, 'session', 'some id');
    tell(one);
  }

  expect(entries.map(({ event }) => event)).toEqual([
    ...([
      'key_created',
      'key_revoked',
      'keys_revoked',
      'secret_renewed',
      'links_exported',
    ] as const),
    ...(['session_ended', 'other_sessions_ended', 'account_deleted'] as const),
    ...(['reset_requested', 'password_reset'] as const),
  ]);
});

test('[audit-trail] a file of numbers is logged with what it has, and a question without a file is not', () => {
  const { entries, tell } = trail();
  const question = answered('POST /api/v1/analytics/query', 200);
  setActor(question.request, 'session', 'some id');
  tell(question);
  const file = answered('POST /api/v1/analytics/query', 200);
  setActor(file.request, 'session', 'some id');
  setDetail(file.request, 'country as csv');
  tell(file);

  expect(entries.map(({ event, detail }) => [event, detail])).toEqual([
    ['numbers_exported', 'country as csv'],
  ]);
});

test('[audit-trail] a rejected person is logged as a denial; invalid input is not', () => {
  const { entries, tell } = trail();

  tell(answered('GET /api/links', 401, { authorization: 'Bearer wp_x' }));
  tell(answered('POST /api/links', 403));
  const key = answered('GET /api/v1/links/:id', 404);
  setActor(key.request, 'key', 'some id');
  tell(key);
  tell(answered('GET /api/links', 401));
  tell(answered('GET /api/nowhere', 404));
  tell(answered('PUT /api/profile/password', 422));
  tell(answered('POST /api/auth/login', 422));
  tell(answered('POST /api/links', 422));
  tell(answered('GET /api/links', 200));
  tell(answered('POST /api/keys', 503));

  expect(entries.map(({ event, outcome, actor }) => [event, outcome, actor])).toEqual([
    ['denied', 'refused', 'nobody'],
    ['denied', 'refused', 'nobody'],
    ['denied', 'refused', 'key'],
    ['password_changed', 'refused', 'nobody'],
  ]);
});

test('[audit-trail] a flood of rejections fills no storage and hides no other entry', () => {
  const { entries, tell } = trail();

  for (let count = 0; count < 500; count += 1) tell(answered('POST /api/links', 403));
  const login = answered('POST /api/auth/login', 200);
  setActor(login.request, 'session', 'some id');
  tell(login);

  expect(entries.filter(({ event }) => event === 'denied')).toHaveLength(100);
  expect(entries.at(-1)?.event).toBe('signed_in');
});

test('[audit-trail] strangers who ask for reset links or log out do not fill the trail', () => {
  const { entries, tell } = trail();

  for (let count = 0; count < 500; count += 1) {
    tell(answered('POST /api/auth/logout', 204));
    const asked = answered('POST /api/auth/forgot-password', 202);
    setAccount(asked.request, { kind: 'named', email: 'ada@example.com' });
    tell(asked);
  }
  const reset = answered('POST /api/auth/reset-password', 204);
  setAccount(reset.request, { kind: 'known', userId: 'some id' });
  tell(reset);

  const events = entries.map(({ event }) => event);
  expect(events.filter((event) => event === 'signed_out')).toEqual([]);
  expect(events.filter((event) => event === 'reset_requested')).toHaveLength(100);
  expect(events.at(-1)).toBe('password_reset');
});

test('[truncated-addresses] no network is stored when IP_STORAGE is none', () => {
  const { entries, tell } = trail(false);

  tell(answered('POST /api/auth/login', 200));

  expect(entries[0]?.network).toBe('');
});

test('[audit-trail] a failed sign-in with a provider is logged as refused', () => {
  const { entries, tell } = trail();

  tell(answered('GET /api/auth/google/callback', 302));
  const back = answered('GET /api/auth/google/callback', 302);
  setActor(back.request, 'session', 'some id');
  tell(back);

  expect(entries.map(({ event, outcome }) => [event, outcome])).toEqual([
    ['signed_in', 'refused'],
    ['signed_in', 'done'],
  ]);
});

test('[audit-trail] the detail of an entry is text that the database can store', () => {
  const { entries, tell } = trail();

  const one = answered('POST /clickhouse', 400);
  setDetail(one.request, "SELECT '\0', '\uD800'");
  tell(one);

  expect(entries.map(({ detail }) => detail)).toEqual(["SELECT '\uFFFD', '\uFFFD'"]);
});
