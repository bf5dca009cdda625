import { noOptionsJson, noTexts } from '#tests/support/builders/links';
import { describe, expect, test } from 'bun:test';
import { linkApp, shortOrigin, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const destination = 'https://example.com/';

/** A new app with a person who has no links. */
function start() {
  const app = linkApp();
  return { app, ask: signIn(app, owner()) };
}

async function created(
  ask: ReturnType<typeof signIn>,
  more: object = {},
): Promise<{ id: string; shortCode: string }> {
  const response = await ask('/api/links', { json: { originalUrl: destination, ...more } });
  expect(response.status).toBe(201);
  return response.json();
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return response.json();
}

describe('creating a link', () => {
  test('returns 201 with the whole link, which redirects immediately', async () => {
    const { app, ask } = start();
    const wish = {
      originalUrl: 'HTTPS://Example.com/a b',
      customAlias: 'Spring-Sale',
      trackConversions: true,
      autoTrackProfit: true,
      profitPerSale: 1250,
      splitTestEnabled: true,
      splitTestUrls: ['https://a.example', 'https://b.example/x'],
      expiresAt: '2026-12-24T18:00:00+01:00',
    };

    const response = await ask('/api/links', { json: wish });

    const link = await bodyOf(response);
    expect(response.status).toBe(201);
    expect(link).toEqual({
      ...noOptionsJson,
      ...noTexts,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: [...app.people.keys()][0],
      originalUrl: 'https://example.com/a%20b',
      version: 1,
      externalId: null,
      shortCode: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{7}$/),
      customAlias: 'Spring-Sale',
      domain: null,
      shortUrl: `${shortOrigin}/Spring-Sale`,
      expiresAt: '2026-12-24T17:00:00.000Z',
      tags: [],
      folder: null,
      brokenDestinations: [],
      isActive: true,
      trackClicks: true,
      trackConversions: true,
      autoTrackProfit: true,
      profitPerSale: 1250,
      profitPerSaleCurrency: 'USD',
      splitTestEnabled: true,
      splitTestUrls: ['https://a.example/', 'https://b.example/x'],
      importedClicks: null,
      totalClicks: 0,
      uniqueClicks: 0,
      botClicks: 0,
      totalConversions: 0,
      totalProfit: 0,
      totalRevenue: 0,
      otherCurrencies: [],
      conversionRate: 0,
      clickCounter: 0,
      createdAt: '2026-06-01T00:00:00.000Z',
      updatedAt: '2026-06-01T00:00:00.000Z',
    });
    expect(app.world.cached.get(String(link['id']))?.aliases).toEqual(['spring-sale']);
  });

  test('without an alias shows the code', async () => {
    const { ask } = start();

    for (const customAlias of [undefined, null, '', '  ']) {
      const link = await created(ask, { customAlias });
      expect(link).toMatchObject({
        customAlias: null,
        shortUrl: `${shortOrigin}/${link.shortCode}`,
      });
    }
  });

  test('ignores server-assigned and unknown fields', async () => {
    const { ask } = start();
    const assigned = {
      id: 'x',
      userId: 'someone-else',
      shortCode: 'mine',
      isActive: false,
      createdAt: '1999-01-01',
      clickCounter: 99,
      totalClicks: 99,
      shortUrl: 'https://evil.example',
      color: 'lime',
    };

    const link = await created(ask, assigned);

    expect(link).toMatchObject({ isActive: true, clickCounter: 0 });
    expect(link.id).not.toBe('x');
    expect(link.shortCode).not.toBe('mine');
  });

  test('[unique-names] rejects a taken alias with 409, in any case', async () => {
    const { ask } = start();
    await created(ask, { customAlias: 'Taken' });

    const response = await ask('/api/links', {
      json: { originalUrl: destination, customAlias: 'tAKEN' },
    });

    expect(response.status).toBe(409);
    const message = 'This alias is already taken';
    const issues = [{ path: 'customAlias', message }];
    expect(await bodyOf(response)).toMatchObject({ code: 'alias_taken', message, issues });
  });
});

test('[reserved-names] rejects the first segment of every route as an alias', async () => {
  const { app, ask } = start();
  const segments = new Set(app.app.routes.map(({ path }) => path.split('/')[1] ?? ''));
  expect(segments).toContain('api');
  for (const customAlias of segments) {
    const response = await ask('/api/links', { json: { originalUrl: destination, customAlias } });
    expect(response.status).toBe(422);
    expect(await bodyOf(response)).toMatchObject({ message: 'This alias is not available' });
  }
});

describe('editing a link', () => {
  test('changes only the sent fields, effective immediately on this instance', async () => {
    const { app, ask } = start();
    const link = await created(ask, {
      customAlias: 'first',
      profitPerSale: 5,
      expiresAt: '2027-01-01T00:00:00Z',
    });
    app.world.time.nowMs += 60_000;
    const change = {
      customAlias: 'second',
      title: ' New ',
      expiresAt: null,
      isActive: false,
      trackClicks: false,
    };

    const response = await ask(`/api/links/${link.id}`, { method: 'PUT', json: change });

    expect(response.status).toBe(200);
    const expected = {
      ...link,
      ...change,
      title: 'New',
      shortUrl: `${shortOrigin}/second`,
      updatedAt: '2026-06-01T00:01:00.000Z',
      version: 2,
    };
    expect(await bodyOf(response)).toEqual(expected);
    expect(await bodyOf(await ask(`/api/v1/links/${link.id}`))).toEqual(expected);
    const routed = app.world.cached.get(link.id);
    expect(routed?.aliases.toSorted()).toEqual(['first', 'second']);
    expect(routed?.link.isActive).toBe(false);
  });

  test('allows an earlier alias of the same link, and rejects one of another link', async () => {
    const { ask } = start();
    const link = await created(ask, { customAlias: 'mine' });
    const other = await created(ask, { customAlias: 'theirs' });
    const wish = async (id: string, customAlias: string | null) =>
      (await ask(`/api/links/${id}`, { method: 'PUT', json: { customAlias } })).status;

    expect(await wish(link.id, null)).toBe(200);
    expect(await wish(other.id, 'MINE')).toBe(409);
    expect(await wish(link.id, 'Mine')).toBe(200);
    expect(await wish(link.id, 'theirs')).toBe(409);
  });
});

describe('deleting a link', () => {
  test('returns 204 once, and the link and its redirect are gone', async () => {
    const { app, ask } = start();
    const link = await created(ask);

    const response = await ask(`/api/links/${link.id}`, { method: 'DELETE' });

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(app.world.cached.has(link.id)).toBe(false);
    expect((await ask(`/api/v1/links/${link.id}`)).status).toBe(404);
    expect((await ask(`/api/links/${link.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await (await ask('/api/links')).json()).toEqual([]);
  });
});

describe('[separate-accounts] another person’s link', () => {
  const calls = [
    ...[{ method: 'GET' }, { method: 'PUT', json: { title: 'Mine' } }, { method: 'PUT', json: {} }],
    { method: 'DELETE' },
  ];

  for (const { method, json } of calls) {
    test(`looks like a missing link to ${method} ${json ? JSON.stringify(json) : ''}`, async () => {
      const { app, ask } = start();
      const link = await created(ask);
      const stranger = signIn(app, owner());
      const answerTo = async (id: string) => {
        const path = method === 'GET' ? '/api/v1/links' : '/api/links';
        const response = await stranger(`${path}/${id}`, { method, json });
        const text = (await response.text()).replace(/"requestId":"[^"]*"/, '');
        const headers = Object.fromEntries(response.headers);
        return { status: response.status, text, headers: { ...headers, 'x-request-id': '' } };
      };

      const foreign = await answerTo(link.id);

      expect(foreign.status).toBe(404);
      for (const id of [
        Bun.randomUUIDv7(),
        'nonsense',
        '0',
        link.id.toUpperCase(),
        'x'.repeat(500),
      ]) {
        expect(await answerTo(id)).toEqual(foreign);
      }
      expect(await bodyOf(await ask(`/api/v1/links/${link.id}`))).toMatchObject(link);
    });
  }
});

describe('an ended trial', () => {
  const message = 'Your trial has ended. Subscribe to continue.';

  test('rejects creating, editing and resuming with 402, and neither pausing nor anything else', async () => {
    const { app, ask } = start();
    const link = await created(ask, { title: 'kept' });
    const path = `/api/links/${link.id}`;
    app.world.time.nowMs += 31 * 24 * 3600 * 1000;

    const paused = await ask(path, { method: 'PUT', json: { isActive: false } });
    expect([paused.status, await bodyOf(paused)]).toMatchObject([200, { isActive: false }]);
    const refused = [
      await ask('/api/links', { json: { originalUrl: destination } }),
      await ask(path, { method: 'PUT', json: { title: 'New' } }),
      await ask(path, { method: 'PUT', json: { title: 'New', isActive: false } }),
      await ask(path, { method: 'PUT', json: { isActive: true } }),
    ];

    for (const response of refused) {
      expect(response.status).toBe(402);
      expect(await bodyOf(response)).toMatchObject({ code: 'plan_required', message });
    }
    expect((await ask('/api/links')).status).toBe(200);
    expect((await ask(`/api/v1/links/${link.id}`)).status).toBe(200);
    expect((await ask('/api/export/links')).status).toBe(200);
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
  });
});

test('every call requires a session', async () => {
  const { app, ask } = start();
  const link = await created(ask);
  const calls: [path: string, method: string, json?: object][] = [
    ['/api/links', 'GET'],
    ['/api/links?limit=nonsense', 'GET'],
    ['/api/links', 'POST', { originalUrl: 'nonsense' }],
    [`/api/v1/links/${link.id}`, 'GET'],
    [`/api/links/${link.id}`, 'PUT', { title: 5 }],
    [`/api/links/${link.id}`, 'DELETE'],
    ['/api/export/links', 'GET'],
  ];
  const nobody = signIn(app, owner());
  app.people.clear();

  for (const [path, method, json] of calls) {
    const response = await nobody(path, { method, ...(json && { json }) });
    expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`);
  }
});
