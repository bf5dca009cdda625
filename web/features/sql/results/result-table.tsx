import { type Ref, useMemo, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Pager } from '#web/ui/pager.tsx';
import type { Column } from '#web/ui/table/column.ts';
import type { Arranged } from '#web/ui/table/layout.ts';
import { Table } from '#web/ui/table/table.tsx';
import { comparable, isNumeric, textOf, type SqlColumn, type SqlResult } from './sql-result.ts';

const pageSize = 100;

type SqlRow = SqlResult['rows'][number];

/** A column of a result. Two columns of a result may have the same name. */
export function columnOf(column: SqlColumn, index: number): Column<SqlRow> {
  return {
    name: column.name,
    id: `${index} ${column.name}`,
    hint: column.type,
    ...(isNumeric(column) && { isRight: true }),
    look: 'num truncate',
    sortBy: (row) => comparable(row[index] ?? null, column),
    cell: (row) =>
      row[index] === null ? <span className="text-faint">NULL</span> : textOf(row[index] ?? null),
  };
}

type ResultTableProps = Partial<Arranged> & {
  readonly result: SqlResult;
  readonly ref: Ref<HTMLTableElement>;
};

/** The rows of a result, a hundred at a time. A wide result scrolls sideways. */
export function ResultTable({ result: { columns, rows, isCut }, ...props }: ResultTableProps) {
  const [pageIndex, setPageIndex] = useState(0);
  const shown = useMemo(() => columns.map(columnOf), [columns]);
  const isSized = Object.keys(props.layout?.widths ?? {}).length > 0;
  return (
    <>
      <div
        tabIndex={0}
        role="region"
        aria-label="Rows"
        className={classNames('overflow-x-auto', !isSized && '[&_td]:max-w-96')}
      >
        <Table
          label="Result"
          columns={shown}
          rows={rows}
          keyOf={(_, index) => String(index)}
          isWhole={!isCut}
          isScrolling
          page={{ index: pageIndex, size: pageSize }}
          onSorted={() => setPageIndex(0)}
          {...props}
        />
      </div>
      <Pager
        label="Rows"
        pageIndex={pageIndex}
        pageSize={pageSize}
        total={rows.length}
        onGo={setPageIndex}
      />
    </>
  );
}
