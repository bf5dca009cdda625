import type { Column } from '#web/ui/table/column.ts';

/** One row's numbers side by side under their names, for places too narrow for a table. */
export function Facts<Row>({
  columns,
  row,
}: {
  readonly columns: readonly Pick<Column<Row>, 'name' | 'cell'>[];
  readonly row: Row;
}) {
  return (
    <dl className="num flex flex-wrap justify-between gap-x-2 gap-y-1.5 text-sm">
      {columns.map(({ name, cell }) => (
        <div key={name} className="grid content-start gap-0.5">
          <dt className="text-xs text-faint">{name}</dt>
          <dd className="font-semibold">{cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
