import { afterAll, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { newTenant } from '#tests/support/builders/tenants';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { receiver } from '#tests/support/worlds/webhooks/webhook-world';

const worldWith = (WEBHOOKS: string) => edgeWorld({ env: { WEBHOOKS, WEBHOOKS_IN: '127.0.0.1' } });
const worlds = { on: await worldWith('on'), off: await worldWith('off') };
afterAll(() => Promise.all(Object.values(worlds).map((world) => world[Symbol.asyncDispose]())));

for (const [setting, state, requests] of [
  ['on', 'sent', ['link.created']],
  ['off', 'waiting', []],
] as const) {
  test(`with WEBHOOKS=${setting} a due event is ${state}: ${requests.length} requests`, async () => {
    await using shop = receiver();
    const world = worlds[setting];
    const { cookie, userId } = await newTenant(world);
    // Its webhook has a secret that this installation cannot decrypt.
    await world.sql`DELETE FROM webhooks WHERE user_id = ${userId}`;
    await world.sql`UPDATE events SET is_planned = true WHERE user_id = ${userId}`;
    const json = { url: shop.url, events: ['link.created'] };
    const added = await call(world.api, '/api/v1/webhooks', { method: 'POST', cookie, json });
    const link = { originalUrl: 'https://example.com/' };
    const made = await call(world.api, '/api/v1/links', { method: 'POST', cookie, json: link });
    for (const _ of ['plans', 'sends']) await world.runJobs(/ to webhooks$/);

    expect([added.status, made.status]).toEqual([201, 201]);
    const deliveries = await world.sql`
      SELECT state, due_at <= now() AS "isDue" FROM webhook_deliveries WHERE user_id = ${userId}`;
    expect([...deliveries]).toEqual([{ state, isDue: true }]);
    expect(shop.types()).toEqual([...requests]);
  });
}
