import type { ReactNode } from 'react';

/** A column of a table: its head and its cells. */
export type Column<Row> = {
  readonly name: string;
  /** Identifies the column in the table; by default its name, which must then be unique. */
  readonly id?: string;
  /** Whether only screen readers get the column's name, for example of a menu column. */
  readonly isNameHidden?: true;
  /** Whether the cells are numbers, aligned to the right. */
  readonly isRight?: true;
  /** Its share of the table's width, relative to the shares of the other columns. */
  readonly share?: number;
  /** A width in pixels in place of a share, for example of a menu column. */
  readonly widthPx?: number;
  /** Whether it is always shown, and cannot be moved. */
  readonly isFixed?: true;
  /** The tooltip of its head. */
  readonly hint?: string;
  /** Classes of its cells. */
  readonly look?: string;
  /** Whether the server can sort the list by it. */
  readonly isSortable?: true;
  /** The value by which a whole list is sorted; null is last in both orders. */
  sortBy?(row: Row): string | number | bigint | null;
  cell(row: Row): ReactNode;
};

/** The properties of columns that the layout of a table needs. */
export type ColumnHead = Pick<Column<never>, 'name' | 'id' | 'share' | 'widthPx' | 'isFixed'>;

export function idOf({ id, name }: Pick<ColumnHead, 'id' | 'name'>): string {
  return id ?? name;
}

const actionsPx = 56;

/** The last column of a table, with the actions of a row. */
export function actionsColumn<Row>(
  cell: Column<Row>['cell'],
  { name = 'Actions', widthPx = actionsPx }: Partial<Pick<Column<Row>, 'name' | 'widthPx'>> = {},
): Column<Row> {
  return { name, widthPx, isNameHidden: true, isRight: true, isFixed: true, look: 'pl-0', cell };
}
