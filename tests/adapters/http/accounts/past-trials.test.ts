import { expect, test } from 'bun:test';
import { connect } from '#adapters/postgres/connect';
import { forgetPastTrials, recordPastTrial } from '#adapters/postgres/accounts/past-trials';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { somePassword } from '#tests/support/worlds/billing/billing-app';
import { call, cookieOf } from '#tests/support/calls';
import { cleanUps } from '#tests/support/clean-ups';
import { ada } from '#tests/support/doubles/open-id-provider';
import { testDatabase } from '#tests/support/databases/postgres';
import { testSeal } from '#tests/support/seal';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';
import { secret as password, settingsApp } from '#tests/support/worlds/accounts/settings-app';
import { socialWorld } from '#tests/support/worlds/sign-in/social-world';
import { stripeApp } from '#tests/support/worlds/billing/stripe-app';
import { noBans } from '#tests/support/builders/people';
import { someUser } from '#tests/contracts/accounts';

const tidy = cleanUps();
const database = await testDatabase(schema);
tidy.add(database.drop);
const { sql } = database;
const { app, somebody, world } = settingsApp(sql);
// Deletions are stored with the database's own time.
world.time.nowMs = Date.now();

const registered = (email: string) =>
  call(app, '/api/register', { json: { firstName: 'Ada', lastName: 'Byron', email, password } });

/** A person who had an account and deleted it. */
async function gone() {
  const person = await somebody();
  const farewell = await person.call('/api/profile', { method: 'DELETE', json: { password } });
  expect(farewell.status).toBe(204);
  return person;
}

/** The address of an account that was deleted this many months and an hour ago. */
async function deletedBefore(months: number): Promise<string> {
  const { email } = await gone();
  const [key] = testSeal.emailKeys(email.toLowerCase());
  await sql`
    UPDATE past_trials SET deleted_at = now() - make_interval(months => ${months}, hours => 1)
    WHERE address_key = ${key}`;
  return email;
}

test('[one-trial] the email address of a deleted account can register again, without a second trial', async () => {
  const { email } = await gone();

  const answer = await registered(` ${email.toUpperCase()} `);

  expect(answer.status).toBe(201);
  const user = await answer.json();
  expect(user).toMatchObject({ subscriptionStatus: 'expired', trialEndsAt: user.createdAt });
  const cookie = cookieOf(answer);
  expect(await (await call(app, '/api/auth/user', { cookie })).json()).toEqual(user);
  const json = { originalUrl: 'https://example.com/' };
  const refused = await call(app, '/api/links', { cookie, json });
  expect(refused.status).toBe(402);
  expect(await refused.json()).toMatchObject({
    message: 'Your trial has ended. Subscribe to continue.',
  });
});

test('other addresses keep their trial, also the same address with a tag', async () => {
  const { email } = await gone();

  for (const other of [`x${email}`, email.replace('@', '+tag@')]) {
    expect(await (await registered(other)).json()).toMatchObject({ subscriptionStatus: 'trial' });
  }
});

test('[one-trial] only a keyed hash of the address is stored', async () => {
  const { email } = await gone();

  const rows = await sql<{ line: string }[]>`SELECT past_trials::text AS line FROM past_trials`;
  const plain = new Bun.CryptoHasher('sha256').update(email.toLowerCase()).digest('hex');

  expect(rows.length).toBeGreaterThan(0);
  for (const { line } of rows) {
    expect(line.toLowerCase()).not.toContain(email.toLowerCase().slice(4, 40));
    expect(line).not.toContain(plain);
  }
});

test('one year after the deletion there is a trial again, and the hash is deleted', async () => {
  const [yet, over] = [await deletedBefore(11), await deletedBefore(12)];
  const keyOf = (email: string) => testSeal.emailKeys(email.toLowerCase())[0];
  const statusOf = async (email: string) =>
    (await (await registered(email)).json()).subscriptionStatus;

  expect([await statusOf(yet), await statusOf(over)]).toEqual(['expired', 'trial']);

  await forgetPastTrials(sql)();
  const kept = await sql<{ key: string }[]>`SELECT address_key AS key FROM past_trials`;
  const keys = kept.map(({ key }) => key);
  expect([keys.includes(keyOf(yet)), keys.includes(keyOf(over))]).toEqual([true, false]);
});

test('a second deletion within the year does not extend it', async () => {
  const email = await deletedBefore(11);
  const cookie = cookieOf(await registered(email));
  await call(app, '/api/profile', { method: 'DELETE', cookie, json: { password } });

  const [key] = testSeal.emailKeys(email.toLowerCase());
  const [row] = await sql<{ is_old: boolean }[]>`
    SELECT deleted_at < now() - interval '10 months' AS is_old FROM past_trials
    WHERE address_key = ${key}`;
  expect(row).toEqual({ is_old: true });
});

test('a failed deletion stores nothing', async () => {
  const person = await somebody();
  const wrong = { password: 'not the pass phrase' };

  await person.call('/api/profile', { method: 'DELETE', json: wrong });

  const [key] = testSeal.emailKeys(person.email.toLowerCase());
  expect(await sql`SELECT 1 FROM past_trials WHERE address_key = ${key}`).toHaveLength(0);
});

test('registering while the account is being deleted gives no second trial', async () => {
  const { email } = await somebody();
  const others = connect(database.url, { connections: 2 });
  const users = postgresUsers(others, testSeal, noBans);
  const adding = Promise.withResolvers<ReturnType<typeof users.add>>();

  await sql.begin(async (tx) => {
    await tx`DELETE FROM users WHERE lower(email) = ${email.toLowerCase()}`;
    adding.resolve(users.add(someUser({ email }), 'hash'));
    await waitsForLock(others, 'INSERT INTO users');
    await recordPastTrial(tx, email, testSeal);
  });

  expect(await adding.promise).toBe('added_without_trial');
  await others.end();
});

test('a hash under an earlier key counts while that key is configured', async () => {
  const email = `ada.${crypto.randomUUID()}@example.com`;
  const under = (...keys: [string, ...string[]]) => ({
    ...testSeal,
    emailKeys: (text: string): [string, ...string[]] => {
      const [newest, ...earlier] = keys;
      const hash = (key: string) => new Bun.CryptoHasher('sha256', key).update(text).digest('hex');
      return [hash(newest), ...earlier.map(hash)];
    },
  });
  await sql.begin((tx) => recordPastTrial(tx, email, under('one')));
  const add = async (...keys: [string, ...string[]]) => {
    const added = await postgresUsers(sql, under(...keys), noBans).add(someUser({ email }), 'hash');
    await sql`DELETE FROM users WHERE email = ${email}`;
    return added;
  };

  expect(await add('two', 'one')).toBe('added_without_trial');
  expect(await add('two')).toBe('added');
});

test('signing up with Google gives such an address no second trial', async () => {
  const world = await socialWorld(sql);
  tidy.add(world.stop);
  const email = `Grace.${crypto.randomUUID()}@Example.com`;
  await sql.begin((tx) => recordPastTrial(tx, email, testSeal));

  const own = await world.throughGoogle({ ...ada, sub: crypto.randomUUID(), email });

  expect(own.seen).toMatchObject({ status: 302 });
  const user = await own.user();
  const trialEndsAt = user?.['createdAt'];
  expect(user).toMatchObject({ email, subscriptionStatus: 'expired', trialEndsAt });
});

test('an account opened by a payment has the paid plan and no trial after it', async () => {
  const { app: shop, newcomer, stripe } = stripeApp(sql);
  tidy.add(stripe.stop);
  const json = newcomer();
  await sql.begin((tx) => recordPastTrial(tx, json.email, testSeal));
  const began = await call(shop, '/api/create-payment-intent', { json });
  const { paymentIntentId }: { paymentIntentId: string } = await began.json();
  stripe.deeds.pay(paymentIntentId);

  const answer = await call(shop, '/api/confirm-payment', {
    json: { paymentIntentId, password: somePassword },
    cookie: cookieOf(began),
  });

  const user = await answer.json();
  expect(user).toMatchObject({ email: json.email, subscriptionStatus: 'lifetime' });
  expect(user.trialEndsAt).toBe(user.createdAt);
});
