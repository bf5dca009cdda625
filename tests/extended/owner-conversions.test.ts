import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { signUp } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';

const cleanUp = cleanUps();

test('conversions that an owner records, edits and deletes are in every list immediately', async () => {
  const dataDir = await newDataDir();
  cleanUp.add(dataDir.remove);
  const waypost = await startWaypost({ dataDir: dataDir.path });
  cleanUp.add(() => waypost.killTree());
  const owner = await signUp(waypost.url);
  const { id: linkId } = await owner.createLink({ originalUrl: 'https://shop.example/' });
  const sale = { linkId, eventType: 'sale', value: 4999, profit: 1000 };
  const seen = async () => {
    const [listed, links] = await Promise.all(
      ['/api/conversions', '/api/links'].map(async (path) => (await owner.get(path)).json()),
    );
    return {
      listed: listed.conversions.map(({ value }: { value: number }) => value),
      revenue: [listed.totals.revenueCents, links[0].totalRevenue],
      conversions: [listed.totals.conversions, links[0].totalConversions],
    };
  };

  const record = async () => {
    const recorded = await owner.send('POST', '/api/conversions', sale);
    expect(recorded.status).toBe(201);
    const { id }: { id: string } = await recorded.json();
    return id;
  };
  const remove = async (id: string) =>
    expect((await owner.send('DELETE', `/api/v1/conversions/${id}`)).status).toBe(204);

  // The first start may still be making the event store's tables; afterwards nothing is late.
  const early = await record();
  await eventually(
    () => owner.get('/api/conversions').then(async (answer) => ({ ...(await answer.json()) })),
    ({ conversions = [] }) => conversions.length === 1,
    60,
  );
  await remove(early);

  const id = await record();
  expect(await seen()).toEqual({ listed: [4999], revenue: [4999, 4999], conversions: [1, 1] });

  expect((await owner.send('PATCH', `/api/v1/conversions/${id}`, { value: 2500 })).status).toBe(
    200,
  );
  expect(await seen()).toEqual({ listed: [2500], revenue: [2500, 2500], conversions: [1, 1] });

  await remove(id);
  expect(await seen()).toEqual({ listed: [], revenue: [0, 0], conversions: [0, 0] });
}, 120_000);
