import { expect } from 'bun:test';
import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { guardedPost } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import { postgresAlerts } from '#adapters/postgres/analytics/alerts';
import { postgresBulk } from '#adapters/postgres/links/bulk/bulk';
import { postgresImports } from '#adapters/postgres/links/imports/imports';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import { postgresDeliveries } from '#adapters/postgres/webhooks/deliveries';
import { postgresEvents } from '#adapters/postgres/webhooks/events';
import { postgresTroubles } from '#adapters/postgres/webhooks/troubles';
import { postgresWebhooks } from '#adapters/postgres/webhooks/webhooks';
import { EventBody, payloads } from '#contract/webhooks/payloads';
import { ownUrls } from '#core/links/own-urls';
import { deliverDue } from '#core/webhooks/deliver';
import { planDeliveries } from '#core/webhooks/log';
import { addWebhook } from '#core/webhooks/own-webhooks';
import type { Sender } from '#core/webhooks/deliver';
import type { WebhookPorts } from '#core/webhooks/ports';
import { dayMs } from '#core/shared/time';
import { memoryLog } from '#tests/support/calls';
import { newUser } from '#tests/support/builders/people';
import { testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { testSeal } from '#tests/support/seal';

/** A request that the receiver got. */
export type Got = {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

type Answer = (request: Request, count: number) => Response | Promise<Response>;

/** The body of a request; throws when it is not as the contract says, with any field more or less. */
export function bodyOf(text: string) {
  const sent: unknown = JSON.parse(text);
  const body = z.parse(EventBody, sent);
  if (!body.isThin) {
    const schema: z.core.$ZodType = payloads[body.type];
    const read = z.parse(schema, body.data);
    expect(JSON.parse(JSON.stringify(z.encode(schema, read)))).toEqual(body.data);
  }
  return body;
}

/** A receiver of webhooks on this machine, with a certificate by https. */
export function receiver(
  answer: Answer = () => new Response('thanks'),
  tls?: { readonly key: string; readonly cert: string },
) {
  const got: Got[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...(tls && { tls }),
    async fetch(request) {
      got.push({ headers: Object.fromEntries(request.headers), text: await request.text() });
      return answer(request, got.length);
    },
  });
  return {
    got,
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${server.port}/hook`,
    port: server.port,
    types: () => got.map(({ text }) => bodyOf(text).type),
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

export const appUrl = 'https://app.example';

/** Webhooks on a database of their own, with a clock that tests move. */
export async function webhookWorld({
  clicks = { ofPart: async () => [] },
}: Partial<Pick<Sender, 'clicks'>> = {}) {
  const database = await testDatabase(schema);
  const { sql } = database;
  const clock = { ms: Date.now() + dayMs, now: () => clock.ms };
  const banned = new Set<string>();
  const links = postgresLinks(sql);
  const isOwn = ownUrls([appUrl], (host) => host === 'go.shop.example');
  const ports: WebhookPorts & Sender = {
    webhooks: postgresWebhooks(sql, testSeal),
    events: postgresEvents(sql),
    deliveries: postgresDeliveries(sql, testSeal, { isBanned: (userId) => banned.has(userId) }),
    troubles: postgresTroubles(sql),
    clicks,
    links,
    domains: postgresDomains(sql, testSeal),
    imports: postgresImports(sql, { mostLinks: 1000 }),
    bulk: postgresBulk(sql),
    splitTests: postgresSplitTests(sql),
    alerts: postgresAlerts({ sql, newId: (atMs) => Bun.randomUUIDv7('hex', atMs), clock }),
    isOwn,
    shortUrl: appUrl,
    hmac: (key, text) => createHmac('sha256', key).update(text).digest(),
    clock,
    newId: (atMs) => Bun.randomUUIDv7('hex', atMs),
    randomBytes,
    post: guardedPost({
      dns: { addresses: async () => ({ kind: 'none' }) },
      guard: addressGuard(['127.0.0.1']),
      userAgent: 'Waypost webhooks',
      isOwn,
    }),
    random: () => 0.5,
    monotonic: () => performance.now(),
    log: memoryLog(),
  };
  return {
    sql,
    url: database.url,
    clock,
    links,
    ports,
    /** The accounts that the operator has banned. */
    banned,
    drop: () => database.drop(),

    /** A new account. */
    person: () => newUser(sql),
    add: (userId: string, wish: Parameters<typeof addWebhook>[2]) =>
      addWebhook(ports, { id: userId, verified: true }, wish),

    /** Plans what is new and sends what is due. */
    async send(signal = new AbortController().signal) {
      await planDeliveries(ports);
      await deliverDue(ports, signal);
    },
    events: (userId: string) =>
      sql<{ type: string; subject: { changed?: string[] } }[]>`
        SELECT type, subject FROM events WHERE user_id = ${userId} ORDER BY happened_at, id`,
  };
}
