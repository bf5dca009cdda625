import type { Column as ModelColumn } from '@tanstack/react-table';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { PointerEvent } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { type Column, idOf } from './column.ts';
import type { Widths } from './layout.ts';

/** Begins to drag an edge of the table; the widths then follow how far it was dragged. */
export type StartDrag = (table: HTMLTableElement) => (byPx: number) => Widths;

type HeadCellProps<Row> = {
  readonly column: Column<Row>;
  readonly model: ModelColumn<Row>;
  /** Starts dragging its right edge. Undefined: it cannot be dragged. */
  readonly startDrag: StartDrag | undefined;
} & Omit<EdgeProps, 'startDrag'>;

/** The head of a column. It sorts, and its right edge can be dragged. */
export function HeadCell<Row>(props: HeadCellProps<Row>) {
  const { column, model, startDrag, onDrag, onDragged } = props;
  const { name, isNameHidden, isRight, hint } = column;
  const order = model.getIsSorted();
  return (
    <th
      scope="col"
      title={hint}
      data-column={idOf(column)}
      aria-sort={order ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className={classNames(
        'group/head relative border-b border-line px-3 py-1.5 text-xs font-medium text-faint first:pl-4 last:pr-4',
        isRight ? 'text-right' : 'text-left',
      )}
    >
      {model.getCanSort() ? (
        <SortButton column={column} order={order} onSort={() => model.toggleSorting()} />
      ) : (
        <span className={isNameHidden ? 'sr-only' : 'block truncate py-1'}>{name}</span>
      )}
      {startDrag && <Edge startDrag={startDrag} onDrag={onDrag} onDragged={onDragged} />}
    </th>
  );
}

type SortButtonProps = {
  readonly column: Pick<Column<never>, 'name' | 'isRight'>;
  readonly order: 'asc' | 'desc' | false;
  onSort(): void;
};

function SortButton({ column: { name, isRight }, order, onSort }: SortButtonProps) {
  const Arrow = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <button
      type="button"
      onClick={onSort}
      className={classNames(
        'group flex w-full items-center gap-1 rounded-sm py-1 hover:text-text',
        isRight && 'flex-row-reverse',
        order && 'text-text',
      )}
    >
      <span className="truncate">{name}</span>
      <Arrow
        aria-hidden
        className={classNames('size-3.5 shrink-0', !order && 'opacity-60 group-hover:opacity-100')}
      />
    </button>
  );
}

type EdgeProps = {
  readonly startDrag: StartDrag;
  onDrag(widths: Widths): void;
  onDragged(widths: Widths): void;
};

/** The edge for pointers. The menu of the columns also changes widths, by keyboard too. */
function Edge({ startDrag, onDrag, onDragged }: EdgeProps) {
  const begin = (event: PointerEvent<HTMLElement>) => {
    const edge = event.currentTarget;
    const table = edge.closest('table');
    if (!table || event.button !== 0) return;
    const drag = startDrag(table);
    const fromX = event.clientX;
    let widths: Widths | null = null;
    const move = ({ clientX }: globalThis.PointerEvent) => {
      widths = drag(clientX - fromX);
      onDrag(widths);
    };
    const end = () => {
      edge.removeEventListener('pointermove', move);
      if (widths) onDragged(widths);
    };
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener('pointermove', move);
    edge.addEventListener('lostpointercapture', end, { once: true });
  };
  return (
    <span
      aria-hidden
      onPointerDown={begin}
      className="absolute inset-y-0 -right-1.5 z-10 w-3 cursor-col-resize touch-none after:absolute after:inset-y-2 after:left-1/2 after:w-px after:bg-line-strong after:opacity-0 group-hover/head:after:opacity-60 hover:after:opacity-100 active:after:bg-accent-text active:after:opacity-100"
    />
  );
}
