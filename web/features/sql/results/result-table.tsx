import { useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Pager } from '#web/ui/pager.tsx';
import { isNumeric, textOf, type SqlResult } from './sql-result.ts';

const pageSize = 100;

/** The rows of a result, a hundred at a time. A wide result scrolls sideways. */
export function ResultTable({ result: { columns, rows } }: { readonly result: SqlResult }) {
  const [pageIndex, setPageIndex] = useState(0);
  const shown = rows.slice(pageIndex * pageSize, (pageIndex + 1) * pageSize);
  return (
    <>
      <div tabIndex={0} role="region" aria-label="Rows" className="overflow-x-auto">
        <table aria-label="Result" className="num w-full border-collapse">
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th
                  key={`${index} ${column.name}`}
                  scope="col"
                  title={column.type}
                  className={classNames(
                    'border-b border-line px-4 py-2.5 text-xs font-medium whitespace-nowrap text-faint',
                    isNumeric(column) ? 'text-right' : 'text-left',
                  )}
                >
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, rowIndex) => (
              <tr key={rowIndex} className="border-b border-line last:border-0 hover:bg-raised/50">
                {columns.map((column, index) => (
                  <td
                    key={`${index} ${column.name}`}
                    className={classNames(
                      'max-w-96 truncate px-4 py-2.5',
                      isNumeric(column) && 'text-right',
                    )}
                  >
                    {row[index] === null ? (
                      <span className="text-faint">NULL</span>
                    ) : (
                      textOf(row[index] ?? null)
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
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
