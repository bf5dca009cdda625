import type { ReactNode } from 'react';

/** A column of a table: its head and its cells, wherever the table stands. */
export type Column<Row> = {
  readonly name: string;
  /** What tells it from the other columns of the table; its name unless two may have the same. */
  readonly id?: string;
  /** Whether only screen readers get the column's name, for example of a menu column. */
  readonly isNameHidden?: true;
  /** Whether the cells are numbers, aligned to the right. */
  readonly isRight?: true;
  /** Its share of the table's width, beside the shares of the other columns. */
  readonly share?: number;
  /** A width in pixels in place of a share, for example of a menu column. */
  readonly widthPx?: number;
  /** Whether it is always shown, and in its place. */
  readonly isFixed?: true;
  /** The tooltip of its head. */
  readonly hint?: string;
  /** Classes of its cells. */
  readonly look?: string;
  /** Whether the server can sort the list by it. */
  readonly isSortable?: true;
  /** What a whole list is sorted by; null stands last in both orders. */
  sortBy?(row: Row): string | number | bigint | null;
  cell(row: Row): ReactNode;
};

/** What the layout of a table needs to know of its columns. */
export type ColumnHead = Pick<Column<never>, 'name' | 'id' | 'share' | 'widthPx' | 'isFixed'>;

export function idOf({ id, name }: Pick<ColumnHead, 'id' | 'name'>): string {
  return id ?? name;
}

const actionsPx = 56;

/** The last column of a table: what can be done to a row. */
export function actionsColumn<Row>(
  cell: Column<Row>['cell'],
  { name = 'Actions', widthPx = actionsPx }: Partial<Pick<Column<Row>, 'name' | 'widthPx'>> = {},
): Column<Row> {
  return { name, widthPx, isNameHidden: true, isRight: true, isFixed: true, look: 'pl-0', cell };
}
