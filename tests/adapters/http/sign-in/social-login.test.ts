import { describe, expect, test } from 'bun:test';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { ticketCookie } from '#adapters/http/cookies/ticket-cookie';
import { hourMs } from '#core/shared/time';
import { call } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { grace, plantedGraphTokens } from '#tests/support/doubles/graph-provider';
import { ada, type Claims, plantedTokens } from '#tests/support/doubles/open-id-provider';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { socialWorld } from '#tests/support/worlds/sign-in/social-world';
import { until } from '#tests/support/until';

const tidy = cleanUps();
const database = await testDatabase(schema);
tidy.add(database.drop);
const { sql } = database;

const newWorld = async (options: Parameters<typeof socialWorld>[1] = {}) => {
  const world = await socialWorld(sql, options);
  tidy.add(world.stop);
  return world;
};
const shared = await newWorld();

let people = 0;
/** A person at Google whom Waypost does not know yet. */
function stranger(more: Partial<Claims> = {}): Claims & { readonly email: string } {
  people += 1;
  const email = `Ada.${people}@Example.com`;
  return { ...ada, sub: `sub-${people}`, email, ...more };
}

const password = 'analytical engine';
const registration = (email: string) => ({ firstName: 'Eve', lastName: 'Moss', email, password });

/** Registers a person with an address that they may not own. */
async function registered(email: string, world = shared) {
  const own = world.browser();
  const answer = await own.ask('/api/register', registration(email));
  expect(answer.status).toBe(201);
  return own;
}

/** Registers a person and opens the mailed link. */
async function verified(email: string, world = shared) {
  const own = await registered(email, world);
  const [welcome] = await world.mailsTo(email);
  const token = /verify\?token=([\w-]+)/.exec(welcome?.text ?? '')?.[1];
  expect((await own.ask('/api/auth/verify-email', { token })).status).toBe(204);
  return own;
}

async function logIn(email: string, secret = password, world = shared) {
  const own = world.browser();
  return (await own.ask('/api/auth/login', { email, password: secret })).status;
}

/** The owner of an address sets a password with the mailed link. */
async function resetBy(email: string, newPassword: string, world = shared) {
  const own = world.browser();
  await own.ask('/api/auth/forgot-password', { email });
  const mail = (await world.mailsTo(email)).findLast(({ text }) => text.includes('reset-password'));
  const token = /reset-password\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  const body = { token, newPassword, confirmPassword: newPassword };
  expect((await own.ask('/api/auth/reset-password', body)).status).toBe(204);
}

describe('a person who signs in with Google', () => {
  test('gets a new account with a confirmed address, and returns to the requested screen', async () => {
    const claims = stranger();

    const own = await shared.throughGoogle(claims, '/links?search=a');

    expect(own.seen).toMatchObject({ status: 302, location: '/links?search=a' });
    const { email } = claims;
    const who = { email, firstName: 'Ada', lastName: 'Byron', provider: 'google', verified: true };
    expect(await own.user()).toMatchObject({ ...who, subscriptionStatus: 'trial' });
    expect(await shared.mailsTo(email)).toEqual([]);
  });

  test('from a screen with a very long address returns to that screen without its filters', async () => {
    const fits = `/links?search=${'a'.repeat(900)}`;

    const [short, long] = [
      await shared.throughGoogle(stranger(), fits),
      await shared.throughGoogle(stranger(), `/links?search=${'a'.repeat(3000)}`),
    ];

    expect([short.seen.location, long.seen.location]).toEqual([fits, '/links']);
  });

  test('returns to the same account by their Google id, with another address too', async () => {
    const claims = stranger();
    const first = await (await shared.throughGoogle(claims)).user();

    const moved = { ...claims, email: stranger().email, email_verified: false };
    const second = await (await shared.throughGoogle(moved)).user();

    expect(second).toEqual(first);
    expect(first).not.toBeNull();
  });

  test('is linked to an existing account with the same confirmed address, with a notice by mail', async () => {
    const claims = stranger();
    const before = await (await verified(claims.email.toLowerCase())).user();

    const own = await shared.throughGoogle(claims);

    expect((await own.user())?.['id']).toBe(before?.['id']);
    expect(await own.user()).toMatchObject({ provider: 'email', verified: true });
    expect(await logIn(claims.email)).toBe(200);
    const subjects = (await shared.mailsTo(claims.email.toLowerCase())).map(
      ({ subject }) => subject,
    );
    expect(subjects).toEqual(['You can now sign in to Waypost with Google']);
  });

  test('[social-sign-in] does not take over an account that is linked to another Google identity', async () => {
    const claims = stranger();
    await shared.throughGoogle(claims);

    const own = await shared.throughGoogle({ ...claims, sub: 'recycled-address' });

    expect(own.seen.location).toBe('/login?provider=google&problem=email_taken');
    expect(await own.user()).toBeNull();
  });

  test('[social-sign-in] gets no account for an address that Google has not verified', async () => {
    const claims = stranger({ email_verified: false });

    const own = await shared.throughGoogle(claims);

    expect(own.seen.location).toBe('/login?provider=google&problem=email_unproven');
    expect(await own.user()).toBeNull();
    expect(await sql`SELECT id FROM users WHERE email = ${claims.email}`).toHaveLength(0);
  });

  test('[social-sign-in] cannot enter a password account with an unverified address', async () => {
    const claims = stranger({ email_verified: false });
    await verified(claims.email);

    const own = await shared.throughGoogle(claims);

    expect(await own.user()).toBeNull();
    const [row] = await sql`SELECT google_id FROM users WHERE email = ${claims.email}`;
    expect(row?.['google_id']).toBeNull();
  });

  test('creates one account, also when several windows return at once', async () => {
    const claims = stranger();

    const all = await Promise.all(Array.from({ length: 6 }, () => shared.throughGoogle(claims)));

    const ids = await Promise.all(all.map(async (own) => (await own.user())?.['id']));
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toBeString();
  });

  test('and registers at the same moment gets one account', async () => {
    const claims = stranger();
    const own = shared.browser();

    await Promise.all([
      own.ask('/api/register', registration(claims.email)),
      shared.throughGoogle(claims),
    ]);

    const again = await shared.throughGoogle(claims);
    expect((await again.user())?.['verified']).toBe(true);
    const rows = await sql`SELECT id FROM users WHERE lower(email) = ${claims.email.toLowerCase()}`;
    expect(rows).toHaveLength(1);
  });

  test('without a last name, or any name, gets an account too', async () => {
    const claims = stranger({ given_name: '', family_name: undefined });

    const user = await (await shared.throughGoogle(claims)).user();

    expect(user).toMatchObject({ firstName: claims.email.split('@')[0], lastName: '' });
  });

  test('[blocklist] and is banned by the operator gets neither a session nor an account', async () => {
    const world = await newWorld();
    const [known, unknown] = [stranger(), stranger()];
    await world.throughGoogle(known);
    for (const { email } of [known, unknown]) world.bannedEmails.add(email.toLowerCase());

    for (const claims of [known, unknown]) {
      const own = await world.throughGoogle(claims);
      expect(own.seen.location).toBe('/login?provider=google&problem=suspended');
      expect(own.jar.get('waypost_session')).toBeUndefined();
    }
    expect(await sql`SELECT id FROM users WHERE email = ${unknown.email}`).toHaveLength(0);
  });

  test('and declines there sees this at the login', async () => {
    const own = shared.browser();

    await own.follow(shared.openId.decline(await own.leave('google')));

    expect(own.seen.location).toBe('/login?provider=google&problem=cancelled');
  });

  test('is asked to retry later during a Google outage', async () => {
    const world = await newWorld();
    const own = world.browser();
    const back = world.openId.consent(await own.leave('google'));
    world.openId.lie({ status: 500 });

    await own.follow(back);

    expect(own.seen.location).toBe('/login?provider=google&problem=away');
    await world.stop();
    world.world.time.nowMs += 2 * hourMs;
    await own.leave('google');
    expect(own.seen.location).toBe('/login?provider=google&problem=away');
  });
});

describe('a person who signs in with Facebook', () => {
  const somebody = () => {
    people += 1;
    return { ...grace, id: `100${people}`, email: `grace.${people}@example.com` };
  };

  test('[social-sign-in] gets an account whose address must still be confirmed by an emailed link', async () => {
    const person = somebody();

    const own = await shared.throughFacebook(person);

    const { email } = person;
    expect(await own.user()).toMatchObject({ email, provider: 'facebook', verified: false });
    const [mail] = await shared.mailsTo(email);
    const token = /verify\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    await own.ask('/api/auth/verify-email', { token });
    expect(await own.user()).toMatchObject({ verified: true });
    expect((await shared.throughFacebook(person)).seen.location).toBe('/');
  });

  test('[social-sign-in] cannot enter an account by an address alone', async () => {
    const person = somebody();
    await verified(person.email);

    const own = await shared.throughFacebook(person);

    expect(own.seen.location).toBe('/login?provider=facebook&problem=email_taken');
    expect(await own.user()).toBeNull();
  });

  test('and shares no email address is told that one is required', async () => {
    const own = await shared.throughFacebook({ id: '1' });

    expect(own.seen.location).toBe('/login?provider=facebook&problem=no_email');
    expect(await own.user()).toBeNull();
  });
});

describe('[proven-addresses] an account that an attacker created first (arXiv 2205.10174)', () => {
  test('created with a password belongs only to the owner after they sign in with Google: classic-federated merge', async () => {
    const claims = stranger();
    const attacker = await registered(claims.email);

    const owner = await shared.throughGoogle(claims);

    const theirs = { provider: 'google', verified: true, firstName: 'Ada', lastName: 'Byron' };
    expect(await owner.user()).toMatchObject(theirs);
    expect(await attacker.user()).toBeNull();
    expect(await logIn(claims.email)).toBe(401);
    const subjects = (await shared.mailsTo(claims.email)).map(({ subject }) => subject);
    expect(subjects).toContain('Your Waypost account is confirmed');
  });

  test('loses its sessions after the owner’s reset: unexpired session', async () => {
    const { email } = stranger();
    const attacker = await registered(email);

    await resetBy(email, 'difference engine');

    expect(await attacker.user()).toBeNull();
    expect(await logIn(email)).toBe(401);
    expect(await logIn(email, 'difference engine')).toBe(200);
  });

  test('loses the attacker’s identity after the owner’s reset: trojan identifier', async () => {
    const { email } = stranger();
    const trojan = { ...grace, id: 'trojan-1', email };
    const attacker = await shared.throughFacebook(trojan);
    expect(await attacker.user()).toMatchObject({ email });

    await resetBy(email, 'difference engine');

    expect(await attacker.user()).toBeNull();
    const again = await shared.throughFacebook(trojan);
    expect(again.seen.location).toBe('/login?provider=facebook&problem=email_taken');
    expect(await logIn(email, 'difference engine')).toBe(200);
  });

  test.each(['reset', 'google'] as const)(
    'cannot change its address afterwards: unexpired email change, then %s',
    async (way) => {
      const claims = stranger();
      const attacker = await registered(claims.email);
      const evil = stranger().email;
      expect((await attacker.ask('/api/profile', { email: evil }, 'PUT')).status).toBe(200);
      const [question] = await shared.mailsTo(evil);
      const token = /verify\?token=([\w-]+)/.exec(question?.text ?? '')?.[1];
      expect(token).toBeString();

      if (way === 'reset') await resetBy(claims.email, 'difference engine');
      else await shared.throughGoogle(claims);

      const late = await shared.browser().ask('/api/auth/verify-email', { token });
      expect(late.status).toBe(400);
      expect(await sql`SELECT id FROM users WHERE email = ${evil}`).toHaveLength(0);
    },
  );

  test('created with a provider that does not verify addresses belongs to the owner after they sign in: non-verifying provider', async () => {
    const claims = stranger();
    const trojan = { ...grace, id: 'trojan-2', email: claims.email };
    const attacker = await shared.throughFacebook(trojan);

    const taken = await shared.browser().ask('/api/register', registration(claims.email));
    const owner = await shared.throughGoogle(claims);

    expect(taken.status).toBe(409);
    expect(await owner.user()).toMatchObject({ provider: 'google', verified: true });
    expect(await attacker.user()).toBeNull();
    expect((await shared.throughFacebook(trojan)).seen.location).toContain('email_taken');
  });

  test('loses the attacker’s API keys', async () => {
    const claims = stranger();
    await registered(claims.email);
    await sql`
      INSERT INTO api_keys (id, user_id, name, scopes, key_digest, ending, created_at)
      SELECT gen_random_uuid(), id, 'trojan', '{conversions:read}', ${'0'.repeat(64)}, 'abcd', now()
      FROM users WHERE email = ${claims.email}`;

    await shared.throughGoogle(claims);

    expect(await sql`SELECT id FROM api_keys WHERE name = 'trojan'`).toHaveLength(0);
  });
});

describe('[social-sign-in] a return from a provider', () => {
  const expired = '/login?provider=google&problem=expired';

  test.each([
    ['is missing', () => null],
    ['is empty', () => ''],
    ['is another', () => 'x'.repeat(43)],
  ])('whose state %s signs nobody in', async (_, stateOf) => {
    const own = shared.browser();
    const back = new URL(shared.openId.consent(await own.leave('google'), stranger()));
    const state = stateOf();
    if (state === null) back.searchParams.delete('state');
    else back.searchParams.set('state', state);

    await own.follow(back.href);

    expect(own.seen.location).toBe(expired);
    expect(await own.user()).toBeNull();
  });

  test('in a different browser signs nobody in', async () => {
    const own = shared.browser();
    const back = shared.openId.consent(await own.leave('google'), stranger());
    const [victim, other] = [shared.browser(), shared.browser()];
    await other.leave('google');

    await victim.follow(back);
    await other.follow(back);

    expect([victim.seen.location, other.seen.location]).toEqual([expired, expired]);
    expect(await victim.user()).toBeNull();
    expect(await other.user()).toBeNull();
  });

  test('works once, even with the same ticket and a new code', async () => {
    const own = shared.browser();
    const claims = stranger();
    const out = await own.leave('google');
    const kept = new Map(own.jar);
    await own.follow(shared.openId.consent(out, claims));
    expect(await own.user()).not.toBeNull();

    const thief = shared.browser();
    kept.forEach((value, name) => thief.jar.set(name, value));
    await thief.follow(shared.openId.consent(out, claims));

    expect(thief.seen.location).toBe(expired);
    expect(await thief.user()).toBeNull();
  });

  test('in two windows at once signs in only one of them', async () => {
    const own = shared.browser();
    const back = shared.openId.consent(await own.leave('google'), stranger());
    const twins = Array.from({ length: 5 }, () => {
      const twin = shared.browser();
      own.jar.forEach((value, name) => twin.jar.set(name, value));
      return twin;
    });

    await Promise.all(twins.map((twin) => twin.follow(back)));

    const locations = twins.map(({ seen }) => seen.location).toSorted();
    expect(locations).toEqual(['/', ...Array.from({ length: 4 }, () => expired)]);
  });

  test('with a ticket of the other provider, or a forged one, signs nobody in', async () => {
    const own = shared.browser();
    const back = shared.graph.consent(await own.leave('facebook'));
    await own.ask(`/api/auth/google/callback${new URL(back).search}`);
    expect(own.seen.location).toBe(expired);

    const forger = shared.browser();
    const forged = shared.openId.consent(await forger.leave('google'), stranger());
    forger.jar.set('waypost_login', `A${(forger.jar.get('waypost_login') ?? '').slice(1)}`);
    await forger.follow(forged);
    expect(forger.seen.location).toBe(expired);
  });

  test('with an invalid ID token signs nobody in, and the log gives the reason without personal data', async () => {
    const world = await newWorld();
    const own = world.browser();
    const claims = stranger();
    const back = world.openId.consent(await own.leave('google'), claims);
    world.openId.lie({ signature: 'foreign' });

    await own.follow(back);

    expect(own.seen.location).toBe('/login?provider=google&problem=untrusted');
    expect(await own.user()).toBeNull();
    expect(world.log.lines.join()).toContain('the answer of an identity provider was rejected');
    expect(world.log.lines.join()).not.toContain(claims.email);
  });

  test('[sessions] ends the previous session of the browser and starts a new one', async () => {
    const own = await registered(stranger().email);
    const before = own.jar.get('waypost_session');
    const claims = stranger();

    await own.follow(shared.openId.consent(await own.leave('google'), claims));

    expect(own.jar.get('waypost_session')).not.toBe(before);
    expect(await own.user()).toMatchObject({ email: claims.email });
    const old = await call(shared.app, '/api/auth/user', { cookie: `waypost_session=${before}` });
    expect(old.status).toBe(401);
  });
});

test.each([
  ...[
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    '/%5cevil',
    'javascript:alert(1)',
  ],
  ...[
    '/\t/evil.example',
    '/%2f/evil.example',
    '///evil',
    'links',
    '/links/../../evil',
    '/Ab3dE5g',
    '',
  ],
])('[social-sign-in] after signing in nobody is led to %j', async (next) => {
  const own = await shared.throughGoogle(stranger(), next);

  expect(own.seen).toMatchObject({ status: 302, location: '/' });
});

test('[social-sign-in] a provider that is not configured returns 404', async () => {
  const world = await newWorld({ hasProviders: false });

  for (const provider of ['google', 'facebook', 'twitter']) {
    for (const path of [`/api/auth/${provider}`, `/api/auth/${provider}/callback?code=x&state=y`]) {
      expect([path, (await world.browser().ask(path)).status]).toEqual([path, 404]);
    }
  }
});

test('[foreign-writes] starting a sign-in, and returning without a result, changes nothing in the database', async () => {
  const counts = () => sql`SELECT count(*) FROM spent_social_tickets`;
  const before = await counts();

  const own = shared.browser();
  await own.leave('google');
  await shared.browser().ask('/api/auth/google/callback?code=x&state=y');

  expect(await counts()).toEqual(before);
});

test('[provider-tokens] no token of a provider is stored in a table or in the log', async () => {
  await shared.throughGoogle(stranger());
  await shared.throughFacebook({ ...grace, id: 'planted-subject', email: stranger().email });
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`;
  const kept: string[] = [];
  for (const { name } of tables) {
    kept.push(JSON.stringify(await sql`SELECT to_jsonb(t) AS line FROM ${sql(name)} t`));
  }
  const everything = [...kept, ...shared.log.lines].join('\n');
  const rests = (text: string) => everything.includes(text);
  const { idTokens } = shared.openId;

  expect(tables.length).toBeGreaterThan(10);
  expect(idTokens.length).toBeGreaterThan(0);
  expect(rests('planted-subject')).toBe(true);
  const tokens = [...plantedTokens, ...plantedGraphTokens, ...idTokens, 'code-planted'];
  expect(tokens.filter(rests)).toEqual([]);
});

test('[audit-trail] the audit trail has successful and failed sign-ins with a provider', async () => {
  const world = await newWorld();
  const own = await world.throughGoogle(stranger());
  const user = await own.user();
  await world.throughGoogle(stranger({ email_verified: false }));
  await until('two sign-ins are noted', () => world.trail.length >= 2);

  expect(world.trail.slice(0, 2)).toMatchObject([
    { event: 'signed_in', outcome: 'done', account: { kind: 'known', userId: user?.['id'] } },
    { event: 'signed_in', outcome: 'refused', actor: 'nobody' },
  ]);
});

test('the cookies are HttpOnly, and Secure exactly when the site uses https', async () => {
  const own = shared.browser();
  await own.leave('google');
  const [line = ''] = own.seen.setCookies;

  expect(line).toMatch(/^waypost_login=[\w-]+; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
  expect(ticketCookie('https://app.example').give('x')).toBe(
    '__Host-waypost_login=x; Max-Age=900; Path=/; HttpOnly; SameSite=Lax; Secure',
  );
  expect(sessionCookie('https://app.example').give('x')).toContain('SameSite=Lax; Secure');
});

test('a person without a password is shown as such, and sets one by email', async () => {
  const claims = stranger();
  const own = await shared.throughGoogle(claims);
  const ways = async () => (await own.ask('/api/profile/sign-in')).json();
  expect(await ways()).toEqual({ hasPassword: false, providers: ['google'] });
  expect(await logIn(claims.email)).toBe(401);

  await resetBy(claims.email, 'difference engine');

  const again = await shared.throughGoogle(claims);
  expect(await (await again.ask('/api/profile/sign-in')).json()).toEqual({
    hasPassword: true,
    providers: ['google'],
  });
  expect(await logIn(claims.email, 'difference engine')).toBe(200);
});
