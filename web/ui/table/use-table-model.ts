import {
  type ColumnDef,
  functionalUpdate,
  getCoreRowModel,
  getSortedRowModel,
  type RowSelectionState,
  type SortingState,
  type Table as Model,
  type VisibilityState,
  useReactTable,
} from '@tanstack/react-table';
import { type ComponentProps, type ReactNode, type Ref, useMemo, useState } from 'react';
import { type Column, idOf } from './column.ts';
import { type Arranged, inOrder, plainLayout, type TableLayout } from './layout.ts';

/** The order in which the server has sorted the list. */
export type ServerOrder = {
  /** The id of a column. */
  readonly by: string;
  readonly order: 'asc' | 'desc';
  /** The head of a column was pressed. */
  onSort(by: string): void;
};

export type Selecting<Row> = {
  /** The names of a row's box, and of the box for all rows. */
  labelOf(row: Row): string;
  readonly labelOfAll: string;
  isSelected(row: Row): boolean;
  /** Selects or deselects rows by their keys. */
  onSelect(keys: readonly string[], isOn: boolean): void;
};

export type RowProps = Pick<ComponentProps<'tr'>, 'className' | 'tabIndex'> & {
  readonly 'data-link'?: string;
};

export type TableProps<Row> = Partial<Arranged> & {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** For a list that the server sorts. */
  readonly sorting?: ServerOrder;
  /** Whether the rows are the whole list, so that it can be sorted here. */
  readonly isWhole?: boolean;
  readonly selecting?: Selecting<Row>;
  /** Rows of the height of a control. */
  readonly isCompact?: boolean;
  /** The widths of the columns are in pixels, and the table may be wider than its place. */
  readonly isScrolling?: true;
  /** The part of the rows that is shown, in the order of the table. */
  readonly page?: { readonly index: number; readonly size: number };
  readonly ref?: Ref<HTMLTableElement>;
  /** `index`: in the given rows. */
  keyOf(row: Row, index: number): string;
  /** After a person has sorted the rows here. */
  onSorted?(): void;
  rowProps?(row: Row): RowProps;
  /** Content below a row, as wide as the table. */
  below?(row: Row): ReactNode;
};

/** The state of a table: its props, and the order that the person has chosen. */
export function useTableModel<Row>(props: TableProps<Row>): Model<Row> {
  const { columns, rows, sorting, isWhole = false, selecting, layout = plainLayout, keyOf } = props;
  const isServer = sorting !== undefined;
  const data = useMemo(() => [...rows], [rows]);
  const definitions = useMemo(
    () => columns.map((column) => definitionOf(column, { isServer, isWhole })),
    [columns, isServer, isWhole],
  );
  const [sortedHere, setSortedHere] = useState<SortingState>([]);
  const served = sorting && [{ id: sorting.by, desc: sorting.order === 'desc' }];
  // A list that has become longer than one page is not sorted here any more.
  const sorted = served ?? (isWhole ? sortedHere : []);
  const selected = selectionOf(props);
  return useReactTable<Row>({
    data,
    columns: definitions,
    getRowId: keyOf,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
    // Without it, each new list of rows would render the table twice.
    autoResetAll: false,
    enableMultiSort: false,
    manualSorting: isServer,
    state: {
      sorting: sorted,
      rowSelection: selected,
      columnOrder: inOrder(columns, layout).map(idOf),
      columnVisibility: visibilityOf(columns, layout),
    },
    onSortingChange: (change) => {
      const [wanted] = functionalUpdate(change, sorted);
      if (sorting) return sorting.onSort(wanted?.id ?? sorting.by);
      setSortedHere(wanted ? [wanted] : []);
      props.onSorted?.();
    },
    onRowSelectionChange: (change) => {
      const after = functionalUpdate(change, selected);
      const keys = rows.map(keyOf).filter((key) => after[key] !== selected[key]);
      const [first] = keys;
      if (first !== undefined) selecting?.onSelect(keys, after[first] ?? false);
    },
  });
}

type Sorts = { readonly isServer: boolean; readonly isWhole: boolean };

function definitionOf<Row>(column: Column<Row>, { isServer, isWhole }: Sorts): ColumnDef<Row> {
  return {
    id: idOf(column),
    accessorFn: (row) => column.sortBy?.(row) ?? undefined,
    enableSorting: isServer ? column.isSortable === true : isWhole && column.sortBy !== undefined,
    sortUndefined: 'last',
    sortingFn: (one, other, id) => compared(one.getValue(id), other.getValue(id)),
  };
}

function compared(one: unknown, other: unknown): number {
  if (typeof one === 'string' && typeof other === 'string') return one.localeCompare(other);
  if (!isNumber(one) || !isNumber(other)) return 0;
  return one < other ? -1 : Number(one > other);
}

function isNumber(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function visibilityOf<Row>(
  columns: readonly Column<Row>[],
  { hidden }: TableLayout,
): VisibilityState {
  return Object.fromEntries(
    columns.map((column) => [
      idOf(column),
      column.isFixed === true || !hidden.includes(idOf(column)),
    ]),
  );
}

function selectionOf<Row>({ rows, selecting, keyOf }: TableProps<Row>): RowSelectionState {
  return Object.fromEntries(
    rows.flatMap((row, index) => (selecting?.isSelected(row) ? [[keyOf(row, index), true]] : [])),
  );
}
