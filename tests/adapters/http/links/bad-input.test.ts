import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { postgresLinks } from '#adapters/postgres/links/links';
import { linkSorts } from '#contract/links/links';
import { linkApp, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';
import { newUser } from '#tests/support/builders/people';
import { testDatabase, type TestDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';

const url = 'https://example.com/';
const badUrl = 'Please enter a valid URL';
const longUrl = 'Use a URL of at most 2,048 characters';
const ownUrl = 'A link cannot lead to Waypost itself: it would redirect endlessly';
const ownMachine = 'A link cannot lead to the device of the person who opens it';
const badAlias = 'Use letters, numbers, hyphens and underscores only';
const keptAlias = 'This alias is not available';
const badFlag = 'Must be true or false';
const badDate = 'Please enter a valid date';
const badJson = 'The request body must be valid JSON';
const badText = 'Text contains characters that cannot be stored';

type Row = readonly [body: unknown, status: number, message: string];

/** Invalid values of fields that creating and editing share. */
const fields: Row[] = [
  ...['', ' ', 'example', '//evil.example', 'javascript:alert(1)', 'JaVaScRiPt:alert(1)'].map(
    wrongUrl,
  ),
  ...[' javascript:alert(1)', 'java\tscript:alert(1)', '\nhttps://example.com'].map(wrongUrl),
  ...['data:text/html,x', 'vbscript:x', 'file:///etc/passwd', 'ftp://example.com', 'blob:x'].map(
    wrongUrl,
  ),
  ...['about:blank', 'https:evil.example', 'https:\\\\evil.example'].map(wrongUrl),
  ...[
    'http://x.example:0',
    'http://x.example:65536',
    'http://0xa.1',
    'http://[64:ff9b::a00:1]',
  ].map(wrongUrl),
  ...['http://0x7f.1', 'http://2130706433', 'http://0177.0.0.1', 'http://①②⑦.⓪.⓪.①'].map(ownDevice),
  ...['http://127.0.0.1', 'http://localhost:3000', 'http://[::1]', 'http://[::]'].map(ownDevice),
  [{ originalUrl: 'https://a:b@x.example' }, 422, 'Remove the user name and password from the URL'],
  [{ originalUrl: `${url}${'a'.repeat(2029)}` }, 422, longUrl],
  [{ originalUrl: `${url}${'a'.repeat(10_000)}` }, 422, longUrl],
  [{ customAlias: 'x'.repeat(51) }, 422, 'Use at most 50 characters'],
  [{ originalUrl: 'https://app.example' }, 422, ownUrl],
  [{ originalUrl: 'app.example' }, 422, ownUrl],
  [{ originalUrl: 'https://GO.example.:8443/x' }, 422, ownUrl],
  ...[5, true, {}, [url]].map(wrongUrl),
  [{ originalUrl: `${url}\u0000` }, 422, badText],
  ...['a b', 'ümlaut', 'a/b', 'a.b', 'pаypal', 5, false, ['a']].map((customAlias): Row => [
    { customAlias },
    422,
    badAlias,
  ]),
  ...[
    'login',
    'LOGIN',
    'ｌｏｇｉｎ',
    '%6cogin',
    'api',
    'robots.txt',
    'healthz',
    '_x',
    'assets/',
  ].map((customAlias): Row => [{ customAlias }, 422, keptAlias]),
  [{ customAlias: 'taken' }, 409, 'This alias is already taken'],
  [{ customAlias: 'TAKEN' }, 409, 'This alias is already taken'],
  [{ profitPerSale: -1 }, 422, 'Profit must be positive'],
  [{ profitPerSale: -0.5 }, 422, 'Profit must be positive'],
  [{ profitPerSale: 0.5 }, 422, 'Profit must be in whole cents'],
  [{ profitPerSale: 1_000_000_001 }, 422, 'Profit is too large'],
  [{ profitPerSale: 1e308 }, 422, 'Profit is too large'],
  ...['5', true, [], {}].map((profitPerSale): Row => [
    { profitPerSale },
    422,
    'Profit must be a number of cents',
  ]),
  [{ splitTestUrls: Array(5).fill(url) }, 422, 'Use at most 4 split test URLs'],
  [{ splitTestUrls: [url, 'javascript:alert(1)'] }, 422, badUrl],
  [{ splitTestUrls: [url, ''] }, 422, badUrl],
  [{ splitTestUrls: [url, 7] }, 422, badUrl],
  [{ splitTestUrls: ['https://app.example/x'] }, 422, ownUrl],
  [{ splitTestUrls: url }, 422, 'Must be a list of URLs'],
  [{ splitTestUrls: { 0: url } }, 422, 'Must be a list of URLs'],
  ...['trackClicks', 'trackConversions', 'autoTrackProfit', 'splitTestEnabled'].map((flag): Row => [
    { [flag]: 'true' },
    422,
    badFlag,
  ]),
  [{ trackConversions: null }, 422, badFlag],
  [{ splitTestEnabled: 1 }, 422, badFlag],
  ...[
    'soon',
    '',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-01-01',
    '0000-01-01T00:00:00Z',
  ].map((expiresAt): Row => [{ expiresAt }, 422, badDate]),
  ...['2026-01-01T00:00:00', '1969-12-31T00:00:00Z', 1_700_000_000, true].map((expiresAt): Row => [
    { expiresAt },
    422,
    badDate,
  ]),
];

function wrongUrl(originalUrl: unknown): Row {
  return [{ originalUrl }, 422, badUrl];
}

function ownDevice(originalUrl: unknown): Row {
  return [{ originalUrl }, 422, ownMachine];
}

/** Invalid bodies for every call. */
const bodies: Row[] = [
  ['{', 400, badJson],
  ['{"originalUrl": }', 400, badJson],
  ['"text"', 422, 'Send a JSON object'],
  ['[]', 422, 'Send a JSON object'],
  ['null', 422, 'Send a JSON object'],
  [{ originalUrl: url, title: '\ud800' }, 422, badText],
  [{ originalUrl: url, more: 'x'.repeat(70_000) }, 413, 'The request body must be at most 64 KB'],
];

const edits: Row[] = [
  [{ title: 'x'.repeat(201) }, 422, 'Use at most 200 characters'],
  [{ title: '😀'.repeat(201) }, 422, 'Use at most 200 characters'],
  [{ title: 5 }, 422, 'Must be text'],
  [{ description: 'x'.repeat(1001) }, 422, 'Use at most 1000 characters'],
  [{ description: ['x'] }, 422, 'Must be text'],
  [{ title: 'a\u0000b' }, 422, badText],
  [{ isActive: 'no' }, 422, badFlag],
  [{ isActive: null }, 422, badFlag],
  [{ originalUrl: null }, 422, badUrl],
];

const queries: (readonly [query: string, message: string])[] = [
  ...['0', '-1', '101', '1e1', 'ten', '1.5', '007', '%20'].map(
    (limit) => [`limit=${limit}`, 'Use a whole number from 1 to 100'] as const,
  ),
  ...['clicks', 'createdat', 'id; DROP TABLE links'].map(
    (sort) => [`sort=${sort}`, `Sort by ${linkSorts.join(', ')}`] as const,
  ),
  ...['up', 'DESC'].map((order) => [`order=${order}`, 'Order must be asc or desc'] as const),
  [`search=${'x'.repeat(2049)}`, 'Use at most 2048 characters'],
  ...['x', 'bnVsbA', cursor(['createdAt', 'asc', 'after', '1', newId()])].map(wrongCursor),
  ...[
    cursor(['createdAt', 'desc', 'after', '1']),
    cursor(['createdAt', 'desc', 'after', '1', 'x']),
    cursor(['createdAt', 'desc', 'beside', '1', newId()]),
    cursor(['createdAt', 'desc', '1', newId()]),
  ].map(wrongCursor),
  ...['-1', '1e3', "1'", '99999999999999999999', 'now', ''].map((key) =>
    wrongCursor(cursor(['createdAt', 'desc', 'after', key, newId()])),
  ),
  ...['1.5', '1e3', 'null', '9999999999999999999', ''].map(
    (key) =>
      [
        `sort=totalClicks&cursor=${cursor(['totalClicks', 'desc', 'after', key, newId()])}`,
        'Send the cursor of the previous page',
      ] as const,
  ),
  ['trackConversions=yes', 'The only allowed value is true'],
];

function newId(): string {
  return crypto.randomUUID();
}

function cursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

function wrongCursor(text: string) {
  return [`cursor=${text}`, 'Send the cursor of the previous page'] as const;
}

describe('bad input on /api/links', () => {
  let database: TestDatabase;
  let ask: ReturnType<typeof signIn>;
  let linkId: string;
  beforeAll(async () => {
    database = await testDatabase(schema);
    const app = linkApp({ links: postgresLinks(database.sql) });
    ask = signIn(app, owner({ id: await newUser(database.sql) }));
    await ask('/api/links', { json: { originalUrl: url, customAlias: 'taken' } });
    const json = { originalUrl: url, customAlias: 'mine', profitPerSale: 7 };
    linkId = (await (await ask('/api/links', { json })).json()).id;
  });
  afterAll(() => database.drop());

  async function everythingStored() {
    const { sql } = database;
    return [
      await sql`SELECT * FROM links ORDER BY id`,
      await sql`SELECT * FROM link_names ORDER BY folded_name`,
    ];
  }

  async function expectRefusal(response: Response, status: number, message: string) {
    const problem = await response.json();
    expect(problem).toMatchObject({ status, message });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
  }

  const creates: Row[] = [
    ...fields.map(([body, ...rest]): Row => [{ originalUrl: url, ...Object(body) }, ...rest]),
    ...bodies,
    [{}, 422, badUrl],
    [{ customAlias: 'lonely' }, 422, badUrl],
    [{ originalUrl: null }, 422, badUrl],
  ];
  for (const [body, status, message] of creates) {
    test(`POST ${label(body)} is ${status} ${message}, and nothing is stored`, async () => {
      const before = await everythingStored();

      const response = await ask('/api/links', { json: body });

      await expectRefusal(response, status, message);
      expect(await everythingStored()).toEqual(before);
    });
  }

  for (const [body, status, message] of [...fields, ...bodies, ...edits]) {
    test(`PUT ${label(body)} is ${status} ${message}, and nothing changes`, async () => {
      const before = await everythingStored();

      const response = await ask(`/api/links/${linkId}`, { method: 'PUT', json: body });

      await expectRefusal(response, status, message);
      expect(await everythingStored()).toEqual(before);
    });
  }

  for (const [query, message] of queries) {
    test(`GET ?${query.slice(0, 60)} is 422 ${message}`, async () => {
      await expectRefusal(await ask(`/api/links?${query}`), 422, message);
    });
  }

  test.each(['\u00e9', '%', '_', "'", '"', '\\', '%27;--', '%F0%9F%98%80'])(
    'GET ?search=%s is only a search',
    async (search) => {
      const response = await ask(
        `/api/links?search=${search === '%' ? '%25' : encodeURIComponent(search)}`,
      );

      expect(response.status).toBe(200);
      expect(await response.json()).toEqual([]);
    },
  );

  test('all errors are returned together, and the message is the first one', async () => {
    const json = {
      originalUrl: 'x',
      customAlias: 'a b',
      profitPerSale: -1,
      splitTestUrls: [url, 'y'],
    };

    const response = await ask('/api/links', { json });

    expect(await response.json()).toMatchObject({
      message: badUrl,
      issues: [
        { path: 'originalUrl', message: badUrl },
        { path: 'splitTestUrls.1', message: badUrl },
        { path: 'customAlias', message: badAlias },
        { path: 'profitPerSale', message: 'Profit must be positive' },
      ],
    });
  });

  test('[plain-errors] responses never contain the input', async () => {
    const marker = 'secretmarker';
    const rows = [
      { originalUrl: marker },
      { customAlias: `${marker} x` },
      { [marker]: marker, title: 5 },
    ];

    for (const json of rows) {
      const response = await ask(`/api/links/${linkId}`, { method: 'PUT', json });
      expect(response.status).toBe(422);
      expect(await response.text()).not.toContain(marker);
    }
  });

  test.each([
    ['/api/links/a%00b', 'GET', 400],
    ['/api/links/%E0%A4%A', 'DELETE', 400],
    ['/api/links?search=%00', 'GET', 400],
    [`/api/links?search=${'x'.repeat(9000)}`, 'GET', 414],
    ['/api/links', 'PATCH', 405],
    ['/api/links', 'DELETE', 405],
    ['/api/export/links', 'POST', 405],
    [`/api/links/${'x'.repeat(2000)}`, 'DELETE', 404],
    ["/api/links/1'%20OR%201=1", 'DELETE', 404],
    ['/api/links/..%2f..', 'DELETE', 404],
  ])('%p by %s is %d', async (path, method, status) => {
    const response = await ask(path, { method });

    expect(response.status).toBe(status);
  });

  test('[foreign-writes] another site cannot write', async () => {
    const before = await everythingStored();
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    const json = { originalUrl: url };

    const statuses = [
      (await ask('/api/links', { json, headers })).status,
      (await ask(`/api/links/${linkId}`, { method: 'PUT', json, headers })).status,
      (await ask(`/api/links/${linkId}`, { method: 'DELETE', headers })).status,
    ];

    expect(statuses).toEqual([403, 403, 403]);
    expect(await everythingStored()).toEqual(before);
  });

  test('a body that is not JSON is 415', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    expect((await ask('/api/links', { json: 'originalUrl=x', headers })).status).toBe(415);
  });
});

function label(body: unknown): string {
  return (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 70);
}
