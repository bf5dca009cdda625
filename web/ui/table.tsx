import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  readonly name: string;
  /** Whether only screen readers get the column's name, for example of a menu column. */
  readonly isNameHidden?: true;
  /** Whether the cells are numbers, aligned to the right. */
  readonly isRight?: true;
  /** The column's width, as a class. */
  readonly width?: string;
  cell(row: Row): ReactNode;
};

type TableProps<Row> = {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  keyOf(row: Row): string;
};

/** A table. The rows keep their order. */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {columns.map(({ name, isNameHidden, isRight, width }) => (
            <th
              key={name}
              scope="col"
              className={classNames(
                'border-b border-line px-4 py-2.5 text-xs font-medium text-faint',
                isRight ? 'text-right' : 'text-left',
                width,
              )}
            >
              {isNameHidden ? <span className="sr-only">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-b border-line last:border-0 hover:bg-raised/50">
            {columns.map(({ name, isRight, cell }) => (
              <td key={name} className={classNames('px-4 py-2.5', isRight && 'num text-right')}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
