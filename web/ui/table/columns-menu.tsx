import { ArrowDown, ArrowUp, ChevronsLeftRight, ChevronsRightLeft, Columns3 } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, buttonClasses, IconButton } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { FloatingPanel } from '#web/ui/floating/floating-panel.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { type ColumnHead, idOf } from './column.ts';
import {
  type Arranged,
  inOrder,
  isPlain,
  moved,
  plainLayout,
  resized,
  type TableLayout,
  toggled,
  type Widths,
} from './layout.ts';

export type ColumnsMenuProps = Arranged & {
  /** The table, on screens with more than one. */
  readonly of?: string;
  readonly size?: 'sm' | 'md';
  readonly columns: readonly ColumnHead[];
  /** Whether the person chooses how high the rows are. */
  readonly hasDensity?: boolean;
  /** The widths after a column has become wider or narrower, where columns do not share a width. */
  resize?(id: string, factor: number): Widths;
};

/** Which columns a table shows, in which order and how wide. */
export function ColumnsMenu({ of: table, size = 'md', ...props }: ColumnsMenuProps) {
  const label = table === undefined ? 'Columns' : `Columns of ${table}`;
  return (
    <FloatingPanel
      label={label}
      isNarrow
      button={(opens) => (
        <button
          type="button"
          {...opens}
          aria-label={label}
          title={label}
          className={classNames(
            buttonClasses('secondary', size),
            table !== undefined && 'aspect-square px-0!',
          )}
        >
          <Columns3 aria-hidden className="size-4" />
          {table === undefined && 'Columns'}
        </button>
      )}
    >
      <Panel {...props} />
    </FloatingPanel>
  );
}

function Panel(props: Omit<ColumnsMenuProps, 'of' | 'size'>) {
  const { columns, hasDensity, resize, layout, onLayout } = props;
  // The result of the last change, for screen readers.
  const [said, setSaid] = useState('');
  const lines = inOrder(columns, layout).filter(({ widthPx }) => widthPx === undefined);
  const shown = lines.filter((line) => isShown(line, layout));
  const change = (next: TableLayout | null, words: string) => {
    if (next) onLayout(next);
    setSaid(words);
  };
  return (
    <>
      <header className="flex items-center justify-between gap-2 border-b border-line px-4 py-2.5">
        <h2 className="font-semibold">Columns</h2>
        <Button
          size="sm"
          look="quiet"
          aria-disabled={isPlain(layout) || undefined}
          className="aria-disabled:opacity-50"
          onClick={() => change(plainLayout, 'All columns are as they were')}
        >
          Reset
        </Button>
      </header>
      <ul className="overflow-y-auto p-1.5">
        {lines.map((line) => (
          <Line
            key={idOf(line)}
            line={line}
            columns={columns}
            resize={resize}
            layout={layout}
            isOnly={shown.length === 1 && shown[0] === line}
            onChange={change}
          />
        ))}
      </ul>
      {hasDensity && (
        <div className="border-t border-line px-3 pt-3">
          <Segments
            label="Height of the rows"
            value={layout.density}
            options={densities}
            onChange={(density) => onLayout({ ...layout, density })}
          />
        </div>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

const densities = [
  { value: 'compact', label: 'Compact' },
  { value: 'comfortable', label: 'Comfortable' },
] as const;

const lineLook = 'flex items-center gap-0.5 rounded-sm px-2.5 hover:bg-raised';

type ShownProps = {
  readonly line: Pick<ColumnHead, 'name' | 'id' | 'isFixed'>;
  readonly layout: TableLayout;
  /** Whether it is the only column that is shown. */
  readonly isOnly?: boolean;
  onChange(layout: TableLayout | null, words: string): void;
};

/** Whether a column is shown. */
function Shown({ line, layout, isOnly = false, onChange }: ShownProps) {
  const { name, isFixed = false } = line;
  const isOn = isShown(line, layout);
  const words = `${name} is ${isOn ? 'hidden' : 'shown'}`;
  return (
    <label className="flex min-w-0 grow items-center gap-2.5 py-1.5 text-sm">
      <Checkbox
        checked={isOn}
        disabled={isFixed || isOnly}
        title={isFixed ? 'Always shown' : undefined}
        onKeyDown={moveFocus}
        onChange={() => onChange(toggled(layout, idOf(line)), words)}
      />
      <span className="truncate">{name}</span>
    </label>
  );
}

type LineProps = ShownProps & {
  readonly line: ColumnHead;
  readonly columns: readonly ColumnHead[];
  readonly resize: ColumnsMenuProps['resize'];
};

/** A column: whether it is shown, its place and its width. */
function Line({ columns, resize, ...props }: LineProps) {
  const { line, layout, onChange } = props;
  const { name } = line;
  const id = idOf(line);
  const step = (by: -1 | 1) => {
    const next = moved({ columns, layout }, id, by);
    const words = `${name} is ${by === -1 ? 'further left' : 'further right'}`;
    return {
      isIdle: next === null,
      // The line moves in the document, which takes the focus from its button.
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        flushSync(() => onChange(next, words));
        currentTarget.focus();
      },
    };
  };
  const size = (factor: number) => ({
    isIdle: !isShown(line, layout),
    onClick: () => {
      const shown = columns.filter((each) => isShown(each, layout));
      const widths =
        resize?.(id, factor) ?? resized({ columns: shown, widths: layout.widths }, id, factor);
      onChange({ ...layout, widths }, `${name} is ${factor < 1 ? 'narrower' : 'wider'}`);
    },
  });
  return (
    <li className={lineLook}>
      <Shown {...props} />
      <IconButton label={`Move ${name} to the left`} {...tool} {...step(-1)}>
        <ArrowUp aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Move ${name} to the right`} {...tool} {...step(1)}>
        <ArrowDown aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Make ${name} narrower`} {...tool} {...size(1 / widen)}>
        <ChevronsRightLeft aria-hidden className="size-4" />
      </IconButton>
      <IconButton label={`Make ${name} wider`} {...tool} {...size(widen)}>
        <ChevronsLeftRight aria-hidden className="size-4" />
      </IconButton>
    </li>
  );
}

const tool = { className: 'size-7! rounded-sm!', onKeyDown: moveFocus };
const widen = 1.2;

function isShown(line: ShownProps['line'], { hidden }: TableLayout): boolean {
  return line.isFixed === true || !hidden.includes(idOf(line));
}

/** The arrow keys move the focus to the same control of the next or previous line. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const line = document.activeElement?.closest('li');
  if (by === 0 || !line) return;
  event.preventDefault();
  const at = controlsOf(line).findIndex((control) => control === document.activeElement);
  const next = by === 1 ? line.nextElementSibling : line.previousElementSibling;
  if (next) controlsOf(next)[at]?.focus();
}

function controlsOf(line: Element): readonly HTMLElement[] {
  return [...line.querySelectorAll<HTMLElement>('input, button')];
}
