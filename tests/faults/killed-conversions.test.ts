import { expect, test } from 'bun:test';
import type { ConversionsJson } from '#contract/conversions/conversions';
import { cleanUps } from '#tests/support/clean-ups';
import { personAt, signUpConfirmed, type Person } from '#tests/support/person';
import { inParallel } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';

const rounds = Number(process.env['WAYPOST_FAULT_ROUNDS'] ?? 3);
const dataDir = await startedDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

const priceCents = 1250;

async function keyOf(owner: Person): Promise<string> {
  const answer = await owner.send('POST', '/api/keys', {
    name: 'Shop',
    scopes: ['conversions:write'],
  });
  const { key }: { key: string } = await answer.json();
  return key;
}

async function totalsOf(owner: Person): Promise<ConversionsJson['totals']> {
  const answer = await owner.get('/api/conversions?timeRange=7d');
  if (!answer.ok) throw new Error(`conversions answered ${answer.status}`);
  const { totals }: ConversionsJson = await answer.json();
  return totals;
}

/** Reports orders, 8 at a time, each with its own number; returns the accepted ones. */
async function reportAll(
  report: (order: number) => Promise<number>,
  orders: readonly number[],
  onAccepted: (count: number) => void = () => {},
): Promise<Set<number>> {
  const accepted = new Set<number>();
  await inParallel({ count: orders.length, parallel: 8 }, async (index) => {
    const order = orders[index] ?? 0;
    const status = await report(order).catch(() => 'cut off' as const);
    if (status === 202) accepted.add(order);
    onAccepted(accepted.size);
  });
  return accepted;
}

test(`[sales-once] [durable-conversions] every accepted conversion is counted once, also after repeats, over ${rounds} kills of all processes`, async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const { cookie, createLink, ...first } = await signUpConfirmed(waypost.url, dataDir.path);
  const { id: linkId } = await createLink({
    originalUrl: 'https://shop.example/',
    trackConversions: true,
  });
  const key = await keyOf({ cookie, createLink, ...first });
  const reportTo = (url: string) => async (order: number) => {
    const answer = await fetch(`${url}/api/v1/conversions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ linkId, orderId: `order-${order}`, value: priceCents }),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  let reported = 0;

  for (let round = 0; round < rounds; round++) {
    const orders = Array.from({ length: 100 }, (_, index) => reported + index);
    const killAfter = 5 + Math.floor(Math.random() * 80);
    const running = waypost;
    let killed: Promise<void> | undefined;
    const accepted = await reportAll(reportTo(running.url), orders, (count) => {
      if (count >= killAfter) killed ??= running.killTree();
    });
    await (killed ?? running.killTree());
    waypost = await startWaypost({ dataDir: dataDir.path });
    const owner = personAt(waypost.url, cookie);

    const certain = reported + accepted.size;
    const found = await eventually(
      () => totalsOf(owner),
      ({ conversions }) => conversions >= certain,
      20,
    );
    // A report that was cut off may have been written without its response arriving.
    expect(found.conversions).toBeLessThanOrEqual(reported + orders.length);

    const again = await reportAll(reportTo(waypost.url), orders);
    expect(again.size).toBe(orders.length);
    reported += orders.length;
    await eventually(
      () => totalsOf(owner),
      ({ conversions }) => conversions >= reported,
      20,
    );
    console.log(
      `round ${round}: killed after ${accepted.size} answers; found ${found.conversions}, then ${reported}`,
    );
  }

  const totals = await totalsOf(personAt(waypost.url, cookie));
  expect(totals.conversions).toBe(reported);
  expect(totals.revenueCents).toBe(reported * priceCents);
}, 600_000);
