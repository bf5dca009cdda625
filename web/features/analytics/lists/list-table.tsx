import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import type { Currency } from '#contract/money';
import type { Dimension } from '#contract/analytics/report-filters';
import { oneDecimal } from '#web/format.ts';
import { visitorsAre } from '#web/instance.ts';
import { ChangeText } from '#web/features/analytics/measures/change-text.tsx';
import type { Measure } from '#contract/analytics/measures';
import { changeOf } from '#web/features/analytics/measures/measures.ts';
import {
  useIsReadOnly,
  useMeasureLabel,
  useMeasures,
} from '#web/features/analytics/report/read-only.ts';
import { classNames } from '#web/ui/class-names.ts';
import {
  cellText,
  type Column,
  columnLabels,
  isOfCosts,
  listColumns,
  type Numbers,
  type Sort,
} from './list-columns.ts';
import { roomsOf, type Shown, widths } from './column-room.ts';
import { HiddenColumns } from './hidden-columns.tsx';
import { LinkPageLink, RowName } from './row-name.tsx';
import { isOfConversions, type List, type ListRow } from './list-rows.ts';

/** What every row of a table needs to know. */
export type TableLook = {
  readonly dimension: Dimension;
  /** The heading above the rows, which names the values. */
  readonly heading: string;
  /** What the bars show. */
  readonly measure: Measure;
  /** Whether costs exist, so that their columns are shown. */
  readonly hasCosts: boolean;
  /** True when the rows cannot be chosen. */
  readonly isFixed?: boolean;
  /** After a filter was set or removed. */
  onChosen?(): void;
};

type ListTableProps = TableLook & {
  readonly list: List;
  /** The share of each row in the measure; null: there is no such column. */
  readonly shares: readonly (number | null)[] | null;
  /** Names the total; absent: it has no row. */
  readonly totalName?: string;
  readonly sort: Sort;
  /** Where there is more room for columns; absent: hidden ones are not named. */
  readonly moreRoom?: string;
  /** Absent: the order cannot be changed. */
  onSort?(sort: Sort): void;
};

/**
 * The numbers of values. The bars show the measure. Choosing a row filters the report by its value, or
 * removes that filter; choosing a column sorts by it.
 */
export function ListTable(props: ListTableProps) {
  const { list, dimension, heading, measure, shares, totalName, sort, moreRoom, onSort } = props;
  const table = useRef<HTMLTableElement>(null);
  const hasCosts = props.hasCosts && 'cost' in list.total.numbers;
  const isCompared = list.total.compared !== null;
  const measures: readonly Column[] = useMeasures();
  const shown = columnsOf(list.total.numbers, {
    measures,
    measure,
    hasCosts,
    hasShares: shares?.some((share) => share !== null) ?? false,
    isCompared,
  });
  const classes = roomsOf(shown, { hasCosts, isCompared, measure, sort });
  const isReadOnly = useIsReadOnly();
  const opensLinks = dimension === 'links' && !isReadOnly;
  const look = { measure, currency: list.currency, shown, classes };
  const longest = Math.max(...list.rows.map(({ numbers }) => numbers[measure] ?? 0), 0);
  return (
    <div className="@container">
      <table ref={table} aria-label={heading} className="w-full table-fixed border-collapse">
        <thead className="text-xs text-faint">
          <tr>
            <th scope="col" className="h-9 px-2 text-left font-medium">
              {heading}
            </th>
            {shown.map((column) => (
              <Head
                key={column}
                column={column}
                sort={sort}
                onSort={onSort}
                className={classNames(widths[column], classes.get(column))}
              />
            ))}
            {opensLinks && (
              <th scope="col" className="w-9 max-md:w-11">
                <span className="sr-only">Open</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row, index) => (
            <tr
              key={`${row.kind}|${row.value}|${row.name}`}
              className={classNames(
                'relative h-[38px] max-md:h-11',
                row.value !== '' && 'hover:bg-raised',
                row.kind === 'unmatched' && 'border-t border-dashed border-line',
              )}
            >
              <RowName
                {...props}
                row={row}
                bar={longest === 0 ? 0 : Math.max(0, (row.numbers[measure] ?? 0) / longest)}
              />
              <Cells {...look} row={row} share={shares?.[index]} />
              {opensLinks && (
                <td className="p-0">{row.value !== '' && <LinkPageLink row={row} />}</td>
              )}
            </tr>
          ))}
        </tbody>
        {totalName !== undefined && (
          <Total {...look} name={totalName} total={list.total} hasEnd={opensLinks} />
        )}
      </table>
      {moreRoom !== undefined && (
        <HiddenColumns
          key={[...shown, measure, sort.by].join()}
          table={table}
          moreRoom={moreRoom}
        />
      )}
    </div>
  );
}

type TotalProps = Omit<CellsProps, 'row' | 'share'> &
  Pick<List, 'total'> & {
    readonly name: string;
    /** Whether rows end with a link. */
    readonly hasEnd: boolean;
  };

function Total({ name, hasEnd, total, ...props }: TotalProps) {
  return (
    <tfoot>
      <tr className="h-12 border-t border-line">
        <th scope="row" className="truncate px-2 text-left font-medium">
          {name}
        </th>
        <Cells
          {...props}
          row={total}
          share={(total.numbers[props.measure] ?? 0) > 0 ? 100 : null}
        />
        {hasEnd && <td aria-label="No link" />}
      </tr>
    </tfoot>
  );
}

type Has = {
  /** Those that may be seen. */
  readonly measures: readonly Column[];
  readonly measure: Measure;
  readonly hasCosts: boolean;
  readonly hasShares: boolean;
  readonly isCompared: boolean;
};

/** The columns that the list has; the share stands beside the measure. */
function columnsOf(
  numbers: Numbers,
  { measures, measure, hasCosts, hasShares, isCompared }: Has,
): readonly Shown[] {
  return [
    ...listColumns.flatMap((column): Shown[] => {
      const isSeen = isOfCosts(column) ? hasCosts : measures.includes(column);
      if (!(column in numbers) || !isSeen) return [];
      return column === measure && hasShares ? [column, 'share'] : [column];
    }),
    ...(isCompared ? (['change'] as const) : []),
  ];
}

type HeadProps = Pick<ListTableProps, 'sort'> & {
  readonly onSort: ListTableProps['onSort'] | undefined;
  readonly column: Shown;
  readonly className: string;
};

function Head({ column, sort, onSort, className }: HeadProps) {
  const clicks = useMeasureLabel('clicks');
  const look = classNames('px-2 text-right font-medium whitespace-nowrap', className);
  if (column === 'share' || column === 'change') {
    return (
      <th scope="col" data-column className={look}>
        {column === 'share' ? 'Share' : 'Change'}
      </th>
    );
  }
  const isSorted = sort.by === column;
  const Arrow = sort.isRising ? ArrowUp : ArrowDown;
  const name = (
    <>
      {column === 'clicks' ? clicks : columnLabels[column]}
      {isSorted && <Arrow aria-hidden className="size-3 shrink-0" />}
    </>
  );
  return (
    <th
      scope="col"
      data-column
      title={titles[column]}
      aria-sort={isSorted ? (sort.isRising ? 'ascending' : 'descending') : undefined}
      className={classNames(look, isSorted && 'text-text')}
    >
      {onSort ? (
        <button
          type="button"
          onClick={() => onSort({ by: column, isRising: isSorted && !sort.isRising })}
          className="-mr-1 inline-flex items-center gap-0.5 rounded-sm px-1 py-1 hover:text-text touch"
        >
          {name}
        </button>
      ) : (
        <span className="inline-flex items-center gap-0.5">{name}</span>
      )}
    </th>
  );
}

/** What a short heading stands for. */
const titles: Readonly<Partial<Record<Column, string>>> = {
  visitors:
    visitorsAre === 'cookieless'
      ? 'Unique visitors, once a day (UTC)'
      : 'Unique visitors, by a cookie',
  rate: 'Conversions per click',
  perClick: 'Revenue per click',
  roi: 'Return on investment: what the clicks earned beyond their cost',
};

const untrackedTitle = 'This link does not track conversions';

type CellsProps = Pick<ListTableProps, 'measure'> & {
  readonly currency: Currency;
  readonly shown: readonly Shown[];
  readonly classes: ReadonlyMap<Shown, string>;
  readonly row: Pick<ListRow, 'numbers' | 'compared' | 'isUntracked'>;
  readonly share: number | null | undefined;
};

function Cells({ shown, classes, row, share, measure, currency }: CellsProps) {
  const textOf = (column: Shown): ReactNode => {
    if (column === 'share') return typeof share === 'number' ? `${oneDecimal(share)}%` : '–';
    if (column !== 'change') return cellText(column, row.numbers[column], currency);
    const [now, before] = [row.numbers[measure] ?? null, row.compared?.[measure] ?? null];
    return <ChangeText change={changeOf(measure, now, before)} />;
  };
  const isUncounted = (column: Shown) =>
    row.isUntracked === true &&
    column !== 'change' &&
    isOfConversions(column === 'share' ? measure : column);
  return shown.map((column) => (
    <td
      key={column}
      title={isUncounted(column) ? untrackedTitle : undefined}
      className={classNames(
        'num px-2 text-right text-sm whitespace-nowrap',
        column === measure && 'font-semibold',
        column === 'share' && 'text-muted',
        classes.get(column),
      )}
    >
      {isUncounted(column) ? '–' : textOf(column)}
    </td>
  ));
}
