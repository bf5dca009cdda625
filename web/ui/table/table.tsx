import type { Column as ModelColumn, Row as ModelRow, Table as Model } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { type Column, idOf } from './column.ts';
import { HeadCell, type StartDrag } from './head-cell.tsx';
import { cssWidths, dragged, plainLayout, type Widths } from './layout.ts';
import { cssPixels, draggedPx } from './pixel-widths.ts';
import { SelectBox } from './select-box.tsx';
import {
  type Selecting,
  type RowProps,
  type TableProps,
  useTableModel,
} from './use-table-model.ts';

const selectPx = 44;

/** A table. A person can sort it, select rows, and change its layout, as far as the props allow it. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, ref, columns, layout = plainLayout, onLayout, isScrolling, selecting } = props;
  // While an edge is dragged.
  const [draggedWidths, setDraggedWidths] = useState<Widths | null>(null);
  const widths = draggedWidths ?? layout.widths;
  const model = useTableModel(props);
  const heads = headsOf(model, columns);
  const besidePx = selecting ? selectPx : 0;
  const sharing = { columns: heads.map(({ column }) => column), widths, besidePx };
  const pixels = isScrolling ? cssPixels(sharing) : null;
  const hasWidths = pixels === null || pixels.sum !== undefined;
  const edgeAfter = (at: number): StartDrag | undefined => {
    const [left, right] = [heads[at], heads[at + 1]].map((each) => each?.column);
    if (!left || !onLayout) return undefined;
    if (isScrolling) return (table) => draggedPx(table, idOf(left));
    if (!right || left.widthPx !== undefined || right.widthPx !== undefined) return undefined;
    return ({ offsetWidth }) =>
      (byPx) =>
        dragged(sharing, { left: idOf(left), right: idOf(right), by: byPx / offsetWidth });
  };

  return (
    <table
      ref={ref}
      aria-label={label}
      style={{ width: pixels?.sum }}
      className={classNames('w-full border-collapse', hasWidths && 'table-fixed')}
    >
      <colgroup>
        {selecting && <col style={{ width: selectPx }} />}
        {(pixels?.each ?? cssWidths(sharing, besidePx)).map((width, at) => (
          <col key={heads[at]?.model.id} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {selecting && <SelectAll model={model} label={selecting.labelOfAll} />}
          {heads.map((head, at) => (
            <HeadCell
              key={head.model.id}
              {...head}
              startDrag={edgeAfter(at)}
              onDrag={setDraggedWidths}
              onDragged={(changed) => {
                setDraggedWidths(null);
                onLayout?.({ ...layout, widths: changed });
              }}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(model, props.page).map((row) => (
          <BodyRow
            key={row.id}
            row={row}
            columns={sharing.columns}
            selecting={selecting}
            props={props.rowProps?.(row.original)}
            below={props.below?.(row.original)}
            isCompact={props.isCompact === true}
          />
        ))}
      </tbody>
    </table>
  );
}

function rowsOf<Row>(model: Model<Row>, page: TableProps<Row>['page']): readonly ModelRow<Row>[] {
  const { rows } = model.getRowModel();
  return page ? rows.slice(page.index * page.size, (page.index + 1) * page.size) : rows;
}

/** A shown column, as the product describes it and as the table model keeps it. */
type Head<Row> = { readonly column: Column<Row>; readonly model: ModelColumn<Row> };

function headsOf<Row>(model: Model<Row>, columns: readonly Column<Row>[]): readonly Head<Row>[] {
  const byId = new Map(columns.map((column) => [idOf(column), column]));
  return model.getVisibleLeafColumns().flatMap((each) => {
    const column = byId.get(each.id);
    return column ? [{ column, model: each }] : [];
  });
}

type SelectAllProps<Row> = { readonly model: Model<Row>; readonly label: string };

function SelectAll<Row>({ model, label }: SelectAllProps<Row>) {
  const isAll = model.getIsAllRowsSelected();
  return (
    <th scope="col" className="border-b border-line pl-4 text-left">
      <SelectBox
        label={label}
        state={isAll ? 'on' : model.getIsSomeRowsSelected() ? 'mixed' : 'off'}
        onChange={(isOn) => model.toggleAllRowsSelected(isOn)}
      />
    </th>
  );
}

type BodyRowProps<Row> = {
  readonly row: ModelRow<Row>;
  readonly columns: readonly Column<Row>[];
  readonly selecting: Selecting<Row> | undefined;
  readonly props: RowProps | undefined;
  readonly below: ReactNode;
  readonly isCompact: boolean;
};

function BodyRow<Row>(bodyRow: BodyRowProps<Row>) {
  const { row, columns, selecting, props, below, isCompact } = bodyRow;
  const isSelected = row.getIsSelected();
  const cells = (
    <tr
      {...props}
      className={classNames(
        'group/row',
        !below && 'border-b border-line last:border-0',
        isSelected ? 'bg-accent-soft' : 'hover:bg-raised/50',
        props?.className,
      )}
    >
      {selecting && (
        <td className="pl-4">
          <SelectBox
            label={selecting.labelOf(row.original)}
            state={isSelected ? 'on' : 'off'}
            onChange={(isOn) => row.toggleSelected(isOn)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={idOf(column)}
          className={classNames(
            'px-3 first:pl-4 last:pr-4',
            isCompact ? 'py-0.5' : 'py-2.5',
            column.isRight && 'num text-right',
            column.look,
          )}
        >
          {column.cell(row.original)}
        </td>
      ))}
    </tr>
  );
  if (!below) return cells;
  return (
    <>
      {cells}
      <tr className="border-b border-line last:border-0">
        <td colSpan={columns.length + (selecting ? 1 : 0)} className="px-4 pb-3">
          {below}
        </td>
      </tr>
    </>
  );
}
