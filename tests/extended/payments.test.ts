import { expect, test } from 'bun:test';
import type { BillingJson, ConfirmedPayment, Offer } from '#contract/billing/billing';
import { openedBy } from '#tests/support/worlds/billing/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { everythingKept } from '#tests/support/databases/everything-kept';
import { signUp } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.stop());

const card = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' };

function post(url: string, path: string, json: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
}

const confirm = (url: string, payment: object) =>
  post(url, '/api/test-payments/confirm', { ...payment, ...card });
const buy = (url: string, newcomer: object) => post(url, '/api/create-payment-intent', newcomer);

test('the test mode sells a subscription and lifetime access through its webhooks', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const { url } = waypost;
  const offer: Offer = await (await fetch(`${url}/api/billing/offer`)).json();
  const person = await signUp(url);
  const billing = async () => {
    const shown: BillingJson = await (await person.get('/api/v1/billing')).json();
    return shown;
  };
  const due = await openedBy(await person.send('POST', '/api/create-subscription', {}));

  const paid = await confirm(url, due);
  const confirmed: ConfirmedPayment = await paid.json();
  const subscribed = await eventually(billing, ({ status }) => status === 'active', 20);

  expect(offer).toMatchObject({ provider: 'test', lifetimeCents: 4900, monthlyCents: 4900 });
  expect(confirmed).toEqual({ status: 'succeeded', message: '' });
  expect(subscribed.card).toMatchObject({ brand: 'visa', last4: '4242' });

  const lifetime = await openedBy(await person.send('POST', '/api/billing/lifetime', {}));
  await confirm(url, lifetime);
  const owned = await eventually(
    billing,
    ({ status, subscription }) => status === 'lifetime' && subscription === null,
    40,
  );
  expect(owned.invoices?.map(({ description }) => description).toSorted()).toEqual([
    'Lifetime access',
    'Waypost Pro',
  ]);
}, 120_000);

test('[payment-outages] a paid account survives a kill before its password was set', async () => {
  if (waypost === undefined) throw new Error('Waypost does not run');
  const newcomer = { firstName: 'Eve', lastName: 'Low', email: 'eve@example.com' };
  const began = await buy(waypost.url, newcomer);
  const { clientSecret } = await openedBy(began);
  const paid = await confirm(waypost.url, { clientSecret });
  await waypost.killTree();
  waypost = await startWaypost({ dataDir: dataDir.path });
  // Repeated API requests would use up the limit of the address.
  await using kept = await everythingKept(dataDir.path);
  await eventually(
    () => kept.sql`SELECT id FROM users WHERE email = ${newcomer.email}`,
    (found) => found.length === 1,
    30,
  );
  const again = await buy(waypost.url, newcomer);

  expect(paid.status).toBe(200);
  expect(again.status).toBe(409);
}, 120_000);

test('[trial-end] without payments everybody can create links after the trial', async () => {
  await waypost?.stop();
  waypost = await startWaypost({ dataDir: dataDir.path, env: { NODE_ENV: 'production' } });
  const person = await signUp(waypost.url);
  await using kept = await everythingKept(dataDir.path);
  await kept.sql`UPDATE users SET trial_ends_at = now() - interval '1 day'`;

  const answer = await person.send('POST', '/api/links', { originalUrl: 'https://shop.example/' });
  const offer: Offer = await (await person.get('/api/billing/offer')).json();

  expect(offer.provider).toBeNull();
  expect(answer.status).toBe(201);
}, 120_000);
