import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { textCell } from '#adapters/http/csv/cells';
import { readCsv } from '#tests/support/readers/csv';
import { linkApp, shortOrigin, signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const header =
  'Short URL,Original URL,Alias,Title,Clicks,Unique Clicks Once a Day (UTC),Conversions,Conversion Rate,Revenue,Profit,Split Test,Tracking,Active,Expires,Created,Tags,Folder,Notes,Split Test URLs';
const last = 'Split Test Result';
const exported = '/api/v1/exports/links';
/** No heading contains a comma. */
const fixedColumns = header.split(',').length;

function start() {
  const app = linkApp();
  const ask = signIn(app, owner());
  const create = async (more: object, edit: object = {}): Promise<string> => {
    const json = { originalUrl: 'https://example.com/', ...more };
    const { id } = await (await ask('/api/links', { json })).json();
    await ask(`/api/links/${id}`, { method: 'PUT', json: edit });
    return id;
  };
  return { app, ask, create };
}

describe('the export', () => {
  test('contains only the header line for an account without links', async () => {
    const { ask } = start();

    const response = await ask('/api/export/links');

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="links-export.csv"',
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toBe(`${header},${last}\r\n`);
  });

  test('has one line per link, newest first', async () => {
    const { app, ask, create } = start();
    await signIn(app, owner())('/api/links', { json: { originalUrl: 'https://hidden.example' } });
    const plain = await create({ originalUrl: 'https://example.com/?a=1,2&b="x"' });
    app.world.time.nowMs += 1000;
    await create(
      {
        customAlias: 'Deal',
        trackConversions: true,
        splitTestEnabled: true,
        splitTestUrls: ['https://a.example/', 'https://b.example/'],
        expiresAt: '2027-01-01T00:00:00Z',
      },
      { title: 'Zwei, "drei"\nvier', isActive: false },
    );
    app.world.counts.set(plain, {
      clicks: 7,
      uniqueClicks: 5,
      botClicks: 9,
      conversions: 2,
      revenueCents: 9_998,
      profitCents: 5,
      otherCurrencies: [],
    });

    const [, ...lines] = readCsv(await (await ask('/api/export/links')).text());

    expect(lines.map((line) => line.slice(1, 15))).toEqual([
      [
        ...[
          'https://example.com/',
          'Deal',
          'Zwei, "drei"\nvier',
          '0',
          '0',
          '0',
          '0',
          '0.00',
          '0.00',
        ],
        ...['Yes', 'Yes', 'No', '2027-01-01T00:00:00.000Z', '2026-06-01T00:00:01.000Z'],
      ],
      [
        ...['https://example.com/?a=1,2&b=%22x%22', '', '', '7', '5', '2', '28.6', '99.98', '0.05'],
        ...['No', 'No', 'Yes', '', '2026-06-01T00:00:00.000Z'],
      ],
    ]);
    expect(lines[0]?.[0]).toBe(`${shortOrigin}/Deal`);
  });

  test('has extra columns for other currencies that occur, before the last one', async () => {
    const { app, ask, create } = start();
    const sold = await create({});
    await create({});
    app.world.counts.set(sold, {
      clicks: 7,
      uniqueClicks: 5,
      botClicks: 9,
      conversions: 2,
      revenueCents: 33_074,
      profitCents: 0,
      otherCurrencies: [
        { currency: 'EUR', revenueCents: 21_145, profitCents: 1050, conversions: 1 },
        { currency: 'GBP', revenueCents: 9872, profitCents: -5, conversions: 1 },
      ],
    });

    const [head, ...lines] = readCsv(await (await ask('/api/export/links')).text());

    expect(head?.join(',')).toBe(`${header},Revenue EUR,Profit EUR,Revenue GBP,Profit GBP,${last}`);
    expect(lines.map((line) => [line[8], ...line.slice(fixedColumns, -1)])).toEqual([
      ['0.00', '0.00', '0.00', '0.00', '0.00'],
      ['330.74', '211.45', '10.50', '98.72', '-0.05'],
    ]);
  });

  test('names the tags, the folder, the notes and the destinations of the split test', async () => {
    const { ask, create } = start();
    const splitTestUrls = ['https://a.example/?b=1,=2', 'https://b.example/'];
    const labels = { tags: ['Summer', 'autumn'], folder: 'Shop', notes: '=1+1\n"two"' };
    await create({ ...labels, splitTestEnabled: true, splitTestUrls });

    const [, line] = readCsv(await (await ask('/api/export/links')).text());

    expect(line?.slice(15, -1)).toEqual([
      ...['autumn, Summer', 'Shop', '\'=1+1\n"two"'],
      "https://a.example/?b=1,'=2 https://b.example/",
    ]);
  });

  test('says what is known of the split test, and nothing of a link without one', async () => {
    const { app, ask, create } = start();
    const tested = await create({});
    await create({});
    const result = 'B wins. It converts about 20% better than A, at least 3%.';
    app.world.splitResults.set(tested, result);

    const [, ...lines] = readCsv(await (await ask('/api/export/links')).text());

    expect(lines.map((line) => line.at(-1))).toEqual(['', result]);
  });

  test('has only the links that its filters leave, in both formats', async () => {
    const { ask, create } = start();
    await create({ title: 'Boots', folder: 'Shop', tags: ['summer'] });
    await create({ title: 'Boots, paused', folder: 'Shop' }, { isActive: false });
    await create({ title: 'Hats', folder: 'Shop', trackConversions: true });
    const titlesOf = async (filter: string) => {
      const [, ...lines] = readCsv(await (await ask(`/api/export/links?${filter}`)).text());
      return lines.map((line) => line[3] ?? '').toSorted((one, other) => one.localeCompare(other));
    };

    expect(await titlesOf('search=boots')).toEqual(['Boots', 'Boots, paused']);
    expect(await titlesOf('search=boots&status=active')).toEqual(['Boots']);
    expect(await titlesOf('folder=Shop&trackConversions=true')).toEqual(['Hats']);
    expect(await titlesOf('tag=summer')).toEqual(['Boots']);
    expect(await titlesOf('search=nothing')).toEqual([]);
    const lines = await (await ask('/api/export/links?format=jsonl&status=paused')).text();
    expect(lines.trim().split('\n')).toHaveLength(1);
    expect(lines).toContain('Boots, paused');
    expect((await ask('/api/export/links?status=lost')).status).toBe(422);
  });

  test('has exactly the links whose ids were sent, in both formats, newest first', async () => {
    const { app, ask, create } = start();
    const boots = await create({ title: 'Boots' });
    app.world.time.nowMs += 1000;
    await create({ title: 'Socks' });
    const hats = await create({ title: 'Hats' }, { isActive: false });
    const ids = [boots, hats, boots].join(',');

    const [, ...lines] = readCsv(await (await ask(`${exported}?ids=${ids}`)).text());
    const json = await (await ask(`${exported}?format=jsonl&ids=${ids}`)).text();

    expect(lines.map((line) => line[3])).toEqual(['Hats', 'Boots']);
    const objects = json
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(objects.map(({ id }) => id)).toEqual([hats, boots]);
  });

  test('is refused alike for an unknown link and for one of somebody else', async () => {
    const { app, ask, create } = start();
    const own = await create({});
    const others = signIn(app, owner());
    const json = { originalUrl: 'https://hidden.example' };
    const foreign = (await (await others('/api/links', { json })).json()).id;

    for (const id of [foreign, Bun.randomUUIDv7()]) {
      for (const format of ['csv', 'jsonl']) {
        const answer = await ask(`${exported}?format=${format}&ids=${own},${id}`);
        expect([answer.status, (await answer.json()).issues]).toEqual([
          422,
          [{ path: 'ids', message: 'One of these links no longer exists' }],
        ]);
      }
    }
  });

  test('takes 200 ids, each a link of the account, and no filter beside them', async () => {
    const { ask, create } = start();
    const ids: string[] = [];
    for (let n = 0; n < 201; n += 1) ids.push(await create({}));
    const refused = async (query: string) => {
      const answer = await ask(`${exported}?${query}`);
      return [answer.status, (await answer.json()).issues[0]];
    };

    const all = await ask(`${exported}?ids=${ids.slice(1).join(',')}`);
    expect(readCsv(await all.text())).toHaveLength(201);
    const address = `${exported}?${new URLSearchParams({ ids: ids.slice(1).join(',') })}`;
    expect(address.length).toBeLessThan(8000);

    const tooMany = 'Send at most 200 ids. A filter exports more links.';
    expect(await refused(`ids=${ids.join(',')}`)).toEqual([422, { path: 'ids', message: tooMany }]);
    const noIds = [422, { path: 'ids', message: 'Must be ids with commas between them' }];
    for (const text of ['', 'boots', `${ids[0]},`]) {
      expect(await refused(`ids=${text}`)).toEqual(noIds);
    }
    const both = [422, { path: 'ids', message: 'Send either ids or a filter' }];
    for (const filter of ['search=a', 'status=active', 'tag=summer']) {
      expect(await refused(`ids=${ids[0]}&${filter}`)).toEqual(both);
    }
  });

  test('leaves the numbers blank while they are unavailable', async () => {
    const { app, ask, create } = start();
    await create({});
    app.world.status.isUp = false;

    const [, line] = readCsv(await (await ask('/api/export/links')).text());

    expect(line?.slice(4, 10)).toEqual(['', '', '', '', '', '']);
  });

  test('[safe-csv] an alias or title that could run as a formula is exported as text', async () => {
    const { ask, create } = start();
    await create({ customAlias: '-2-3' }, { title: "=cmd|'/c calc'!A1" });

    const [, line] = readCsv(await (await ask('/api/export/links')).text());

    expect(line?.slice(2, 4)).toEqual(["'-2-3", "'=cmd|'/c calc'!A1"]);
  });
});

describe('[safe-csv] a cell', () => {
  test('is read back unchanged by another CSV reader, for any title', async () => {
    const { ask, create } = start();
    const id = await create({});

    const awkward = fc.constantFrom('"', ',', '\r', '\n', "'", '=', ' ', ';', '\t', 'a', '\u2028');
    const title = fc.oneof(
      fc.string({ unit: awkward, maxLength: 12 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
    );

    await fc.assert(
      fc.asyncProperty(title, async (typed) => {
        const json = { title: typed };
        const edited = await ask(`/api/links/${id}`, { method: 'PUT', json });
        fc.pre(edited.status === 200);
        const kept = await edited.json();

        const lines = readCsv(await (await ask('/api/export/links')).text());

        expect(lines).toHaveLength(2);
        expect(lines[1]).toHaveLength(fixedColumns + 1);
        expect(lines[1]?.[3]).toBe(textCell(kept.title ?? ''));
      }),
      { numRuns: 200 },
    );
  });
});
