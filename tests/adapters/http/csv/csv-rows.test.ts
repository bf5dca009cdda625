import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { csv } from '#adapters/http/csv/cells';
import { csvRows } from '#adapters/http/csv/csv-rows';
import { Refusal } from '#core/shared/refusal';
import { caseCount } from '#tests/support/extent';

const limits = {
  maxBytes: 100_000,
  maxCells: 100,
  limitMs: 60_000,
  tooLarge: () => new Refusal('too_large', 'Too large'),
};

/** The rows of a file that arrives in chunks of this many bytes. */
async function rowsOf(file: string | Uint8Array, chunk = Infinity): Promise<readonly string[][]> {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  async function* body() {
    for (let at = 0; at < bytes.length; at += Math.min(chunk, bytes.length)) {
      yield bytes.subarray(at, at + chunk);
    }
  }
  const lists = await Array.fromAsync(csvRows(body(), limits));
  return lists.flat().map((row) => [...row]);
}

test.each([
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'semicolons',
    'a;b\n"1,5";2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a byte order mark',
    '\uFEFFa,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'separators in quotes',
    '"a;;;",b\n1,2\n',
    [
      ['a;;;', 'b'],
      ['1', '2'],
    ],
  ],
  ['quotes in quotes', 'a\n"say ""hi"""\n', [['a'], ['say "hi"']]],
  [
    'line breaks in quotes',
    'a,b\n"1\r\n1",2\n',
    [
      ['a', 'b'],
      ['1\r\n1', '2'],
    ],
  ],
  ['rows of other lengths', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['blank lines', 'a\n\n1\n', [['a'], [''], ['1']]],
  ['a blank line and semicolons', '\n;;\n"a,b";c\n', [[''], ['', '', ''], ['a,b', 'c']]],
  ['one column', 'url\nhttps://a.example/?x=1\n', [['url'], ['https://a.example/?x=1']]],
  ['nothing', '', []],
] as const)('a file with %s is read', async (_, file, rows) => {
  expect(await rowsOf(file)).toEqual(rows.map((row) => [...row]));
});

test('every table is read as it was written, in chunks of any size', async () => {
  const cell = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { maxLength: 8 });

  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 7 }), async (rows, chunk) => {
      const file = csv([['first', 'second', 'third'], ...rows]);

      expect(await rowsOf(file, chunk)).toEqual([['first', 'second', 'third'], ...rows]);
    }),
    { numRuns: caseCount({ check: 150, extended: 2000 }) },
  );
});

test.each([
  ['is not UTF-8', new Uint8Array([0x61, 0xff, 0x0a]), 'Save the file as CSV in UTF-8'],
  ['ends within a character', new Uint8Array([0x61, 0x0a, 0xe2]), 'Save the file as CSV in UTF-8'],
  ['is UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'Save the file as CSV in UTF-8'],
  ['has a NUL', 'a\n\0\n', 'Save the file as CSV in UTF-8'],
  ['has an open quote', 'a\n"1\n', 'The file is not valid CSV: check the quotes near line 2'],
  [
    'has text after a quote',
    'a\n"1"2\n',
    'The file is not valid CSV: check the quotes near line 2',
  ],
  [
    'has a long row',
    `a\n${'x'.repeat(70_000)}\n`,
    'The file has a row that is too long near line 2',
  ],
  ['has many columns', `${'a,'.repeat(100)}a\n`, 'A file can have at most 100 columns'],
  ['has a wide row', `a;b\n${';'.repeat(100)}\n1;2\n`, 'A file can have at most 100 columns'],
  ['has a wide quoted row', `a\n${'"",'.repeat(101)}""\n`, 'A file can have at most 100 columns'],
] as const)('a file that %s is refused', async (_, file, message) => {
  await expect(rowsOf(file)).rejects.toMatchObject({ code: 'invalid', message });
});

test('a file that is too large is refused', async () => {
  await expect(rowsOf('a,b\n'.repeat(30_000), 65_536)).rejects.toMatchObject({
    code: 'too_large',
  });
});

test.each([0, 1, 2, 3])(
  'characters of two units stay whole, %i letters into a row',
  async (letters) => {
    const cell = 'x'.repeat(letters) + '🎉'.repeat(5000);
    const rows = [
      ['title', 'url'],
      [cell, 'https://a.example/'],
    ];

    expect(await rowsOf(rows.map((row) => `${row.join(',')}\n`).join(''))).toEqual(rows);
  },
);

test('a row with as many cells as are allowed is read', async () => {
  const row = Array.from({ length: 100 }, (_, at) => `cell ${at}`);

  expect(await rowsOf(`${row.join(',')}\r\na\r\n`)).toEqual([row, ['a']]);
});

test.each([
  ['of commas', ','],
  ['of empty quotes', '"",'],
  ['of one cell', 'x'],
])('[import-bounds] a row %s is refused long before its end', async (_, unit) => {
  const piece = new TextEncoder().encode(unit.repeat(1000));
  let sent = 0;
  async function* body() {
    yield new TextEncoder().encode('a,b\n');
    for (let n = 0; n < 1000; n += 1) {
      sent += piece.length;
      yield piece;
    }
  }

  const read = Array.fromAsync(csvRows(body(), { ...limits, maxBytes: Infinity }));

  await expect(read).rejects.toMatchObject({ code: 'invalid' });
  expect(sent).toBeLessThan(100_000);
});
