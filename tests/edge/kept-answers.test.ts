import { afterAll, expect, test } from 'bun:test';
import * as z from 'zod/mini';
import { isRepeatable } from '#contract/route';
import { routes } from '#contract/routes';
import { keptBy } from '#tests/support/databases/owned-rows';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { until } from '#tests/support/until';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { addressOf, ask, rowOf } from './ask.ts';

const world = await edgeWorld();
afterAll(() => world[Symbol.asyncDispose]());

let sent = 0;
/** A new idempotency key for each call. */
const keyed = () => ({ 'idempotency-key': `call-${(sent += 1)}` });

/** The names of all fields of a schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]) => [
    ...(name === 'properties' ? Object.keys(part) : []),
    ...fieldsOf(part),
  ]);
}

const secretFields = ['secret', 'key', 'password', 'clientSecret'];
/** The writes whose answers have a secret, by the fields of the answer. */
const secretWrites = routes.filter(({ method, answer }) => {
  if (method === 'GET' || answer === undefined) return false;
  const schema = z.toJSONSchema(answer, { io: 'input', unrepresentable: 'any' });
  return fieldsOf(schema).some((field) => secretFields.includes(field));
});

test('[idempotency-keys] a route whose answer has a secret refuses a key, and keeps nothing', async () => {
  const marked = routes.filter(({ isSecret }) => isSecret);
  const answers: unknown[] = [];
  for (const route of marked) {
    const owner = await newTenant(world);
    const answer = await ask(
      world,
      { route, things: owner },
      { cookie: owner.cookie, headers: keyed() },
    );
    answers.push([route.name, answer.status, (await answer.json()).issues?.[0].path]);
    const kept = await world.sql`SELECT FROM idempotent_calls WHERE user_id = ${owner.userId}`;
    expect([route.name, kept.length]).toEqual([route.name, 0]);
  }

  expect(answers).toEqual(marked.map(({ name }) => [name, 422, 'Idempotency-Key']));
  const names = secretWrites.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(marked.map(({ name }) => name)));
  expect(names).toEqual(expect.arrayContaining(['POST /api/keys', 'POST /api/keys/:id/rotate']));
  expect(secretWrites.filter(isRepeatable).map(({ name }) => name)).toEqual([]);
});

test('[idempotency-keys] no secret of an account is in what is kept of its calls', async () => {
  const owner = await newTenant(world);
  const { cookie, linkId, keyId, reportId } = owner;
  const passwords = ['open-sesame-of-the-link', 'open-sesame-of-the-report'];
  const send = async (method: string, path: string, json: object = {}) => {
    const headers = path.startsWith('/api/v1/') ? keyed() : {};
    const first = await call(world.api, path, { method, cookie, json, headers });
    // It takes no key.
    const { status } = first;
    const answer = status === 422 ? await call(world.api, path, { method, cookie, json }) : first;
    expect([method, path, answer.ok]).toEqual([method, path, true]);
    return answer.json();
  };
  const shown = await call(world.api, `/api/v1/links/${linkId}/postback`, { cookie });
  const postbacks = [
    await shown.json(),
    await send('POST', `/api/v1/links/${linkId}/postback/rotate`),
  ];
  const webhook = await send('POST', '/api/v1/webhooks', { url: 'https://hooks.example.com/' });
  const webhooks = [webhook, await send('POST', `/api/v1/webhooks/${webhook.id}/rotate`)];
  await send('PATCH', `/api/v1/webhooks/${webhook.id}`, { description: 'Shop' });
  const keys = [
    await send('POST', '/api/keys', { name: 'Shop', scopes: ['links:write'] }),
    await send('POST', `/api/keys/${keyId}/rotate`),
  ];
  await send('PATCH', `/api/v1/links/${linkId}`, { password: passwords[0] });
  await send('PATCH', `/api/v1/shared-reports/${reportId}`, { password: passwords[1] });
  const secrets = [
    ...[...postbacks, ...webhooks].map(({ secret }) => String(secret).replace('whsec_', '')),
    ...keys.map(({ key }) => String(key).replace('wp_', '')),
    ...[owner.fullKey.replace('wp_', ''), cookie.split('=')[1] ?? ''],
    ...passwords,
  ];
  // Then every call that is kept, of this account.
  for (const route of routes.filter(isRepeatable)) {
    await ask(world, { route, things: owner }, { cookie, headers: keyed() });
  }

  const tables = await world.sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_name LIKE 'idempotent%'`;
  expect(tables.map(({ name }) => name)).toContain('idempotent_calls');
  let dump = '';
  for (const { name } of tables) {
    const rows = await world.sql`SELECT kept::text AS text FROM ${world.sql(name)} AS kept`;
    dump += rows.map((row) => String(row['text'])).join('\n');
  }
  // The answers are there: of the webhook's change too.
  expect(dump).toContain(webhook.id);
  expect(dump.split('\n').length).toBeGreaterThan(20);
  expect(new Set(secrets).size).toBe(10);
  for (const secret of secrets) {
    expect([secret, secret.length > 15, dump.includes(secret)]).toEqual([secret, true, false]);
  }
});

/** The calls that make something. An address for an upload makes nothing until it is used. */
const makers = routes.filter(
  (route) =>
    isRepeatable(route) &&
    route.method === 'POST' &&
    route.answer !== undefined &&
    !route.path.includes(':') &&
    route.name !== 'POST /api/v1/uploads',
);

test('[idempotency-keys] every call that makes something is answered as the first time when its answer was lost, and makes it once', async () => {
  const { sql } = world;
  expect(makers.length).toBeGreaterThan(15);
  for (const route of makers) {
    const owner = await newTenant(world, { hasEvents: true });
    const { type, json } = rowOf(route);
    const body = json?.(owner);
    const headers = { ...keyed(), ...(type && { 'content-type': type }) };
    const send = async () => {
      const sending = { method: 'POST', cookie: owner.cookie, headers, json: body };
      const answer = await call(world.api, addressOf(route, owner), sending);
      return { name: route.name, status: answer.status, text: await answer.text() };
    };
    const kept = async () => {
      const { idempotent_calls: _, ...tables } = await keptBy(sql, owner.userId);
      return tables;
    };

    const first = await send();
    await actionsDone(owner.userId);
    const made = await kept();
    // The process ended before it stored the answer, and long ago.
    await sql`
      UPDATE idempotent_calls
      SET finished_at = NULL, status = NULL, answer = NULL, held_until = '2026-01-01'
      WHERE user_id = ${owner.userId}`;

    expect([route.name, first.status]).toEqual([route.name, route.status ?? 200]);
    expect(await send()).toEqual({ ...first, text: await shownNow(first, owner) });
    await actionsDone(owner.userId);
    expect(await kept()).toEqual(made);
  }
}, 60_000);

/** An answer as it is now: a bulk action that is done says so. */
async function shownNow(
  { name, text }: { readonly name: string; readonly text: string },
  { cookie }: Pick<Things, 'cookie'>,
): Promise<string> {
  if (name !== 'POST /api/v1/bulk-actions') return text;
  const { id } = JSON.parse(text);
  return (await call(world.api, `/api/v1/bulk-actions/${id}`, { cookie })).text();
}

/** Waits for the account's bulk actions, which go on after their call was answered. */
function actionsDone(userId: string): Promise<void> {
  return until('the bulk actions of the account are done', async () => {
    const running = await world.sql`
      SELECT FROM bulk_actions
      WHERE user_id = ${userId} AND due_at <= now() AND state NOT IN ('done', 'undone')`;
    return running.length === 0;
  });
}
