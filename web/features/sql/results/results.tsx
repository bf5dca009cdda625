import { useAtomValue } from 'jotai';
import { ChartColumn, Download, Table2, TriangleAlert } from 'lucide-react';
import { type Ref, useMemo, useRef, useState } from 'react';
import { counted, wholeNumber } from '#web/format.ts';
import { useAction } from '#web/forms/use-action.ts';
import { Button, buttonClasses } from '#web/ui/button.tsx';
import { Card, CardHeader } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Menu, MenuAction } from '#web/ui/floating/menu.tsx';
import { callForAnswer, type SqlSchema } from '#web/api.ts';
import { type Run, runAtom } from '#web/features/sql/sql.ts';
import { canChart, ResultChart } from './result-chart.tsx';
import { ColumnsMenu } from '#web/ui/table/columns-menu.tsx';
import { type Arranged, plainLayout } from '#web/ui/table/layout.ts';
import { resizedPx } from '#web/ui/table/pixel-widths.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { forExcel, saveBlob } from '#web/save-file.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Pager } from '#web/ui/answers/pager.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { Table } from '#web/ui/table/table.tsx';
import { comparable, isNumeric, type SqlColumn, type SqlResult, textOf } from './sql-result.ts';

type ResultsProps = { readonly limits: SqlSchema['limits'] };

/** The result of the last statement, or why it has none. */
export function Results({ limits }: ResultsProps) {
  const run = useAtomValue(runAtom);
  if (run.kind === 'failed') return <Failure message={run.message} />;
  if (run.kind === 'done') return <Done key={run.query} run={run} limits={limits} />;
  return (
    <p className="px-1 text-sm text-muted">
      A statement may run for {counted(limits.seconds, 'second')} and shows up to{' '}
      {counted(limits.rows, 'row')}. Times are in UTC.
    </p>
  );
}

function Failure({ message }: { readonly message: string }) {
  return (
    <Card>
      <div role="alert" className="flex items-start gap-3 p-4">
        <TriangleAlert aria-hidden className="mt-0.5 size-[18px] shrink-0 text-bad" />
        <p className="min-w-0 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{message}</p>
      </div>
    </Card>
  );
}

type DoneProps = ResultsProps & { readonly run: Extract<Run, { kind: 'done' }> };

function Done({ run: { query, result }, limits }: DoneProps) {
  const [shown, setShown] = useState<'table' | 'chart'>('table');
  const isChart = shown === 'chart' && canChart(result);
  // The layout is kept until another statement runs, because its result has other columns.
  const [layout, setLayout] = useState(plainLayout);
  const arranged = { layout, onLayout: setLayout };
  const isPhone = useIsPhone();
  const table = useRef<HTMLTableElement>(null);
  const note = result.isCut
    ? `Only the first ${wholeNumber(limits.rows)} rows: there are more. Add a LIMIT, or download all of them. ORDER BY sorts them all.`
    : undefined;
  return (
    <Card className="overflow-hidden">
      <CardHeader title="Result" note={note}>
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            aria-pressed={!isChart}
            className={pressed}
            onClick={() => setShown('table')}
          >
            <Table2 aria-hidden className="size-4" />
            Table
          </Button>
          <Button
            size="sm"
            aria-pressed={isChart}
            className={pressed}
            disabled={!canChart(result)}
            title={
              canChart(result)
                ? undefined
                : 'A chart needs a column of numbers beside another column'
            }
            onClick={() => setShown('chart')}
          >
            <ChartColumn aria-hidden className="size-4" />
            Chart
          </Button>
          {!isChart && !isPhone && result.rows.length > 0 && (
            <ColumnsMenu
              of="the result"
              size="sm"
              columns={result.columns.map(columnOf)}
              resize={(id, factor) => (table.current ? resizedPx(table.current, id, factor) : {})}
              {...arranged}
            />
          )}
          <DownloadMenu query={query} />
        </div>
      </CardHeader>
      {result.rows.length === 0 ? (
        <EmptyState icon={<Table2 />} title="No rows" text="The statement found nothing." />
      ) : isChart ? (
        <ResultChart result={result} />
      ) : (
        <ResultTable ref={table} result={result} {...(!isPhone && arranged)} />
      )}
    </Card>
  );
}

const pressed = 'aria-pressed:border-accent aria-pressed:bg-accent-soft';

/** Runs the statement again, and saves its whole result as a file. */
function DownloadMenu({ query }: { readonly query: string }) {
  const [download] = useAction(
    (format: Format) => downloadStatement(query, format),
    'Failed to download the result',
  );
  return (
    <Menu
      label="Download"
      buttonClassName={buttonClasses('secondary', 'sm')}
      button={
        <>
          <Download aria-hidden className="size-4" />
          Download
        </>
      }
    >
      {formats.map(({ format, label }) => (
        <MenuAction key={format} icon={<Download />} onChoose={() => download(format)}>
          {label}
        </MenuAction>
      ))}
    </Menu>
  );
}

const formats = [
  { format: 'CSV', label: 'CSV' },
  { format: 'Excel', label: 'CSV for Excel' },
  { format: 'Parquet', label: 'Parquet' },
] as const;

type Format = (typeof formats)[number]['format'];

/** Runs a statement again, and saves its whole result as a file. */
async function downloadStatement(query: string, format: Format): Promise<void> {
  const asked = format === 'Excel' ? 'CSV' : format;
  const answer = await callForAnswer('POST /api/v1/sql', { body: { query, format: asked } });
  const content = await answer.blob();
  saveBlob(format === 'Excel' ? forExcel(content) : content, `waypost.${asked.toLowerCase()}`);
}

const pageSize = 100;

type SqlRow = SqlResult['rows'][number];

/** A column of a result. Two columns of a result may have the same name. */
function columnOf(column: SqlColumn, index: number): Column<SqlRow> {
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
function ResultTable({ result: { columns, rows, isCut }, ...props }: ResultTableProps) {
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
