import { describe, expect, test } from 'bun:test';
import { type LinkApp, linkApp, shortOrigin, signIn } from '#tests/support/link-app';
import { owner } from '#tests/support/link-world';

const destination = 'https://example.com/';

/** A fresh app with somebody in it who has no links. */
function start() {
  const app = linkApp();
  return { app, ask: signIn(app, owner()) };
}

type Ask = ReturnType<typeof signIn>;

async function created(ask: Ask, more: object = {}): Promise<{ id: string; shortCode: string }> {
  const response = await ask('/api/links', { json: { originalUrl: destination, ...more } });
  expect(response.status).toBe(201);
  return response.json();
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return response.json();
}

describe('creating a link', () => {
  test('answers 201 with the whole link, which redirects here from now on', async () => {
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
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      userId: [...app.people.keys()][0],
      originalUrl: 'https://example.com/a%20b',
      shortCode: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{7}$/),
      customAlias: 'Spring-Sale',
      shortUrl: `${shortOrigin}/Spring-Sale`,
      title: null,
      description: null,
      expiresAt: '2026-12-24T17:00:00.000Z',
      isActive: true,
      trackClicks: true,
      trackConversions: true,
      autoTrackProfit: true,
      profitPerSale: 1250,
      splitTestEnabled: true,
      splitTestUrls: ['https://a.example/', 'https://b.example/x'],
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

  test('ignores what the server assigns and what it does not know', async () => {
    const { ask } = start();
    const assigned = {
      id: 'x',
      userId: 'someone-else',
      shortCode: 'mine',
      title: 'T',
      description: 'D',
      isActive: false,
      createdAt: '1999-01-01',
      clickCounter: 99,
      totalClicks: 99,
      shortUrl: 'https://evil.example',
      color: 'lime',
    };

    const link = await created(ask, assigned);

    expect(link).toMatchObject({ title: null, description: null, isActive: true, clickCounter: 0 });
    expect(link.id).not.toBe('x');
    expect(link.shortCode).not.toBe('mine');
  });

  test('SEC-24 a taken alias is 409, in any case', async () => {
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

describe('editing a link', () => {
  test('changes what is named and nothing else, here at once', async () => {
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
      ...{ ...link, ...change, title: 'New', shortUrl: `${shortOrigin}/second` },
      updatedAt: '2026-06-01T00:01:00.000Z',
    };
    expect(await bodyOf(response)).toEqual(expected);
    expect(await bodyOf(await ask(`/api/links/${link.id}`))).toEqual(expected);
    const routed = app.world.cached.get(link.id);
    expect(routed?.aliases.toSorted()).toEqual(['first', 'second']);
    expect(routed?.link.isActive).toBe(false);
  });

  test('takes back an alias that the link had before, and refuses another link’s', async () => {
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
  test('answers 204 once, and the link and its redirect are gone', async () => {
    const { app, ask } = start();
    const link = await created(ask);

    const response = await ask(`/api/links/${link.id}`, { method: 'DELETE' });

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(app.world.cached.has(link.id)).toBe(false);
    expect((await ask(`/api/links/${link.id}`)).status).toBe(404);
    expect((await ask(`/api/links/${link.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await (await ask('/api/links')).json()).toEqual([]);
  });
});

describe('SEC-20 another person’s link', () => {
  const calls = [
    ...[{ method: 'GET' }, { method: 'PUT', json: { title: 'Mine' } }, { method: 'PUT', json: {} }],
    { method: 'DELETE' },
  ];

  for (const { method, json } of calls) {
    test(`cannot be told from none by ${method} ${json ? JSON.stringify(json) : ''}`, async () => {
      const { app, ask } = start();
      const link = await created(ask);
      const stranger = signIn(app, owner());
      const answerTo = async (id: string) => {
        const response = await stranger(`/api/links/${id}`, { method, json });
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
      expect(await bodyOf(await ask(`/api/links/${link.id}`))).toMatchObject(link);
    });
  }
});

describe('an ended trial', () => {
  const message = 'Your trial has ended. Subscribe to continue.';

  test('stops creating and editing with 402, and nothing else', async () => {
    const { app, ask } = start();
    const link = await created(ask, { title: 'kept' });
    app.world.time.nowMs += 31 * 24 * 3600 * 1000;

    const refused = [
      await ask('/api/links', { json: { originalUrl: destination } }),
      await ask(`/api/links/${link.id}`, { method: 'PUT', json: { title: 'New' } }),
    ];

    for (const response of refused) {
      expect(response.status).toBe(402);
      expect(await bodyOf(response)).toMatchObject({ code: 'plan_required', message });
    }
    expect((await ask('/api/links')).status).toBe(200);
    expect((await ask(`/api/links/${link.id}`)).status).toBe(200);
    expect((await ask('/api/export/links')).status).toBe(200);
    expect((await ask(`/api/links/${link.id}`, { method: 'DELETE' })).status).toBe(204);
  });
});

test('nobody gets anywhere without a session', async () => {
  const { app, ask } = start();
  const link = await created(ask);
  const calls: [path: string, method: string, json?: object][] = [
    ['/api/links', 'GET'],
    ['/api/links?limit=nonsense', 'GET'],
    ['/api/links', 'POST', { originalUrl: 'nonsense' }],
    [`/api/links/${link.id}`, 'GET'],
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

describe('totals', () => {
  const brought = {
    clicks: 8,
    uniqueClicks: 5,
    botClicks: 2,
    conversions: 3,
    revenueCents: 15_000,
    profitCents: 7_500,
    otherCurrencies: [{ currency: 'EUR', revenueCents: 100, profitCents: 50, conversions: 1 }],
  };
  const shown = {
    totalClicks: 8,
    uniqueClicks: 5,
    botClicks: 2,
    totalConversions: 3,
    totalRevenue: 15_000,
    totalProfit: 7_500,
    otherCurrencies: [{ currency: 'EUR', revenue: 100, profit: 50, conversions: 1 }],
    conversionRate: 37.5,
    clickCounter: 8,
  };
  const unknown = Object.fromEntries(Object.keys(shown).map((key) => [key, null]));

  /** The link as each of the four calls that show it does. */
  async function everywhere({ app }: { app: LinkApp }, ask: Ask, id: string) {
    app.world.time.nowMs += 5000;
    const [whole, page] = [await ask('/api/links'), await ask('/api/links?limit=5')];
    return [
      ...(await whole.json()),
      ...(await page.json()),
      await bodyOf(await ask(`/api/links/${id}`)),
      await bodyOf(await ask(`/api/links/${id}`, { method: 'PUT', json: {} })),
    ];
  }

  test('stand on the link wherever it is shown, and are null while they cannot be had', async () => {
    const { app, ask } = start();
    const { id } = await created(ask);

    app.world.counts.set(id, brought);
    const known = await everywhere({ app }, ask, id);
    app.world.status.isUp = false;
    const away = await everywhere({ app }, ask, id);

    expect(known).toHaveLength(4);
    for (const link of known) expect(link).toMatchObject(shown);
    expect(away).toHaveLength(4);
    for (const link of away) expect(link).toMatchObject(unknown);
  });

  test('are asked once for everybody who lists within two seconds, until a link is written', async () => {
    const { app, ask } = start();
    await created(ask);

    await Promise.all([ask('/api/links'), ask('/api/links'), ask('/api/links')]);
    app.world.time.nowMs += 1999;
    await ask('/api/links');
    const askedAtFirst = app.world.asked.totals;
    await created(ask);
    const afterWrite: unknown[] = await (await ask('/api/links')).json();
    app.world.time.nowMs += 2000;
    await ask('/api/links');

    expect(askedAtFirst).toBe(1);
    expect(afterWrite).toHaveLength(2);
    expect(app.world.asked.totals).toBe(3);
  });
});

describe('listing', () => {
  async function withLinks(count: number) {
    const { app, ask } = start();
    for (let n = 0; n < count; n += 1) {
      await created(ask, { originalUrl: `https://example.com/${n}`, customAlias: `alias-${n}` });
      app.world.time.nowMs += 1000;
    }
    return { app, ask };
  }

  async function urlsOf(response: Response): Promise<string[]> {
    const links: { originalUrl: string }[] = await response.json();
    return links.map((link) => link.originalUrl.replace('https://example.com/', ''));
  }

  test('gives the whole list, newest first, without paging headers', async () => {
    const { ask } = await withLinks(3);

    const response = await ask('/api/links');

    expect(response.headers.get('link')).toBeNull();
    expect(response.headers.get('x-total-count')).toBeNull();
    expect(await urlsOf(response)).toEqual(['2', '1', '0']);
  });

  test('pages by following Link until there is none, with the count on every page', async () => {
    const { ask } = await withLinks(5);
    const found: string[] = [];

    let next: string | null = '/api/links?limit=2&order=asc&sort=originalUrl';
    const counts: (string | null)[] = [];
    while (next !== null) {
      const response = await ask(next);
      counts.push(response.headers.get('x-total-count'));
      next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
      found.push(...(await urlsOf(response)));
    }

    expect(found).toEqual(['0', '1', '2', '3', '4']);
    expect(counts).toEqual(['5', '5', '5']);
  });

  test('searches, and keeps the search from page to page', async () => {
    const { ask } = await withLinks(12);

    const response = await ask('/api/links?search=LIAS-1&limit=2');

    expect(response.headers.get('x-total-count')).toBe('3');
    expect(await urlsOf(response)).toEqual(['11', '10']);
    const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    expect(await urlsOf(await ask(String(next)))).toEqual(['1']);
  });

  test('blank parameters ask for the first page as it comes', async () => {
    const { ask } = await withLinks(2);

    const response = await ask('/api/links?search=&sort=&order=&limit=&cursor=');

    expect(response.headers.get('x-total-count')).toBe('2');
    expect(await urlsOf(response)).toEqual(['1', '0']);
  });

  test('a cursor of one sorting is no cursor in another', async () => {
    const { ask } = await withLinks(3);
    const first = await ask('/api/links?limit=1');
    const cursor = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1];

    expect((await ask(`/api/links?cursor=${cursor}`)).status).toBe(200);
    expect((await ask(`/api/links?order=asc&cursor=${cursor}`)).status).toBe(422);
    expect((await ask(`/api/links?sort=title&cursor=${cursor}`)).status).toBe(422);
  });
});
