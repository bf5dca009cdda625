import { routes } from '#contract/routes';
import { describe, expect, test } from 'bun:test';
import { call } from '#tests/support/calls';
import { linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { setActor } from '#adapters/http/frame/request-subject';
import { accountCalls } from '#adapters/http/limits/account-calls';

/** A person who writes, in an app that counts writes by the world's clock. */
function start() {
  const app = linkApp({ calls: accountCalls });
  const person = owner();
  const ask = signIn(app, person);
  const create = () => ask('/api/links', { json: { originalUrl: 'https://example.com/' } });
  const createMany = async (count: number): Promise<Response[]> => {
    const answers: Response[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await create());
    return answers;
  };
  return { ...app, person, ask, create, createMany };
}

const limitsOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

const policyOf = ({ headers }: Response) =>
  ['ratelimit-policy', 'ratelimit'].map((name) => headers.get(name));

function byAda(): Request {
  const request = new Request('https://waypost.example/', { method: 'POST' });
  setActor(request, 'session', 'ada');
  return request;
}

function routeOf(name: string) {
  const route = routes.find((each) => each.name === name);
  if (!route) throw new Error(`${name} is no route`);
  return route;
}

describe('[fair-share] an account’s writes', () => {
  test('300 links can be created at once, then one per second, and each response contains the remaining allowance', async () => {
    const { world, create, createMany } = start();

    const burst = await createMany(300);
    const refused = await create();
    world.time.nowMs += 1000;
    const [next, early] = [await create(), await create()];

    expect(new Set(burst.map(({ status }) => status))).toEqual(new Set([201]));
    expect(burst.slice(0, 2).map(limitsOf)).toEqual([
      ['300', '299', '1'],
      ['300', '298', '2'],
    ]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(limitsOf(refused)).toEqual(['300', '0', '1']);
    expect(policyOf(refused)).toEqual(['"links";q=300;w=300', '"links";r=0;t=1']);
    expect(await refused.json()).toMatchObject({
      code: 'too_many_requests',
      message: 'You create and edit links too fast. Please try again in a moment.',
    });
    expect([next.status, early.status]).toEqual([201, 429]);
  });

  test('edits count like creations; deleting 200 links does not, and other accounts are unaffected', async () => {
    const app = start();
    const created = await app.createMany(300);
    const ids = await Promise.all(created.map(async (answer) => String((await answer.json()).id)));

    const edited = await app.ask(`/api/links/${ids[0]}`, { method: 'PUT', json: { title: 'New' } });
    const deleted: Response[] = [];
    for (const id of ids.slice(0, 200)) {
      deleted.push(await app.ask(`/api/links/${id}`, { method: 'DELETE' }));
    }
    const stranger = await signIn(app, owner())('/api/links', {
      json: { originalUrl: 'https://example.com/' },
    });
    const read = await app.ask('/api/links?limit=1');

    expect(edited.status).toBe(429);
    expect(new Set(deleted.map(({ status }) => status))).toEqual(new Set([204]));
    expect(deleted.map(limitsOf).at(-1)).toEqual(['600', '400', '40']);
    expect(stranger.status).toBe(201);
    expect([read.status, read.headers.get('ratelimit-limit')]).toEqual([200, null]);
  });

  test('a program reads in `RateLimit-Policy` what its key may do, and in `RateLimit` what is left of it', async () => {
    const { ask, app, world, person } = start();
    const key = { headers: { authorization: `Bearer ${person.id}` } };
    const read = () => call(app, '/api/v1/links?limit=1', key);
    const create = () =>
      call(app, '/api/v1/links', { json: { originalUrl: 'https://example.com/' }, ...key });

    const reads = [await read(), await read(), await read()];
    const writes = [await create(), await create(), await create()];
    const bySession = await ask('/api/v1/links?limit=1');
    world.time.nowMs += 2000;
    const later = await create();

    expect(reads.map(policyOf)).toEqual([
      ['"reads";q=600;w=30', '"reads";r=599;t=1'],
      ['"reads";q=600;w=30', '"reads";r=598;t=1'],
      ['"reads";q=600;w=30', '"reads";r=597;t=1'],
    ]);
    expect(writes.map(policyOf)).toEqual([
      ['"links";q=300;w=300', '"links";r=299;t=1'],
      ['"links";q=300;w=300', '"links";r=298;t=2'],
      ['"links";q=300;w=300', '"links";r=297;t=3'],
    ]);
    // The limit is the account's, not the key's.
    expect(policyOf(bySession)).toEqual(['"reads";q=600;w=30', '"reads";r=596;t=1']);
    expect(policyOf(later)).toEqual(['"links";q=300;w=300', '"links";r=298;t=2']);
  });

  test('SQL statements have a limit of their own', () => {
    const calls = accountCalls({ now: () => 0 });

    const { headers } = calls.count(byAda(), routeOf('POST /api/v1/sql'));

    expect(headers).toMatchObject({
      'ratelimit-policy': '"sql";q=240;w=120',
      ratelimit: '"sql";r=239;t=1',
    });
  });

  test.each([
    'POST /api/billing/lifetime',
    'POST /api/create-subscription',
    'POST /api/billing/cancel',
    'POST /api/billing/resume',
    'POST /api/billing/card',
  ])('%s, which asks the payment provider, is allowed ten times in a row', (name) => {
    const calls = accountCalls({ now: () => 0 });
    const [request, asked] = [byAda(), routeOf(name)];

    const refused = Array.from({ length: 11 }, () => calls.count(request, asked).refusal);

    expect(refused.map((refusal) => refusal?.code ?? null)).toEqual([
      ...Array(10).fill(null),
      'too_many_requests',
    ]);
    expect(refused.at(-1)?.retryAfterSeconds).toBe(6);
  });
});
