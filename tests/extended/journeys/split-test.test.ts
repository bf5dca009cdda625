import { expect, test } from 'bun:test';
import type { SplitTestJson } from '#contract/split-tests/split-tests';
import { connect } from '#adapters/postgres/connect';
import { embeddedPostgresUrl } from '#tests/support/builders/seeded-links';
import { cleanUps } from '#tests/support/clean-ups';
import { numbersOnceCounted, sumOfClicks } from '#tests/support/readers/numbers';
import { personAt, signUp } from '#tests/support/person';
import { agents, visit } from '#tests/support/visitor';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { eventually } from '#tests/support/waiting';
import { until } from '#tests/support/until';

const dataDir = await startedDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

const destinations = ['https://a.example/', 'https://b.example/', 'https://c.example/'];

/** Every fourth visit does not count: a crawler, a HEAD or a prefetch, in turn. */
function visitNumber(index: number, address: string): Promise<Response> {
  if (index % 4 !== 3) return visit(address);
  const others = [
    { headers: { 'user-agent': agents.crawler } },
    { method: 'HEAD' as const },
    { headers: { 'sec-purpose': 'prefetch' } },
  ];
  return visit(address, others[Math.floor(index / 4) % 3]);
}

test('[even-splits] 300 human visits among 100 others are split exactly evenly, across a stop and a kill', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const owner = await signUp(waypost.url);
  const link = await owner.createLink({
    originalUrl: 'https://shop.example/',
    splitTestEnabled: true,
    splitTestUrls: destinations,
  });
  const seen = new Map<string, number>();

  for (let index = 0; index < 400; index++) {
    if (index === 130) {
      expect(await waypost.stop()).toBe(0);
      waypost = await startWaypost({ dataDir: dataDir.path });
    }
    if (index === 270) {
      await waypost.killTree();
      waypost = await startWaypost({ dataDir: dataDir.path });
    }
    const answer = await visitNumber(index, `${waypost.url}/${link.shortCode}`);
    expect(answer.status).toBe(302);
    const location = answer.headers.get('location') ?? '';
    if (index % 4 !== 3) seen.set(location, (seen.get(location) ?? 0) + 1);
    else expect(location).toBe(destinations[0] ?? '');
  }

  expect(Object.fromEntries(seen)).toEqual(
    Object.fromEntries(destinations.map((url) => [url, 100])),
  );
  const numbers = await numbersOnceCounted(personAt(waypost.url, owner.cookie), 300);
  expect(numbers.totalClicks).toBe(300);
  expect(numbers.botClicks).toBe(100);
  expect(sumOfClicks(numbers.clicksOverTime)).toBe(300);
  expect(sumOfClicks(numbers.deviceStats)).toBe(300);
}, 120_000);

test('[even-splits] 60 visits are shared 5 to 10 to 5 in shuffled rounds, past a paused destination, across a stop and a kill', async () => {
  waypost ??= await startWaypost({ dataDir: dataDir.path });
  const owner = await signUp(waypost.url);
  const { id, shortCode } = await owner.createLink({
    originalUrl: 'https://shop.example/',
    splitTestEnabled: true,
    splitTestUrls: ['https://paused.example/', ...destinations],
  });
  const sql = connect(embeddedPostgresUrl(dataDir.path), { connections: 1 });
  const rotation = { isShuffled: true, shares: [{ fromDay: '2026-01-01', slots: [0, 5, 10, 5] }] };
  await sql`UPDATE links SET split_rotation = ${sql.json(rotation)} WHERE id = ${id}`;
  await sql.end();
  const address = () => `${waypost?.url}/${shortCode}`;
  // A HEAD uses no turn.
  await until('the slots count', async () => {
    const { headers } = await visit(address(), { method: 'HEAD' });
    return headers.get('location') === destinations[0];
  });
  const locations: (string | null)[] = [];

  for (let index = 0; index < 60; index++) {
    if (index === 7) {
      expect(await waypost.stop()).toBe(0);
      waypost = await startWaypost({ dataDir: dataDir.path });
    }
    if (index === 33) {
      await waypost.killTree();
      waypost = await startWaypost({ dataDir: dataDir.path });
    }
    const { headers } = await visit(address());
    locations.push(headers.get('location'));
  }

  const shared = destinations.map((url) => locations.filter((each) => each === url).length);
  expect(shared).toEqual([15, 30, 15]);
}, 120_000);

test('[kept-destination] switched on by its owner, 30 people keep their destination across a kill, and are shared evenly', async () => {
  waypost ??= await startWaypost({ dataDir: dataDir.path });
  const owner = await signUp(waypost.url);
  const { id, shortCode } = await owner.createLink({
    originalUrl: 'https://shop.example/',
    splitTestEnabled: true,
    splitTestUrls: destinations,
  });
  const tests = `/api/v1/links/${id}/split-tests`;
  const [running] = (await (await owner.get(tests)).json()).data;
  const changed = await owner.send('PATCH', `${tests}/${running.id}`, { isSticky: true });
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ isSticky: true, state: 'no_verdict' });
  const address = () => `${waypost?.url}/${shortCode}`;
  const people: { readonly location: string | null; readonly cookie: string }[] = [];

  for (let person = 0; person < 30; person += 1) {
    if (person === 16) {
      await waypost.killTree();
      waypost = await startWaypost({ dataDir: dataDir.path });
    }
    // Until the new test is known, visits belong to the one before.
    const { headers } = await eventually(
      () => visit(address()),
      (answer) => answer.headers.has('set-cookie'),
    );
    people.push({
      location: headers.get('location'),
      cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
    });
    for (const { location, cookie } of people.slice(-3)) {
      const again = await visit(address(), { headers: { cookie } });
      expect(again.headers.get('location')).toBe(location);
      expect(again.headers.get('set-cookie')).toBeNull();
    }
  }

  expect(
    destinations.map((url) => people.filter(({ location }) => location === url).length),
  ).toEqual([10, 10, 10]);
  const [counted] = await eventually(
    async () => (await (await personAt(waypost?.url ?? '', owner.cookie).get(tests)).json()).data,
    ([test]) => sumOfVisits(test) >= 117,
  );
  expect(sumOfVisits(counted)).toBe(30 + 87);
}, 120_000);

function sumOfVisits({ destinations: all }: SplitTestJson): number {
  return all.reduce((sum, { visits }) => sum + visits, 0);
}
