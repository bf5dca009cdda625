import { routes } from '#contract/routes';
import { describe, expect, test } from 'bun:test';
import { linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { setActor } from '#adapters/http/frame/request-subject';
import { accountCalls } from '#adapters/http/limits/account-calls';

/** A person who writes, in an app that counts writes by the world's clock. */
function start() {
  const app = linkApp({ calls: accountCalls });
  const ask = signIn(app, owner());
  const create = () => ask('/api/links', { json: { originalUrl: 'https://example.com/' } });
  const createMany = async (count: number): Promise<Response[]> => {
    const answers: Response[] = [];
    for (let n = 0; n < count; n += 1) answers.push(await create());
    return answers;
  };
  return { ...app, ask, create, createMany };
}

const limitsOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));

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

  test.each([
    'POST /api/billing/lifetime',
    'POST /api/create-subscription',
    'POST /api/billing/cancel',
    'POST /api/billing/resume',
    'POST /api/billing/card',
  ])('%s, which asks the payment provider, is allowed ten times in a row', (name) => {
    const calls = accountCalls({ now: () => 0 });
    const request = new Request('https://waypost.example/', { method: 'POST' });
    setActor(request, 'session', 'ada');

    const asked = routes.find((each) => each.name === name);
    if (!asked) throw new Error(`${name} is no route`);

    const refused = Array.from({ length: 11 }, () => calls.count(request, asked).refusal);

    expect(refused.map((refusal) => refusal?.code ?? null)).toEqual([
      ...Array(10).fill(null),
      'too_many_requests',
    ]);
    expect(refused.at(-1)?.retryAfterSeconds).toBe(6);
  });
});
