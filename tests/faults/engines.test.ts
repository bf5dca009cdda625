import { afterAll, beforeAll, expect, test } from 'bun:test';
import { awakeTime } from '#tests/support/awake-time';
import { numbersOnceCounted } from '#tests/support/readers/numbers';
import { personAt, signUp, type CreatedLink, type Person } from '#tests/support/person';
import { descendantRunning, signal } from '#tests/support/processes/processes';
import { eventually } from '#tests/support/waiting';
import { until } from '#tests/support/until';
import { inParallel, visit } from '#tests/support/visitor';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await startedDataDir();
let waypost: Waypost;
let owner: Person;
let link: CreatedLink;
let counted = 0;

beforeAll(async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  owner = await signUp(waypost.url);
  link = await owner.createLink({ originalUrl: 'https://shop.example/' });
});

afterAll(async () => {
  await waypost.killTree();
  await dataDir.remove();
});

/** A visit every 20 ms for `seconds`; fails when one of them is not redirected. */
async function visitFor(seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let visits = 0;
  while (performance.now() < end) {
    const answer = await visit(`${waypost.url}/${link.shortCode}`);
    expect(answer.status).toBe(302);
    visits += 1;
    await Bun.sleep(20);
  }
  return visits;
}

test('[without-databases] [counted-once] ClickHouse hanging for 20 s fails no redirect and loses no visit @more', async () => {
  const clickhouse = descendantRunning(waypost.pid, 'clickhouse/child.ts');

  signal(clickhouse, 'SIGSTOP');
  const visits = await visitFor(20);
  signal(clickhouse, 'SIGCONT');
  counted += visits;

  const numbers = await numbersOnceCounted(owner, counted);
  expect(numbers.totalClicks).toBe(counted);
}, 90_000);

/** The process of ClickHouse, as soon as there is one. */
function runningClickHouse(): Promise<number> {
  const find = () => descendantRunning(waypost.pid, 'clickhouse/child.ts');
  return eventually(find, () => true, 40);
}

/** The state of ClickHouse in /readyz. */
async function clickHouseState(): Promise<string> {
  const answer = await fetch(`${waypost.url}/readyz`);
  expect(answer.status).toBe(200);
  return (await answer.json()).dependencies.clickhouse;
}

async function timed(path: string) {
  using awake = awakeTime();
  const answer = await owner.get(path);
  return { answer, seconds: awake.seconds() };
}

test('[health] [no-false-zeros] ClickHouse frozen: degraded within 5 s, lists without totals, analytics 503, and all recover', async () => {
  await until('ClickHouse is up', async () => (await clickHouseState()) === 'up', 40);
  const clickhouse = await runningClickHouse();

  signal(clickhouse, 'SIGSTOP');
  try {
    const underWay = timed('/api/analytics?timeRange=90d');
    await until('degraded', async () => (await clickHouseState()) === 'degraded', 5);
    counted += await visitFor(1);
    const list = await timed('/api/links');
    const analytics = await timed('/api/analytics');
    const cutOff = await underWay;

    expect(list.seconds).toBeLessThan(2);
    expect(await list.answer.json()).toMatchObject([{ id: link.id, totalClicks: null }]);
    for (const { answer } of [analytics, cutOff]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
    }
    expect(analytics.seconds).toBeLessThan(3);
    expect(cutOff.seconds).toBeLessThan(6);
  } finally {
    signal(clickhouse, 'SIGCONT');
  }
  await until('ClickHouse is up again', async () => (await clickHouseState()) === 'up', 40);

  const numbers = await numbersOnceCounted(owner, counted);
  expect(numbers.totalClicks).toBe(counted);
}, 120_000);

test('[without-databases] [counted-once] ClickHouse killed during visits fails no redirect, and each visit is counted once', async () => {
  for (let round = 0; round < 3; round++) {
    // After the kill of the round before, a slow machine takes a while to start the next one.
    const clickhouse = await runningClickHouse();
    const visiting = visitFor(3);
    await Bun.sleep(Math.random() * 1500);
    signal(clickhouse, 'SIGKILL');
    counted += await visiting;
  }

  const numbers = await numbersOnceCounted(owner, counted);
  expect(numbers.totalClicks).toBe(counted);
}, 90_000);

test('[without-databases] without Postgres a restart still redirects known links', async () => {
  const port = Number(new URL(waypost.url).port);
  await waypost.stop();
  // An address where nothing listens simulates a database that is away.
  const unreachable = { DATABASE_URL: 'postgres://waypost:secret@127.0.0.1:9/waypost' };

  const started = performance.now();
  waypost = await startWaypost({
    dataDir: dataDir.path,
    port,
    env: unreachable,
    until: 'redirects',
  });
  const answers = await inParallel({ count: 50, parallel: 10 }, () =>
    visit(`${waypost.url}/${link.shortCode}`),
  );
  console.log(
    `50 redirects answered ${Math.round(performance.now() - started)} ms after the start`,
  );

  expect(answers.map((answer) => answer.status)).toEqual(Array(50).fill(302));
  const unknown = await visit(`${waypost.url}/nobody7`);
  expect(unknown.status).toBe(503);
  expect(unknown.headers.get('retry-after')).not.toBeNull();
  expect((await owner.get('/api/links')).status).toBe(503);

  await waypost.stop();
  waypost = await startWaypost({ dataDir: dataDir.path, port });
  counted += 50;
  const numbers = await numbersOnceCounted(personAt(waypost.url, owner.cookie), counted);
  expect(numbers.totalClicks).toBe(counted);
}, 120_000);
