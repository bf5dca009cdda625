import { type ColumnHead, idOf } from './column.ts';
import type { Widths } from './layout.ts';

const leastPx = 48;
/** The width of a column that was hidden when the others got their widths. */
const usualPx = 160;

/**
 * The CSS widths of the columns of a table that scrolls sideways, and of the table. Null until a
 * person has changed one of them: then the contents decide.
 */
export function cssPixels({ columns, widths }: Sharing) {
  if (Object.keys(widths).length === 0)
    return { each: columns.map(() => undefined), sum: undefined };
  const each = columns.map((column) => widths[idOf(column)] ?? usualPx);
  return { each, sum: each.reduce((sum, width) => sum + width, 0) };
}

type Sharing = { readonly columns: readonly ColumnHead[]; readonly widths: Widths };

/** The widths of all columns, while the right edge of one is dragged. */
export function draggedPx(table: HTMLTableElement, id: string): (byPx: number) => Widths {
  const from = widthsIn(table);
  return (byPx) => ({ ...from, [id]: Math.max(leastPx, (from[id] ?? usualPx) + byPx) });
}

/** The widths of all columns, after one has become wider or narrower. */
export function resizedPx(table: HTMLTableElement, id: string, factor: number): Widths {
  const from = widthsIn(table);
  return { ...from, [id]: Math.max(leastPx, (from[id] ?? usualPx) * factor) };
}

function widthsIn(table: HTMLTableElement): Widths {
  const heads = [...table.querySelectorAll<HTMLElement>('th[data-column]')];
  return Object.fromEntries(
    heads.map(({ dataset, offsetWidth }) => [dataset['column'] ?? '', offsetWidth]),
  );
}
