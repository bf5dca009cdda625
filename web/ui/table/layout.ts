import { type ColumnHead, idOf } from './column.ts';

/** How a person has arranged a table. Columns are named by their ids. */
export type TableLayout = {
  readonly hidden: readonly string[];
  /** The order of the columns that can be moved; those that it leaves out follow. */
  readonly order: readonly string[];
  /** Changed widths: shares, or pixels in a table that scrolls sideways. */
  readonly widths: Widths;
  /** How high the rows are, in tables that offer the choice. */
  readonly density: Density;
};

export type Density = 'compact' | 'comfortable';

export type Widths = Readonly<Record<string, number>>;

/** A table's layout, and how a person changes it. */
export type Arranged = {
  readonly layout: TableLayout;
  onLayout(layout: TableLayout): void;
};

export const plainLayout: TableLayout = {
  hidden: [],
  order: [],
  widths: {},
  density: 'compact',
};

const usualShare = 10;
/** The narrowest column, as a part of all shares, and the widest. */
const least = 0.04;
const most = 0.6;
/**
 * The assumed width of a table, from which the part of columns with a width in pixels is computed.
 */
const usualTablePx = 1000;

/** Reads a stored layout; damaged parts get their defaults. */
export function layoutFrom(stored: unknown): TableLayout {
  if (typeof stored !== 'object' || stored === null) return plainLayout;
  const { hidden, order, widths, density }: Partial<Record<keyof TableLayout, unknown>> = stored;
  return {
    hidden: textsOf(hidden),
    order: textsOf(order),
    widths: widthsOf(widths),
    density: density === 'comfortable' ? density : 'compact',
  };
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function widthsOf(value: unknown): Widths {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([, width]) => typeof width === 'number' && width > 0),
  );
}

export function isPlain({ hidden, order, widths, density }: TableLayout): boolean {
  const changes = [hidden, order, Object.keys(widths)];
  return changes.every(({ length }) => length === 0) && density === plainLayout.density;
}

/** All columns in the person's order. Fixed columns stay where they are. */
export function inOrder<C extends ColumnHead>(
  columns: readonly C[],
  { order }: TableLayout,
): readonly C[] {
  const place = (column: C): number => {
    const at = order.indexOf(idOf(column));
    return at === -1 ? order.length : at;
  };
  const movable = columns
    .filter(({ isFixed }) => !isFixed)
    .toSorted((one, other) => place(one) - place(other));
  return columns.map((column) => (column.isFixed ? column : (movable.shift() ?? column)));
}

export function toggled(layout: TableLayout, id: string): TableLayout {
  const { hidden } = layout;
  const without = hidden.filter((each) => each !== id);
  return { ...layout, hidden: without.length < hidden.length ? without : [...hidden, id] };
}

/** The layout after a column has changed places with a neighbour; null at the end of the row. */
export function moved(
  { columns, layout }: { readonly columns: readonly ColumnHead[]; readonly layout: TableLayout },
  id: string,
  by: -1 | 1,
): TableLayout | null {
  const ids = inOrder(columns, layout)
    .filter(({ isFixed }) => !isFixed)
    .map(idOf);
  const at = ids.indexOf(id);
  const neighbour = ids[at + by];
  if (at === -1 || neighbour === undefined) return null;
  return { ...layout, order: ids.with(at, neighbour).with(at + by, id) };
}

type Sharing = {
  /** The shown columns. */
  readonly columns: readonly ColumnHead[];
  readonly widths: Widths;
};

/** The shares of the columns that have no width in pixels, by id, and their sum. */
function sharesOf({ columns, widths }: Sharing) {
  const shares = new Map(
    columns
      .filter(({ widthPx }) => widthPx === undefined)
      .map((column) => [idOf(column), widths[idOf(column)] ?? column.share ?? usualShare]),
  );
  return { shares, sum: shares.values().reduce((sum, share) => sum + share, 0) };
}

/** The part of the table's width that is shared, 0 to 1. */
function sharedPart(columns: readonly ColumnHead[], besidePx: number): number {
  const fixedPx = columns.reduce((sum, { widthPx = 0 }) => sum + widthPx, besidePx);
  return 1 - fixedPx / usualTablePx;
}

/**
 * The CSS widths of the columns of a table that is as wide as its container. The first sharing
 * column has no width: it takes the rest. `besidePx`: the width of the table's other columns.
 */
export function cssWidths(sharing: Sharing, besidePx: number): readonly (string | undefined)[] {
  const { columns } = sharing;
  const { shares, sum } = sharesOf(sharing);
  const part = sharedPart(columns, besidePx);
  const [first] = shares.keys();
  return columns.map((column) => {
    const share = shares.get(idOf(column));
    if (share === undefined) return `${column.widthPx ?? 0}px`;
    if (idOf(column) === first) return undefined;
    return `${((100 * part * share) / sum).toFixed(3)}%`;
  });
}

type Drag = {
  /** The ids of the columns on both sides of the edge. */
  readonly left: string;
  readonly right: string;
  /** How far the edge has moved to the right, as a part of the table's width. */
  readonly by: number;
};

/** The widths after the edge between two columns has moved. The others keep theirs. */
export function dragged(
  sharing: Sharing & { readonly besidePx: number },
  { left, right, by }: Drag,
): Widths {
  const { shares, sum } = sharesOf(sharing);
  const [one, other] = [shares.get(left), shares.get(right)];
  if (one === undefined || other === undefined) return sharing.widths;
  const wanted = (by * sum) / sharedPart(sharing.columns, sharing.besidePx);
  const step = between(wanted, least * sum - one, other - least * sum);
  return { ...sharing.widths, [left]: one + step, [right]: other - step };
}

/** The widths after one column has become wider or narrower, at the cost of all others. */
export function resized(sharing: Sharing, id: string, factor: number): Widths {
  const { shares, sum } = sharesOf(sharing);
  const share = shares.get(id);
  if (share === undefined) return sharing.widths;
  return { ...sharing.widths, [id]: between(share * factor, least * sum, most * sum) };
}

function between(value: number, from: number, to: number): number {
  return Math.min(Math.max(value, from), Math.max(from, to));
}
