import { describe, expect, test } from 'bun:test';
import {
  cssWidths,
  dragged,
  inOrder,
  isPlain,
  layoutFrom,
  moved,
  plainLayout,
  resized,
  toggled,
} from '#web/ui/table/layout.ts';

const columns = [
  { name: 'Link', share: 40, isFixed: true },
  { name: 'Clicks', share: 20 },
  { name: 'Profit', share: 20 },
  { name: 'Date', share: 20 },
  { name: 'Actions', widthPx: 100, isFixed: true },
] as const;
const names = (layout: typeof plainLayout) => inOrder(columns, layout).map(({ name }) => name);

describe('order', () => {
  test('a moved column changes places with its neighbour; fixed columns stay', () => {
    const once = moved({ columns, layout: plainLayout }, 'Date', -1);
    expect(names(once ?? plainLayout)).toEqual(['Link', 'Clicks', 'Date', 'Profit', 'Actions']);
  });

  test('at an end of the row there is nowhere to go', () => {
    expect(moved({ columns, layout: plainLayout }, 'Clicks', -1)).toBeNull();
    expect(moved({ columns, layout: plainLayout }, 'Date', 1)).toBeNull();
  });

  test('a column that a kept order does not know follows those that it knows', () => {
    const layout = { ...plainLayout, order: ['Date', 'gone', 'Profit'] };
    expect(names(layout)).toEqual(['Link', 'Date', 'Profit', 'Clicks', 'Actions']);
  });
});

describe('widths', () => {
  const sharing = { columns, widths: {} };
  const sum = (widths: Readonly<Record<string, number>>) =>
    columns.reduce(
      (all, each) => all + ('share' in each ? (widths[each.name] ?? each.share) : 0),
      0,
    );

  test('the shares of a table leave room for its columns in pixels', () => {
    expect(cssWidths(sharing, 0)).toEqual([undefined, '18.000%', '18.000%', '18.000%', '100px']);
  });

  test('a dragged edge takes from one neighbour what it gives to the other', () => {
    const widths = dragged(
      { ...sharing, besidePx: 0 },
      { left: 'Clicks', right: 'Profit', by: 0.09 },
    );
    expect(widths).toEqual({ Clicks: 30, Profit: 10 });
  });

  test('no column is dragged or made narrower than a twenty-fifth of the shares', () => {
    const edge = { left: 'Clicks', right: 'Profit' };
    const beside = { ...sharing, besidePx: 0 };
    expect(dragged(beside, { ...edge, by: -1 })).toEqual({ Clicks: 4, Profit: 36 });
    expect(dragged(beside, { ...edge, by: 1 })).toEqual({ Clicks: 36, Profit: 4 });
    expect(sum(dragged(beside, { ...edge, by: 1 }))).toBe(100);
    expect(resized(sharing, 'Clicks', 0.01)).toEqual({ Clicks: 4 });
    expect(resized(sharing, 'Clicks', 100)).toEqual({ Clicks: 60 });
  });
});

describe('a kept layout', () => {
  test('comes back as it was stored', () => {
    const layout = {
      hidden: ['Profit'],
      order: ['Date', 'Clicks'],
      widths: { Date: 12.5 },
      density: 'comfortable',
    } as const;
    expect(layoutFrom(JSON.parse(JSON.stringify(layout)))).toEqual(layout);
  });

  test('that is damaged counts as unchanged', () => {
    const damaged = [
      { density: 'tiny' },
      null,
      7,
      'x',
      [],
      { hidden: 'Profit', order: [3], widths: { Date: -1, x: 'y' } },
    ];
    for (const stored of damaged) expect(isPlain(layoutFrom(stored))).toBe(true);
  });
});

test('a column is hidden and shown again', () => {
  const hidden = toggled(plainLayout, 'Profit');
  expect(hidden.hidden).toEqual(['Profit']);
  expect(toggled(hidden, 'Profit')).toEqual(plainLayout);
});
