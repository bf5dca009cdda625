import { afterAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { newUser } from '#tests/support/builders/people';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { edgeWorld } from '#tests/support/worlds/edge-world';
import { eventually } from '#tests/support/waiting';
import { routesOf } from './ask.ts';

const operatorMail = `Root-${crypto.randomUUID().slice(0, 8)}@Example.com`;
const world = await edgeWorld({ operators: `boss@example.com, ${operatorMail}` });
afterAll(() => world[Symbol.asyncDispose]());

type Call = { method?: string; json?: unknown; cookie?: string };

const call = (path: string, { method = 'GET', json, cookie = '' }: Call = {}) =>
  world.fetch(
    new Request(`${world.appUrl}${path}`, {
      method,
      headers: { cookie, origin: world.appUrl, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    }),
  );

/** A tenant whose address is one of OPERATORS, confirmed or not. */
async function newOperator({ verified = true } = {}): Promise<Things> {
  const operator = await newTenant(world);
  await world.sql`
    UPDATE users SET email = ${operatorMail.toUpperCase()}, verified = ${verified}
    WHERE id = ${operator.userId}`;
  return operator;
}

async function historyOf(userId: string) {
  const rows = await world.sql<{ event: string; actor: string; detail: string | null }[]>`
    SELECT event, actor, detail FROM audit_events
    WHERE user_id = ${userId} AND actor = 'operator' ORDER BY id`;
  return [...rows];
}

describe('operators', () => {
  test('[separate-accounts] an address that is not confirmed opens nothing; a confirmed one does', async () => {
    const operator = await newOperator({ verified: false });
    const { cookie } = operator;
    expect((await call('/api/admin', { cookie })).status).toBe(404);
    expect((await call('/admin', { cookie })).status).toBe(404);

    await world.sql`UPDATE users SET verified = true WHERE id = ${operator.userId}`;

    const answer = await call('/api/admin', { cookie });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      dependencies: { postgres: 'up' },
      unaccountedEvents: 0,
      blocklist: '',
    });
    expect((await call('/admin', { cookie })).status).toBe(200);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('[separate-accounts] only operators are told that they are operators', async () => {
    const [operator, tenant] = [await newOperator(), await newTenant(world)];
    const userOf = async (cookie: string) => (await call('/api/auth/user', { cookie })).json();

    expect(await userOf(operator.cookie)).toHaveProperty('isOperator', true);
    expect(await userOf(tenant.cookie)).not.toHaveProperty('isOperator');
    await world.sql`UPDATE users SET verified = false WHERE id = ${operator.userId}`;
    expect(await userOf(operator.cookie)).not.toHaveProperty('isOperator');
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('[separate-accounts] for everybody else each route answers as an unknown address does', async () => {
    const tenant = await newTenant(world);
    const bare = async (answer: Response) => ({
      status: answer.status,
      body: (await answer.text()).replace(/"requestId":"[^"]+"/, ''),
    });

    const routes = routesOf(world).filter(({ path }) => path.startsWith('/api/admin'));
    expect(routes.length).toBe(9);
    for (const { method, path } of routes) {
      for (const cookie of [tenant.cookie, '']) {
        const more = { method, cookie, ...(method === 'GET' ? {} : { json: {} }) };
        const answer = await bare(await call(path.replace(':id', tenant.userId), more));
        expect(answer).toEqual(await bare(await call('/api/nothing-here', more)));
      }
    }
    expect((await call('/admin', { cookie: tenant.cookie })).status).toBe(404);
    expect(await historyOf(tenant.userId)).toEqual([]);
  });

  test('an operator finds an account by its whole address behind newer ones that contain it', async () => {
    const [operator, tenant] = [await newOperator(), await newTenant(world)];
    for (let n = 0; n < 21; n += 1) {
      const decoy = await newUser(world.sql);
      await world.sql`UPDATE users SET email = ${`${n}${tenant.email}`} WHERE id = ${decoy}`;
    }

    const search = encodeURIComponent(` ${tenant.email.toUpperCase()}`);
    const found = await call(`/api/admin/accounts?search=${search}`, { cookie: operator.cookie });

    const accounts = z.array(z.object({ id: z.string() })).parse(await found.json());
    expect(accounts).toHaveLength(20);
    expect(accounts[0]?.id).toBe(tenant.userId);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('an operator finds, disables, extends and mails an account, and its history says so', async () => {
    const [operator, tenant] = [await newOperator(), await newTenant(world)];
    const { cookie } = operator;
    const path = `/api/admin/accounts/${tenant.userId}`;
    const stop = world.startJobs();

    const found = await call(`/api/admin/accounts?search=${encodeURIComponent(tenant.email)}`, {
      cookie,
    });
    expect(await found.json()).toMatchObject([{ id: tenant.userId, disabledAt: null }]);

    const disabled = await call(path, { method: 'PUT', cookie, json: { isDisabled: true } });
    expect(disabled.status).toBe(200);
    const watching = world.followBans();
    await eventually(
      () => call('/api/auth/user', { cookie: tenant.cookie }),
      ({ status }) => status === 401,
    );
    await call(path, { method: 'PUT', cookie, json: { isDisabled: false } });
    await eventually(
      () => call('/api/auth/user', { cookie: tenant.cookie }),
      ({ status }) => status === 200,
    );
    await watching();

    const trialEndsAt = '2099-01-01T00:00:00.000Z';
    const extended = await call(path, { method: 'PUT', cookie, json: { trialEndsAt } });
    expect(await extended.json()).toMatchObject({ trialEndsAt, subscriptionStatus: 'trial' });
    expect((await call(`${path}/mails`, { method: 'POST', cookie })).status).toBe(200);

    expect(await historyOf(tenant.userId)).toEqual([
      { event: 'operator_viewed', actor: 'operator', detail: 'search' },
      { event: 'operator_disabled', actor: 'operator', detail: null },
      { event: 'operator_enabled', actor: 'operator', detail: null },
      { event: 'operator_plan', actor: 'operator', detail: `until ${trialEndsAt}` },
      { event: 'operator_mails', actor: 'operator', detail: null },
    ]);
    const activity = await (await call('/api/v1/activity', { cookie: tenant.cookie })).text();
    expect(activity).toContain('operator_disabled');
    await stop();
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('[mailed-links] a reset link without a mail works once, and only for a confirmed address', async () => {
    const [operator, tenant] = [await newOperator(), await newTenant(world)];
    const ask = (userId: string) =>
      call(`/api/admin/accounts/${userId}/reset-link`, { method: 'POST', cookie: operator.cookie });
    await world.sql`UPDATE users SET verified = false WHERE id = ${tenant.userId}`;
    expect((await ask(tenant.userId)).status).toBe(409);

    await world.sql`UPDATE users SET verified = true WHERE id = ${tenant.userId}`;
    const { url } = z.object({ url: z.url() }).parse(await (await ask(tenant.userId)).json());
    const reset = () =>
      call('/api/auth/reset-password', {
        method: 'POST',
        json: {
          token: new URL(url).searchParams.get('token'),
          newPassword: 'difference engine',
          confirmPassword: 'difference engine',
        },
      });

    expect((await reset()).status).toBe(204);
    expect((await reset()).status).toBe(400);
    expect((await ask(operator.userId)).status).toBe(403);
    expect((await ask(crypto.randomUUID())).status).toBe(404);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('[sensitive-changes] changes need a recent proof of the operator’s identity', async () => {
    const [operator, tenant] = [await newOperator(), await newTenant(world)];
    const { cookie } = operator;
    const path = `/api/admin/accounts/${tenant.userId}`;
    await world.sql`
      UPDATE sessions SET proven_at = now() - interval '11 minutes' WHERE user_id = ${operator.userId}`;

    const disabling = await call(path, { method: 'PUT', cookie, json: { isDisabled: true } });
    const resetting = await call(`${path}/reset-link`, { method: 'POST', cookie });

    expect([disabling.status, resetting.status]).toEqual([403, 403]);
    expect(await disabling.json()).toMatchObject({ code: 'reauth_required' });
    expect(await historyOf(tenant.userId)).toEqual([]);
    expect((await call('/api/admin', { cookie })).status).toBe(200);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('messages to support are read, the newest first, whoever has sent them', async () => {
    const operator = await newOperator();
    const send = (subject: string) =>
      call('/api/contact', {
        method: 'POST',
        json: { name: 'Ada', email: 'ada@shop.example', subject, message: 'One\nTwo' },
      });
    await send('First');
    expect((await send('Second')).status).toBeLessThan(300);

    const answer = await call('/api/admin/messages', { cookie: operator.cookie });

    expect(await answer.json()).toMatchObject([
      {
        subject: 'Second',
        name: 'Ada',
        email: 'ada@shop.example',
        message: 'One\nTwo',
        userId: null,
      },
      { subject: 'First' },
    ]);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });

  test('storage and reports are lists; a short search finds nobody', async () => {
    const operator = await newOperator();
    const { cookie } = operator;
    const tenant = await newTenant(world, { hasEvents: true });

    expect(await (await call('/api/admin/storage', { cookie })).json()).toContainEqual({
      userId: tenant.userId,
      clicks: expect.any(Number),
    });
    expect(await (await call('/api/admin/reports', { cookie })).json()).toBeArray();
    expect(await (await call('/api/admin/accounts?search=ex', { cookie })).json()).toEqual([]);
    await world.sql`UPDATE users SET email = id || '@example.com' WHERE id = ${operator.userId}`;
  });
});
