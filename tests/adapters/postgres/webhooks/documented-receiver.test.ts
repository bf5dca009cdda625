import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '#adapters/embedded/free-port';
import { someLink } from '#tests/support/builders/links';
import { eventually } from '#tests/support/waiting';
import { webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const root = join(import.meta.dir, '../../../..');
const world = await webhookWorld();
afterAll(() => world.drop());

test('[webhook-delivery] the receiver in docs/guides/webhooks.md accepts what is sent, and nothing with another signature', async () => {
  const manual = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
  const code = /```ts\n(.+?)```/s.exec(manual)?.[1] ?? '';
  // The package compares the time of the request with the machine's.
  world.clock.ms = Date.now();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const userId = await world.person();
  const { id, secret } = await world.add(userId, { url });
  const receiver = Bun.spawn([process.execPath, '-e', code], {
    cwd: root,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const status = async (init: RequestInit) => (await fetch(url, init)).status;
  await eventually(
    () => status({ method: 'POST', body: '{}' }),
    (answered) => answered === 400,
  );

  const link = someLink(userId);
  await world.links.add(link);
  await world.send();
  const { items } = await world.ports.deliveries.attempts(userId, id, { limit: 9, from: null });
  receiver.kill();
  const said = await new Response(receiver.stdout).text();

  expect(items.map((attempt) => attempt.status)).toEqual([204]);
  expect(said).toBe(`link.created https://app.example/${link.shortCode}\n`);
});
