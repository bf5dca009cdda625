import { afterAll, expect, test } from 'bun:test';
import { z } from 'zod';
import { newTenant, type Things } from '#tests/support/builders/tenants';
import { call } from '#tests/support/calls';
import { readCsv } from '#tests/support/readers/csv';
import { eventually } from '#tests/support/waiting';
import { edgeWorld, type EdgeWorld } from '#tests/support/worlds/edge-world';

/** Two instances: the second one has none of the names of the first. */
const [world, empty] = await Promise.all([edgeWorld(), edgeWorld()]);
afterAll(() => Promise.all([world[Symbol.asyncDispose](), empty[Symbol.asyncDispose]()]));

const counts = z.object({
  created: z.number(),
  existing: z.number(),
  aliasTaken: z.number(),
  invalid: z.number(),
  blocked: z.number(),
  full: z.number(),
});
const shown = z.object({
  id: z.string(),
  state: z.string(),
  rows: z.number(),
  doneRows: z.number(),
  counts,
  format: z.object({ id: z.string(), name: z.string() }).nullable(),
  columns: z.array(z.string()),
  mapping: z.array(z.string().nullable()),
  preview: z.array(z.object({ row: z.number(), cells: z.array(z.string()) })),
  problems: z.array(z.object({ row: z.number(), outcome: z.string(), message: z.string() })),
});
type Shown = z.infer<typeof shown>;

const linkList = z.array(
  z.object({
    shortUrl: z.string(),
    originalUrl: z.string(),
    title: z.string().nullable(),
    isActive: z.boolean(),
    trackConversions: z.boolean(),
    expiresAt: z.string().nullable(),
    splitTestEnabled: z.boolean(),
    splitTestUrls: z.array(z.string()),
    tags: z.array(z.object({ name: z.string() })),
    createdAt: z.string(),
    importedClicks: z.number().nullable(),
    totalClicks: z.number(),
  }),
);

/** A person at one of the instances. */
async function personAt(at: EdgeWorld) {
  const things: Things = await newTenant(at);
  const { cookie } = things;
  const ask = (path: string, more: Parameters<typeof call>[2] = {}) =>
    call(at.api, path, { cookie, ...more });
  const read = async (answer: Response): Promise<Shown> => {
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return shown.parse(await answer.json());
  };
  const post = (path: string, json?: unknown) =>
    ask(path, { method: 'POST', ...(json !== undefined && { json }) }).then(read);
  const upload = (csv: string, headers: Record<string, string> = {}) =>
    ask('/api/v1/imports?name=my%20links.csv', {
      method: 'POST',
      json: csv,
      headers: { 'content-type': 'text/csv', ...headers },
    });
  const once = (id: string, state: string) =>
    eventually(
      () => ask(`/api/v1/imports/${id}`).then(read),
      (run) => run.state === state,
      20,
    );
  return {
    things,
    ask,
    upload,
    post,
    once,
    opened: (csv: string) => upload(csv).then(read),
    async checked(csv: string): Promise<Shown> {
      const { id, mapping } = await upload(csv).then(read);
      await post(`/api/v1/imports/${id}/check`, { mapping });
      return once(id, 'checked');
    },
    async started(id: string): Promise<Shown> {
      await post(`/api/v1/imports/${id}/start`);
      return once(id, 'done');
    },
    async links() {
      return linkList.parse(await (await ask('/api/links')).json());
    },
  };
}

test.each([
  ['a single column of addresses', 'https://shop.example/1\nhttps://shop.example/2\n', 0],
  [
    'a byte order mark',
    '\uFEFFhttps://shop.example/1;One\r\n\r\nhttps://shop.example/2;Two\r\n',
    0,
  ],
  ['the address in a later column', 'one,https://shop.example/1\ntwo,https://shop.example/2', 1],
])('a file without headings loses no row: %s', async (_, csv, at) => {
  const person = await personAt(world);

  const { id, columns, mapping, preview, rows } = await person.opened(csv);

  expect(columns).toEqual(mapping.map((__, index) => `Column ${index + 1}`));
  expect(mapping.indexOf('originalUrl')).toBe(at);
  expect(rows).toBe(2);
  expect(preview[0]?.row).toBe(1);
  expect(preview[0]?.cells[at]).toBe('https://shop.example/1');
  await person.post(`/api/v1/imports/${id}/check`, { mapping });
  await person.once(id, 'checked');
  expect((await person.started(id)).counts.created).toBe(2);
  expect((await person.links()).map(({ originalUrl }) => originalUrl)).toEqual(
    expect.arrayContaining(['https://shop.example/1', 'https://shop.example/2']),
  );
});

test('headings after a byte order mark are no link', async () => {
  const person = await personAt(world);

  const { columns, rows } = await person.opened('\uFEFFurl,title\nhttps://shop.example/,Shop\n');

  expect([columns, rows]).toEqual([['url', 'title'], 1]);
});

test('a file is recognized, with its columns, its first rows and a proposed mapping', async () => {
  const person = await personAt(world);
  const csv =
    '\uFEFFkeyword;url;title;timestamp;ip;clicks\r\nsale;https://shop.example/;"A ""B""";2026-01-02 03:04:05;;7\r\n';

  const run = await person.opened(csv);

  expect(run).toMatchObject({
    state: 'uploaded',
    rows: 1,
    format: { id: 'yourls', name: 'YOURLS' },
    columns: ['keyword', 'url', 'title', 'timestamp', 'ip', 'clicks'],
    mapping: ['alias', 'originalUrl', 'title', 'createdAt', null, 'importedClicks'],
    preview: [
      {
        row: 2,
        cells: ['sale', 'https://shop.example/', 'A "B"', '2026-01-02 03:04:05', '', '7'],
      },
    ],
  });
});

test('our own export makes the same links on an empty instance', async () => {
  const [author, reader] = await Promise.all([personAt(world), personAt(empty)]);
  const inputs = [
    {
      originalUrl: 'https://shop.example/?a=1,2&b="x"',
      customAlias: 'Own-Export',
      title: '=SUM(A1)',
      tags: ['a;b', 'c|d', '[e]'],
    },
    { originalUrl: 'https://shop.example/paused', title: 'Zeile 1, +"Zeile" 2', isActive: false },
    { originalUrl: 'https://shop.example/late', expiresAt: '2031-02-03T04:05:06.000Z' },
    { originalUrl: 'https://shop.example/tracked', trackConversions: true },
    {
      originalUrl: 'https://shop.example/test',
      splitTestEnabled: true,
      splitTestUrls: [
        'https://a.example/?q=1,=2|@x',
        'https://b.example/b%20c',
        'https://c.example/',
      ],
    },
    {
      originalUrl: 'https://shop.example/test-off',
      splitTestEnabled: false,
      splitTestUrls: ['https://a.example/', 'https://b.example/'],
    },
  ];
  for (const input of inputs) {
    // The order of their creation is the order of the list.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await author.ask('/api/links', { json: input });
    expect(answer.status).toBe(201);
  }
  await world.sql`
    UPDATE links SET is_active = false WHERE original_url = 'https://shop.example/paused'`;
  const csv = await (await author.ask('/api/export/links')).text();
  await reader.ask(`/api/links/${reader.things.linkId}`, { method: 'DELETE' });

  const checked = await reader.checked(csv);
  const done = await reader.started(checked.id);

  const expected = (await author.links()).map((link) => ({ ...link, importedClicks: 0 }));
  expect(checked.format?.id).toBe('waypost');
  expect(done.counts).toMatchObject({ created: expected.length, invalid: 0 });
  const seconds = ({ createdAt }: { readonly createdAt: string }) => createdAt;
  expect((await reader.links()).toSorted((a, b) => (seconds(a) < seconds(b) ? -1 : 1))).toEqual(
    expected.toSorted((a, b) => (seconds(a) < seconds(b) ? -1 : 1)),
  );
});

test('our own export leaves the links of the same account as they are', async () => {
  const person = await personAt(world);
  const csv = await (await person.ask('/api/export/links')).text();
  const before = await person.links();

  const checked = await person.checked(csv);
  const done = await person.started(checked.id);

  expect(done.counts).toMatchObject({ created: 0, existing: before.length });
  expect(await person.links()).toEqual(before);
});

test('the rows with problems are a file that can be corrected and imported', async () => {
  const person = await personAt(world);
  const csv =
    'url,alias,title\nhttps://shop.example/,no spaces please,=1+1\nhttps://shop.example/ok,problem-free,Fine\n';
  const checked = await person.checked(csv);

  const answer = await person.ask(`/api/v1/imports/${checked.id}/problems`);
  const file = await answer.text();
  await person.started(checked.id);
  const corrected = file.replace('no spaces please', 'no-spaces-please');
  const again = await person.checked(corrected);

  expect(answer.headers.get('content-disposition')).toContain('import-problems.csv');
  expect(readCsv(file)).toEqual([
    ['Row', 'Result', 'Column', 'Problem', 'url', 'alias', 'title'],
    [
      ...['2', 'Invalid', 'alias', 'Use letters, numbers, hyphens and underscores only'],
      ...['https://shop.example/', 'no spaces please', "'=1+1"],
    ],
  ]);
  expect(again.counts).toMatchObject({ created: 1, invalid: 0 });
});

test('clicks of another service are shown apart and are in no number', async () => {
  const person = await personAt(world);
  const checked = await person.checked(
    'url,alias,clicks\nhttps://shop.example/,counted-elsewhere,"1,204"\n',
  );

  await person.started(checked.id);

  const [link] = (await person.links()).filter(({ shortUrl }) =>
    shortUrl.endsWith('/counted-elsewhere'),
  );
  expect(link).toMatchObject({ importedClicks: 1204, totalClicks: 0 });
});

test.each([
  ['no rows', 'url,alias\n', 422, 'The file has no rows below its first'],
  ['only blank rows', 'url,alias\n,\n\n', 422, 'The file has no rows below its first'],
  ['nothing', ' ', 422, 'The file is empty'],
  ['an open quote', 'url\n"a', 422, 'The file is not valid CSV: check the quotes near line 2'],
  [
    'too many rows',
    `url\n${'a\n'.repeat(100_001)}`,
    413,
    'A file can have at most 100,000 rows. Please split it.',
  ],
  [
    'too many blank rows',
    `url\na\n${'\n'.repeat(200_000)}`,
    413,
    'A file can have at most 100,000 blank rows. Please remove them.',
  ],
  ['too many columns', `${'a,'.repeat(101)}\nb\n`, 422, 'A file can have at most 100 columns'],
])('a file with %s is refused and leaves nothing behind', async (_, csv, status, message) => {
  const person = await personAt(world);

  const answer = await person.upload(csv);

  expect([answer.status, (await answer.json()).message]).toEqual([status, message]);
  const [kept] = await world.sql`
    SELECT count(*)::int AS count FROM imports
    WHERE user_id = ${person.things.userId} AND state = 'uploading'`;
  expect(kept).toEqual({ count: 0 });
});

test('blank rows above the names of the columns are skipped', async () => {
  const person = await personAt(world);

  const answer = await person.upload('\n;;\nurl;alias;\nhttps://a.example/;above;\n');

  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ columns: ['url', 'alias', ''], rows: 1 });
});

test('the first rows are shown with long cells cut', async () => {
  const person = await personAt(world);
  const [note, kept] = ['n'.repeat(60_000), 'k'.repeat(200)];

  const { preview } = await person.opened(`url,notes,title\na,${note},${kept}\n`);

  expect(preview).toEqual([{ row: 2, cells: ['a', `${'n'.repeat(200)}…`, kept] }]);
});

test('other media types, and files that say that they are too large, are refused', async () => {
  const person = await personAt(world);

  const json = await person.upload('url\na\n', { 'content-type': 'application/json' });
  const large = await person.upload('url\na\n', { 'content-length': String(64 * 2 ** 20) });

  expect([json.status, large.status]).toEqual([415, 413]);
});
