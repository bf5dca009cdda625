import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { signUp, type Person } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost } from '#tests/support/processes/waypost';

const dataDir = await startedDataDir();
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);

type Row = Record<string, unknown>;

async function listOf(person: Person): Promise<{ conversions: Row[]; totals: Row }> {
  return (await person.get('/api/conversions?timeRange=7d')).json();
}

async function attemptsOf(person: Person, linkId: string): Promise<Row[]> {
  const answer = await person.get(`/api/v1/conversion-attempts?linkId=${linkId}`);
  return (await answer.json()).data;
}

test('[sales-once] images and postbacks become conversions once each, with their trust level', async () => {
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  const owner = await signUp(waypost.url);
  const newLink = () =>
    owner.createLink({ originalUrl: 'https://shop.example/', trackConversions: true });
  const [link, other] = [await newLink(), await newLink()];
  const landed = await visit(`${waypost.url}/${link.shortCode}`);
  const cid = new URL(landed.headers.get('location') ?? '').searchParams.get('wp_cid') ?? '';
  const { secret } = await (await owner.get(`/api/v1/links/${link.id}/postback`)).json();
  const pixel = (code: string, query: string) => visit(`${waypost.url}/api/track/${code}?${query}`);
  const postback = (query: string) =>
    fetch(`${waypost.url}/api/postback?link=${link.shortCode}&secret=${secret}&${query}`);

  // A sign-up and a sale of one order; the sale is repeated for a cent, and for another link.
  await pixel(link.shortCode, `event=signup&order_id=A-1&cid=${cid}`);
  await pixel(link.shortCode, `value=49.99&order_id=A-1&cid=${cid}`);
  await pixel(link.shortCode, `value=0.01&order_id=A-1&cid=${cid}`);
  await pixel(other.shortCode, `value=1.00&order_id=A-2&cid=${cid}`);
  await pixel(link.shortCode, 'event=lead&value=2.00');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => postback('value=10.00&order_id=B-1')),
  );
  await postback('value=4.00&order_id=B-1&status=refunded');

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const list = await eventually(
    () => listOf(owner),
    ({ conversions }) => conversions.length >= 6,
    30,
  );
  const seen = list.conversions.map((row) =>
    [row['eventType'], row['orderId'], row['value'], row['trust'], row['source']].join(' '),
  );
  expect(seen.sort()).toEqual(
    [
      'lead  200 inferred pixel',
      'sale A-1 4999 verified pixel',
      'sale A-2 100 unverified pixel',
      'sale B-1 -400 confirmed postback',
      'sale B-1 1000 confirmed postback',
      'signup A-1 0 verified pixel',
    ].sort(),
  );
  expect(list.totals).toMatchObject({ conversions: 5, revenueCents: 4999 + 100 + 200 + 600 });

  const attempts = await eventually(
    () => attemptsOf(owner, link.id),
    (rows) => rows.length >= 25,
  );
  expect(attempts.filter(({ outcome }) => outcome === 'repeat')).toHaveLength(20);
  const elsewhere = await eventually(
    () => attemptsOf(owner, other.id),
    (rows) => rows.length > 0,
  );
  expect(elsewhere).toMatchObject([
    { source: 'pixel', outcome: 'recorded', value: '1.00', orderId: 'A-2', hasClickId: false },
  ]);
  expect(elsewhere[0]?.['reason']).toContain('another link');
  expect((await fetch(`${waypost.url}/wp.js`)).status).toBe(200);
}, 120_000);
