import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { personAt, signUpConfirmed, type Person } from '#tests/support/person';
import { visit } from '#tests/support/visitor';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

const dataDir = await newDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

type Listed = { conversions: Record<string, unknown>[] };

async function listOf(person: Person): Promise<Listed> {
  const answer = await person.get('/api/conversions?timeRange=7d');
  if (answer.status !== 200) throw new Error(`the list answered ${answer.status}`);
  return answer.json();
}

function reporting(url: string, key: string) {
  return (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${url}/api/v1/conversions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
}

test('[sales-once] a sale that a server reports with a click id counts once, after retries and a kill', async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  const owner = await signUpConfirmed(waypost.url, dataDir.path);
  const link = await owner.createLink({
    originalUrl: 'https://shop.example/',
    trackConversions: true,
    splitTestEnabled: true,
    splitTestUrls: ['https://a.example/', 'https://b.example/'],
  });
  const made = await owner.send('POST', '/api/keys', {
    name: 'Shop',
    scopes: ['conversions:write', 'conversions:read'],
  });
  const { id: keyId, key } = await made.json();
  const landed = await visit(`${waypost.url}/${link.shortCode}`);
  const cid = new URL(landed.headers.get('location') ?? '').searchParams.get('wp_cid');
  expect(cid).toMatch(/^[\w-]{46}$/);

  // 20 concurrent calls for one sale, then the process is killed before the sale must be counted.
  const sale = { cid, value: 4999, profit: 1250, currency: 'EUR' };
  const report = reporting(waypost.url, key);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => report(sale, { 'idempotency-key': 'order-17' })),
  );
  await waypost.killTree();
  expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
  for (const { status } of answers) expect([202, 409]).toContain(status);

  waypost = await startWaypost({ dataDir: dataDir.path });
  const reportAgain = reporting(waypost.url, key);
  const again = await eventually(
    () => reportAgain(sale, { 'idempotency-key': 'order-17' }),
    ({ status }) => status === 202,
    20,
  );
  const { id } = await again.json();
  await reportAgain({ ...sale, orderId: 'A-18' });

  const person = personAt(waypost.url, owner.cookie);
  const list = await eventually(
    () => listOf(person),
    ({ conversions }) => conversions.length >= 2,
    30,
  );
  expect(list.conversions).toHaveLength(2);
  const counted = { linkId: link.id, value: 4999, profit: 1250, currency: 'EUR', variant: 1 };
  const [second, first] = list.conversions;
  expect(first).toMatchObject({ ...counted, id, source: 'api', trust: 'confirmed' });
  expect(second).toMatchObject({ ...counted, orderId: 'A-18' });

  const read = () =>
    fetch(`${waypost?.url}/api/v1/conversions`, {
      headers: { authorization: `Bearer ${key}` },
    });
  const { data } = await (await read()).json();
  const names = { variant: 'A', currency: 'EUR', version: 1 };
  expect(data).toMatchObject(list.conversions.map(({ id: one }) => ({ ...names, id: one })));
  expect((await person.send('DELETE', `/api/keys/${keyId}`)).status).toBe(204);
  expect((await read()).status).toBe(401);
}, 120_000);
