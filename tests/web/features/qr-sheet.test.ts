import { expect, test } from 'bun:test';
import { inPage } from '#tests/support/page';

const { mostOnSheets } = await inPage(() => import('#web/features/qr/qr-design.ts'));
const { onSheets, sheetIds } = await inPage(() => import('#web/features/qr-sheet/sheet.ts'));

const id = (n: number) => `0193c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;

test('the address names at most a hundred links, each once, and nothing else', () => {
  const many = Array.from({ length: mostOnSheets + 5 }, (_, n) => id(n));

  expect(sheetIds(null)).toEqual([]);
  expect(sheetIds(`${id(1)},x,${id(2)},${id(1)},../../api`)).toEqual([id(1), id(2)]);
  expect(sheetIds(many.join(','))).toEqual(many.slice(0, mostOnSheets));
});

test('codes fill one sheet after the other', () => {
  const ids = Array.from({ length: 14 }, (_, n) => id(n));

  const { columns, rows, sheets } = onSheets(ids, '3x4');

  expect([columns, rows]).toEqual([3, 4]);
  expect(sheets).toEqual([ids.slice(0, 12), ids.slice(12)]);
  expect(onSheets(ids, '1x1').sheets).toHaveLength(14);
});
