import { expect, test } from 'bun:test';
import { cleanUps } from '#tests/support/clean-ups';
import { signUpConfirmed } from '#tests/support/person';
import { eventually } from '#tests/support/waiting';
import { startedDataDir } from '#tests/support/processes/started-data-dir';
import { startWaypost, type Waypost } from '#tests/support/processes/waypost';
import { receiver } from '#tests/support/worlds/webhooks/webhook-world';

const dataDir = await startedDataDir();
let waypost: Waypost | undefined;
const cleanUp = cleanUps();
cleanUp.add(dataDir.remove);
cleanUp.add(() => waypost?.killTree());

const env = { WEBHOOKS_IN: '127.0.0.1' };
/** A claim ends after a minute. */
const withinSeconds = 90;

test('[webhook-delivery] an event whose sender was killed before the answer is sent again after a restart, with the same id @more', async () => {
  const arrived = Promise.withResolvers<void>();
  const killed = Promise.withResolvers<void>();
  await using shop = receiver(async (_, count) => {
    arrived.resolve();
    if (count === 1) await killed.promise;
    return new Response();
  });
  waypost = await startWaypost({ dataDir: dataDir.path, env });
  const person = await signUpConfirmed(waypost.url, dataDir.path);
  const added = await person.send('POST', '/api/v1/webhooks', { url: shop.url });
  expect(added.status).toBe(201);
  const { id } = await added.json();
  await person.createLink({ originalUrl: 'https://shop.example/' });
  await arrived.promise;
  await waypost.killTree();
  killed.resolve();

  waypost = await startWaypost({ dataDir: dataDir.path, env });
  await eventually(
    () => shop.got.length,
    (count) => count === 2,
    withinSeconds,
  );
  expect(new Set(shop.got.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(shop.got.map(({ text }) => text)).size).toBe(1);
  const attempts = await eventually(
    async () => {
      const url = new URL(`/api/v1/webhooks/${id}/attempts`, waypost?.url);
      const answer = await fetch(url, { headers: { cookie: person.cookie } });
      return (await answer.json()).data;
    },
    (data: readonly unknown[]) => data.length > 0,
  );
  expect(attempts).toMatchObject([{ type: 'link.created', attempt: 1, status: 200 }]);
}, 180_000);
