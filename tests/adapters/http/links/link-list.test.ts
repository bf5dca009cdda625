import { describe, expect, test } from 'bun:test';
import { type LinkApp, linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { nothingYet } from '#core/links/link-totals';

const destination = 'https://example.com/';

/** A new app with a person who has no links. */
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

  /** The link in the responses of all four calls that show it. */
  async function everywhere(app: LinkApp, ask: Ask, id: string) {
    app.world.time.nowMs += 5000;
    const [whole, page] = [await ask('/api/links'), await ask('/api/links?limit=5')];
    return [
      ...(await whole.json()),
      ...(await page.json()),
      await bodyOf(await ask(`/api/v1/links/${id}`)),
      await bodyOf(await ask(`/api/links/${id}`, { method: 'PUT', json: {} })),
    ];
  }

  test('are part of every link response, and null while they are unavailable', async () => {
    const { app, ask } = start();
    const { id } = await created(ask);

    app.world.counts.set(id, brought);
    const known = await everywhere(app, ask, id);
    app.world.status.isUp = false;
    const away = await everywhere(app, ask, id);

    expect(known).toHaveLength(4);
    for (const link of known) expect(link).toMatchObject(shown);
    expect(away).toHaveLength(4);
    for (const link of away) expect(link).toMatchObject(unknown);
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

  test('returns the whole list, newest first, without paging headers', async () => {
    const { ask } = await withLinks(3);

    const response = await ask('/api/links');

    expect(response.headers.get('link')).toBeNull();
    expect(response.headers.get('x-total-count')).toBeNull();
    expect(await urlsOf(response)).toEqual(['2', '1', '0']);
  });

  test('is paged by following the Link header, with the count on every page', async () => {
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

  test('searches, and keeps the search on all pages', async () => {
    const { ask } = await withLinks(12);

    const response = await ask('/api/links?search=LIAS-1&limit=2');

    expect(response.headers.get('x-total-count')).toBe('3');
    expect(await urlsOf(response)).toEqual(['11', '10']);
    const next = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1];
    expect(await urlsOf(await ask(String(next)))).toEqual(['1']);
  });

  test('treats blank parameters as missing ones', async () => {
    const { ask } = await withLinks(2);

    const response = await ask('/api/links?search=&sort=&order=&limit=&cursor=');

    expect(response.headers.get('x-total-count')).toBe('2');
    expect(await urlsOf(response)).toEqual(['1', '0']);
  });

  test('rejects a cursor of another sort order', async () => {
    const { ask } = await withLinks(3);
    const first = await ask('/api/links?limit=1');
    const cursor = /cursor=([\w-]+)/.exec(first.headers.get('link') ?? '')?.[1];

    expect((await ask(`/api/links?cursor=${cursor}`)).status).toBe(200);
    expect((await ask(`/api/links?order=asc&cursor=${cursor}`)).status).toBe(422);
    expect((await ask(`/api/links?sort=title&cursor=${cursor}`)).status).toBe(422);
  });

  test('sorts by totals, links without clicks as 0, and pages back', async () => {
    const { app, ask } = await withLinks(5);
    const made: { id: string; originalUrl: string }[] = await (await ask('/api/links')).json();
    const totals = { ...nothingYet, profitCents: 0 };
    const count = (at: number, more: object) =>
      app.world.counts.set(made[at]?.id ?? '', { ...totals, ...more });
    count(3, { clicks: 7, profitCents: -50 });
    count(1, { clicks: 12, conversions: 1 });
    const pageAt = (query: string) => ask(`/api/links?limit=2&${query}`);

    const first = await pageAt('sort=totalClicks');
    const second = await ask(String(/<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]));
    const previous = second.headers.get('x-previous-cursor');
    const back = await pageAt(`sort=totalClicks&cursor=${previous}`);

    expect(await urlsOf(first)).toEqual(['3', '1']);
    expect(await urlsOf(second)).toEqual(['4', '2']);
    expect(await urlsOf(back)).toEqual(['3', '1']);
    expect(first.headers.get('x-previous-cursor')).toBeNull();
    expect(await urlsOf(await pageAt('sort=totalConversions'))).toEqual(['3', '4']);
    expect(await urlsOf(await pageAt('sort=totalProfit&order=asc'))).toEqual(['1', '0']);
  });

  test('falls back to the order of creation while the totals are unavailable', async () => {
    const { app, ask } = await withLinks(3);
    app.world.status.isUp = false;

    const answer = await ask('/api/links?sort=totalClicks');

    expect(answer.status).toBe(200);
    expect(await urlsOf(answer)).toEqual(['2', '1', '0']);
  });

  test('can be filtered by links that track conversions', async () => {
    const { ask } = await withLinks(2);
    await created(ask, { originalUrl: 'https://example.com/t', trackConversions: true });

    const answer = await ask('/api/links?trackConversions=true&limit=1');

    expect(answer.headers.get('x-total-count')).toBe('1');
    expect(await urlsOf(answer)).toEqual(['t']);
    expect((await ask('/api/links?trackConversions=no')).status).toBe(422);
  });
});
