import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { openedBy } from '#tests/support/worlds/billing/billing-app';
import { cleanUps } from '#tests/support/clean-ups';
import { mailsIn } from '#tests/support/readers/mail-files';
import { testDatabase } from '#tests/support/databases/postgres';
import { isRunning, signal } from '#tests/support/processes/processes';
import { closeGate, type GateAt } from '#tests/support/databases/row-gate';
import { signedWebhook, stripeDouble, stripeEnv } from '#tests/support/doubles/stripe-double';
import type { StripeEvent } from '#tests/support/doubles/stripe-state';
import { until } from '#tests/support/until';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();
const dataDir = await newDataDir();
cleanUp.add(dataDir.remove);
const database = await testDatabase();
cleanUp.add(database.drop);
const { sql } = database;
const stripe = stripeDouble();
cleanUp.add(stripe.stop);
let waypost: Waypost | undefined;
cleanUp.add(() => waypost?.killTree());

const password = 'a-pass-phrase-nobody-has';

async function start(): Promise<Waypost> {
  waypost = await startWaypost({
    dataDir: dataDir.path,
    entry: 'tests/support/processes/waypost-with-stripe.ts',
    env: { ...stripeEnv(stripe), DATABASE_URL: database.url },
  });
  // Only delivered events count here: the list of all events is not read again for a long time.
  await until('the events were listed', async () => {
    return (await sql`SELECT FROM payment_lists`).count === 1;
  });
  return waypost;
}

function post({ url }: Waypost, path: string, json: object): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });
}

type Payer = { readonly email: string; readonly paymentId: string };

/** A person who has begun to pay for an account, just before the payment. */
async function payer(running: Waypost): Promise<Payer> {
  const email = `payer-${crypto.randomUUID()}@waypost.test`;
  const person = { email, firstName: 'Ada', lastName: 'Byron' };
  const begun = await openedBy(await post(running, '/api/create-payment-intent', person));
  return { email, paymentId: begun.paymentIntentId };
}

async function register(running: Waypost, { email }: Payer): Promise<void> {
  const person = { email, password, firstName: 'Ada', lastName: 'Byron' };
  expect((await post(running, '/api/register', person)).status).toBe(201);
}

/** Pays, and returns Stripe's event of it. */
function paid({ paymentId }: Payer): StripeEvent {
  stripe.deeds.pay(paymentId);
  const event = stripe.state.events.at(-1);
  if (event === undefined) throw new Error('Stripe told nothing');
  return event;
}

/** The status of the response to a delivery; `none` when there was none. */
async function deliver({ url }: Waypost, event: StripeEvent): Promise<number | 'none'> {
  const { body, signature } = signedWebhook(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const sent = fetch(`${url}/api/webhooks/stripe`, { method: 'POST', headers, body });
  return sent.then(
    ({ status }) => status,
    () => 'none',
  );
}

/** The effects of a payment: its accounts, its paid purchases, its mails and its event. */
async function effectsOf({ email, paymentId }: Payer, event: StripeEvent) {
  const [row] = await sql`
    SELECT
      (SELECT count(*)::int FROM users WHERE email = ${email}) AS accounts,
      (SELECT count(*)::int FROM users
        WHERE email = ${email} AND subscription_status = 'lifetime') AS lifetimes,
      (SELECT count(*)::int FROM purchases JOIN users ON users.id = user_id
        WHERE payment_id = ${paymentId} AND state = 'paid' AND email = ${email}) AS purchases,
      (SELECT count(*)::int FROM outbox JOIN users ON users.id = user_id
        WHERE email = ${email} AND event_key ~ '^(first password|access added) ') AS letters,
      (SELECT count(*)::int FROM payment_events WHERE event_id = ${event.id}) AS events`;
  return row;
}

const none = { accounts: 0, lifetimes: 0, purchases: 0, letters: 0, events: 0 };
const once = { accounts: 1, lifetimes: 1, purchases: 1, letters: 1, events: 1 };

type Moment = {
  readonly at: GateAt;
  /** Kills the process while its transactions wait at the gate, then opens the gate. */
  kill(running: Waypost, open: () => Promise<void>, committed: () => Promise<void>): Promise<void>;
  readonly tag: '' | ' @more';
  /** Whether the effect exists before the event is delivered again. */
  readonly isDone: boolean;
};

const moments: Readonly<Record<string, Moment>> = {
  'before the effect': {
    tag: ' @more',
    at: 'its row',
    isDone: false,
    async kill(running, open) {
      await running.killTree();
      await open();
    },
  },
  'while the effect is committed': {
    tag: ' @more',
    at: 'its commit',
    isDone: true,
    async kill(running, open, committed) {
      await running.killTree();
      await open();
      await committed();
    },
  },
  'between the effect and the answer': {
    tag: '',
    at: 'its commit',
    isDone: true,
    async kill(running, open, committed) {
      // From here on this process receives nothing from Postgres.
      signal(running.pid, 'SIGSTOP');
      await open();
      await committed();
      await running.killTree();
    },
  },
};

for (const [name, { tag, at, kill, isDone }] of Object.entries(moments)) {
  test(`[paid-by-webhook] a webhook whose process is killed ${name} is delivered again and has one effect${tag}`, async () => {
    const running = waypost && isRunning(waypost.pid) ? waypost : await start();
    const [newcomer, owner] = [await payer(running), await payer(running)];
    await register(running, owner);
    const told = [
      { payer: newcomer, event: paid(newcomer) },
      { payer: owner, event: paid(owner) },
    ];
    const seen = async () =>
      (
        await sql`SELECT FROM payment_events WHERE event_id IN ${sql(told.map((each) => each.event.id))}`
      ).count;
    const gate = await closeGate(sql, { table: 'payment_events', at });

    const answers = Promise.all(told.map(({ event }) => deliver(running, event)));
    await gate.reached(told.length);
    await kill(running, gate.open, () =>
      until('the effects are committed', async () => (await seen()) === told.length),
    );
    expect(await answers).toEqual(['none', 'none']);
    await until('its transactions are over', async () => {
      const open = await sql`
        SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'waypost'`;
      return open.count === 0;
    });
    await gate.remove();
    const [first, second] = told.map((each) => effectsOf(each.payer, each.event));
    expect(await first).toEqual(isDone ? once : none);
    expect(await second).toEqual(isDone ? once : { ...none, accounts: 1 });

    const again = await start();
    for (const { event } of told) {
      const twice = [deliver(again, event), deliver(again, event)];
      expect(await Promise.all(twice)).toEqual([200, 200]);
    }
    for (const each of told) expect(await effectsOf(each.payer, each.event)).toEqual(once);
    const addedTo = async () =>
      (await mailsIn(join(dataDir.path, 'mail'), owner.email)).filter(({ subject }) =>
        subject?.startsWith('Lifetime access was added'),
      );
    expect(await eventually(addedTo, (mails) => mails.length > 0)).toHaveLength(1);
  }, 90_000);
}
