import { afterAll, expect, test } from 'bun:test';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { dayMs, hourMs, secondMs } from '#core/shared/time';
import { changeWebhook } from '#core/webhooks/own-webhooks';
import { tellOfTroubles } from '#core/webhooks/tell-owner';
import { someLink } from '#tests/support/builders/links';
import { testSeal } from '#tests/support/seal';
import { appUrl, receiver, webhookWorld } from '#tests/support/worlds/webhooks/webhook-world';

const world = await webhookWorld();
const { sql, links, clock, ports } = world;
afterAll(() => world.drop());

const tell = () => tellOfTroubles({ ...ports, notices: postgresNotices(sql, testSeal), appUrl });

/** An account with a confirmed address, and what it was told of. */
async function person() {
  const userId = await world.person();
  await sql`UPDATE users SET verified = true WHERE id = ${userId}`;
  return {
    userId,
    told: async () => {
      const rows = await sql<{ kind: string }[]>`
        SELECT kind FROM notices WHERE user_id = ${userId} ORDER BY happened_at`;
      return rows.map(({ kind }) => kind);
    },
    mails: async () => {
      const [row] =
        await sql`SELECT count(*)::int AS mails FROM outbox WHERE event_key LIKE ${`%${userId}`}`;
      return row?.['mails'];
    },
  };
}

test('[webhook-delivery] after a day of failures the owner is told, after five days and ten failures the webhook is switched off', async () => {
  await using shop = receiver(() => new Response('no', { status: 500 }));
  const { userId, told, mails } = await person();
  const { id: webhookId } = await world.add(userId, { url: shop.url });
  const beginMs = clock.now();
  // A new event each hour, so that it fails again and again.
  const passHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await links.add(someLink(userId));
      await world.send();
      await tell();
      clock.ms += hourMs;
    }
  };
  await passHours(24);
  expect(await told()).toEqual([]);
  await passHours(2);
  expect(await told()).toEqual(['webhook_failing']);
  await passHours(94);
  expect((await ports.webhooks.find(userId, webhookId))?.isEnabled).toBe(true);
  await passHours(2);

  const now = await ports.webhooks.find(userId, webhookId);
  expect([now?.isEnabled, now?.disabledReason]).toEqual([false, 'failing']);
  expect((now?.disabledAt?.getTime() ?? 0) - beginMs).toBeGreaterThanOrEqual(5 * dayMs);
  expect(await told()).toEqual(['webhook_failing', 'webhook_disabled']);
  expect(await mails()).toBe(2);
  const sent = shop.got.length;
  await passHours(3);
  expect(shop.got.length).toBe(sent);

  // Switched on again, it counts from the beginning, and nothing old is sent.
  await changeWebhook(ports, { userId, webhookId }, { isEnabled: true });
  clock.ms += 30 * secondMs;
  await world.send();
  await tell();
  expect(shop.got.length).toBe(sent);
  expect((await ports.webhooks.find(userId, webhookId))?.disabledReason).toBeNull();
  expect((await told()).length).toBe(2);
});

test('[webhook-delivery] a webhook that is switched on while its owner is told is told of again the next time', async () => {
  const { userId, told } = await person();
  const { id: webhookId } = await world.add(userId, { url: 'https://shop.example/' });
  const switchOff = async () => {
    clock.ms += hourMs;
    await sql`
      UPDATE webhooks SET is_enabled = false, disabled_reason = 'gone', disabled_at = ${new Date(clock.ms)}
      WHERE id = ${webhookId}`;
  };
  const { troubles } = ports;
  const late: typeof troubles.told = async (...args) => {
    await changeWebhook(ports, { userId, webhookId }, { isEnabled: true });
    await troubles.told(...args);
  };

  await switchOff();
  await tellOfTroubles({
    ...{ ...ports, notices: postgresNotices(sql, testSeal), appUrl },
    troubles: { ...troubles, told: late },
  });
  await switchOff();
  await tell();
  await tell();

  expect(await told()).toEqual(['webhook_disabled', 'webhook_disabled']);
  const [row] = await sql`SELECT disabled_told_at AS at FROM webhooks WHERE id = ${webhookId}`;
  expect(row?.['at']).toEqual(new Date(clock.ms));
});

test('[webhook-delivery] fewer than ten failures, or one success, keep a webhook on', async () => {
  await using shop = receiver((_, count) => new Response('', { status: count === 5 ? 200 : 500 }));
  const { userId, told } = await person();
  const { id: webhookId } = await world.add(userId, { url: shop.url });
  for (let day = 0; day < 8; day += 1) {
    await links.add(someLink(userId));
    await world.send();
    await sql`UPDATE webhook_deliveries SET state = 'failed' WHERE webhook_id = ${webhookId}`;
    clock.ms += dayMs;
    await tell();
  }
  expect((await ports.webhooks.find(userId, webhookId))?.isEnabled).toBe(true);
  expect(await told()).toEqual(['webhook_failing', 'webhook_failing']);
});

test('[webhook-delivery] a webhook that the receiver ended is told of once', async () => {
  await using gone = receiver(() => new Response('', { status: 410 }));
  const { userId, told } = await person();
  await world.add(userId, { url: gone.url });
  await links.add(someLink(userId));
  await world.send();
  await tell();
  await tell();
  expect(await told()).toEqual(['webhook_disabled']);
});

test('[webhook-delivery] Slack and Discord get a short text that mentions nobody', async () => {
  await using slack = receiver();
  await using discord = receiver();
  const { userId } = await person();
  await world.add(userId, { url: slack.url, format: 'slack' });
  await world.add(userId, { url: discord.url, format: 'discord' });
  const link = someLink(userId, { title: 'Sale & <!channel> @everyone' });
  await links.add(link);
  await world.send();
  await links.change({ userId, linkId: link.id, change: { title: 'S' }, at: new Date() });
  await world.send();
  const shortUrl = `${appUrl}/${link.shortCode}`;
  expect(slack.got.map(({ text }) => JSON.parse(text))).toContainEqual({
    text: `Link changed: S · ${shortUrl} · title`,
  });
  expect(slack.got.map(({ text }) => JSON.parse(text))).toContainEqual({
    text: `Link created: Sale &amp; &lt;!channel&gt; @everyone · ${shortUrl}`,
  });
  expect(discord.got.map(({ text }) => JSON.parse(text))).toContainEqual({
    content: `Link created: Sale & <!channel> @everyone · ${shortUrl}`,
    allowed_mentions: { parse: [] },
  });
});
