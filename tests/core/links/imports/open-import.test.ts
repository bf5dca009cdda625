import { expect, test } from 'bun:test';
import {
  type FileRow,
  fullSliceLength,
  type ImportRun,
  rowsPerSlice,
} from '#core/links/imports/import-run';
import { openImport } from '#core/links/imports/open-import';

/** The slices in which an upload of these rows is stored. */
async function slicesOf(rows: readonly (readonly string[])[]) {
  const slices: (readonly FileRow[])[] = [];
  const opened: ImportRun[] = [];
  const ports: Parameters<typeof openImport>[0] = {
    imports: {
      async open(run) {
        opened.push(run);
        return 'opened';
      },
      async addSlices(_, firstPlace, added) {
        expect(firstPlace).toBe(slices.length);
        slices.push(...added);
        return true;
      },
      close: async (_, count) => opened.map((run) => ({ ...run, rows: count }))[0] ?? null,
      remove: async () => true,
    },
    plainCell: (text) => text,
    isEntitled: () => true,
    clock: { now: () => 0 },
    newId: () => 'an-import',
  };
  async function* lists() {
    yield [['url', 'notes'], ...rows];
  }
  const owner = { id: 'a-person', subscriptionStatus: 'active', trialEndsAt: new Date(0) } as const;
  const run = await openImport(ports, owner, { name: 'links.csv', rows: lists() });
  return { slices, count: run.rows };
}

test('rows are stored in slices of some rows', async () => {
  const rows = Array.from({ length: 2 * rowsPerSlice + 1 }, (_, n) => [`https://a.example/${n}`]);

  const { slices, count } = await slicesOf(rows);

  expect(slices.map(({ length }) => length)).toEqual([rowsPerSlice, rowsPerSlice, 1]);
  expect(slices.flat().map(({ cells }) => cells)).toEqual(rows);
  expect(count).toBe(rows.length);
});

test('long rows are stored in slices of fewer rows, so that each is little work', async () => {
  const long = 'x'.repeat(fullSliceLength / 4);

  const { slices, count } = await slicesOf(Array.from({ length: 9 }, () => ['a', long]));

  expect(slices.map(({ length }) => length)).toEqual([4, 4, 1]);
  expect(count).toBe(9);
});
