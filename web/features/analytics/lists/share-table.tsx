import { useAtom } from 'jotai';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { oneDecimal, wholeNumber, withoutScheme } from '#web/format.ts';
import { hasValue, withoutValue, withValue } from '#web/features/analytics/filters/filters.ts';
import { ChangeText } from '#web/features/analytics/measures/change-text.tsx';
import { percentChange } from '#web/features/analytics/measures/measures.ts';
import {
  type Dimension,
  filterOfDimension,
  unmatchedName,
} from '#contract/analytics/report-filters';
import { costLabel, perClickLabel, roiLabel } from '#web/features/events/cost-words.ts';
import type { ReportRow } from '#web/features/analytics/report/report.ts';
import { searchOf, useReportQuestion } from '#web/features/analytics/report/question.ts';
import { filtersAtom } from '#web/features/analytics/report/report-state.ts';
import { classNames } from '#web/ui/class-names.ts';
import { paths } from '#web/paths.ts';
import { RowLabel } from './row-label.tsx';

type ShareTableProps = {
  readonly dimension: Dimension;
  /** The heading above the rows, which names the values. */
  readonly heading: string;
  readonly rows: readonly ReportRow[];
  /** How many values the rest of the list has, if it has a row. */
  readonly restCount: number;
  readonly isCompared: boolean;
  /** True when the rows cannot be chosen, because the page has set this filter. */
  readonly isFixed?: boolean;
  /** After a filter was set or removed. */
  onChosen?(): void;
};

const numberCell = 'num px-2 text-right whitespace-nowrap';

/**
 * The class that hides the conversions on narrow screens. With changes beside the clicks, they need
 * more width.
 */
function conversionsHidden(isCompared: boolean): string {
  return isCompared ? '@max-xl:hidden' : 'max-sm:hidden';
}

/**
 * Shares of a whole, the largest first. Choosing a row filters the report by it, or removes that
 * filter.
 */
export function ShareTable(props: ShareTableProps) {
  const { dimension, heading, rows, isCompared } = props;
  const hasCosts = rows.some(({ costs }) => costs !== undefined);
  const longest = Math.max(...rows.map(({ value, clicks }) => (value === '' ? 0 : clicks)), 1);
  return (
    <div className="@container">
      <table aria-label={heading} className="w-full table-fixed border-collapse">
        <thead className="text-xs text-faint">
          <tr>
            <th scope="col" className="px-2 pb-1.5 text-left font-medium">
              {heading}
            </th>
            {isCompared && <NumberHead width="w-[68px]">Change</NumberHead>}
            <NumberHead width="w-[70px]">Clicks</NumberHead>
            {hasCosts ? (
              <>
                <NumberHead width="w-[78px]">Cost</NumberHead>
                <NumberHead width="w-[72px] max-sm:hidden">ROI</NumberHead>
                <NumberHead width="w-[72px] @max-xl:hidden">Per click</NumberHead>
              </>
            ) : (
              <NumberHead width={classNames('w-[58px]', isCompared && 'max-sm:hidden')}>
                Share
              </NumberHead>
            )}
            <NumberHead width={classNames('w-[58px]', conversionsHidden(isCompared))}>
              Conv
            </NumberHead>
            {dimension === 'links' && (
              <th scope="col" className="w-9 max-md:w-11">
                <span className="sr-only">Open</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ShareRow
              key={`${row.value}|${row.name}`}
              {...props}
              row={row}
              longest={longest}
              hasCosts={hasCosts}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type NumberHeadProps = { readonly width: string; readonly children: string };

function NumberHead({ width, children }: NumberHeadProps) {
  return (
    <th scope="col" className={classNames('px-2 pb-1.5 text-right font-medium', width)}>
      {children}
    </th>
  );
}

type ShareRowProps = ShareTableProps & {
  readonly row: ReportRow;
  readonly longest: number;
  /** Whether any row has. */
  readonly hasCosts: boolean;
};

function ShareRow({ row, longest, hasCosts, ...props }: ShareRowProps) {
  const { dimension, restCount, isCompared, isFixed, onChosen } = props;
  const isRest = row.value === '';
  return (
    <tr className={classNames('relative h-[34px] max-md:h-11', !isRest && 'hover:bg-raised')}>
      <th scope="row" className="relative rounded-l-md p-0 text-left font-normal">
        {isRest || isFixed ? (
          <Fixed share={isRest ? 0 : row.clicks / longest} isRest={isRest}>
            {isRest && restCount > 0 ? (
              `${row.name} (${wholeNumber(restCount)})`
            ) : (
              <Label dimension={dimension} row={row} />
            )}
          </Fixed>
        ) : (
          <Choice
            dimension={dimension}
            row={row}
            share={row.clicks / longest}
            onChosen={onChosen}
          />
        )}
      </th>
      {isCompared && (
        <td className={classNames(numberCell, 'text-xs')}>
          <ChangeText change={percentChange(row.clicks, row.comparedClicks ?? 0)} />
        </td>
      )}
      <td className={classNames(numberCell, 'font-semibold')}>{wholeNumber(row.clicks)}</td>
      {hasCosts ? (
        <CostCells costs={row.costs} />
      ) : (
        <td className={classNames(numberCell, 'text-sm text-muted', isCompared && 'max-sm:hidden')}>
          {oneDecimal(row.percentage)}%
        </td>
      )}
      <td
        className={classNames(
          numberCell,
          'rounded-r-md text-sm text-muted',
          conversionsHidden(isCompared),
        )}
      >
        {wholeNumber(row.conversions)}
      </td>
      {dimension === 'links' && <td className="p-0">{!isRest && <LinkPageLink row={row} />}</td>}
    </tr>
  );
}

/** In place of the share. A missing number says why. */
function CostCells({ costs }: Pick<ReportRow, 'costs'>) {
  const look = classNames(numberCell, 'text-sm');
  const title = costs?.reason ?? undefined;
  return (
    <>
      <td title={title} className={look}>
        {costs && costLabel(costs)}
      </td>
      <td title={title} className={classNames(look, 'max-sm:hidden')}>
        {costs && roiLabel(costs)}
      </td>
      <td title={title} className={classNames(look, 'text-muted @max-xl:hidden')}>
        {costs && perClickLabel(costs)}
      </td>
    </>
  );
}

/**
 * The label of a value. A value that only conversions have says so, unless its name already does.
 */
function Label({ dimension, row }: Pick<ShareRowProps, 'dimension' | 'row'>) {
  const label = <RowLabel dimension={dimension} row={row} />;
  if (row.clicks > 0 || row.conversions === 0 || row.value === unmatchedName) return label;
  return (
    <span className="flex min-w-0 items-baseline gap-2">
      <span className="min-w-0">{label}</span>
      <span className="shrink-0 text-xs text-muted">conversions only</span>
    </span>
  );
}

type FixedProps = {
  readonly share: number;
  readonly isRest: boolean;
  readonly children: ReactNode;
};

/** A value that cannot be chosen. */
function Fixed({ share, isRest, children }: FixedProps) {
  return (
    <>
      <Bar share={share} />
      <span className={classNames('relative block px-2', isRest && 'text-muted')}>{children}</span>
    </>
  );
}

/** `share` is of the longest bar, 0 to 1. */
function Bar({ share }: { readonly share: number }) {
  return (
    <span
      aria-hidden
      className="absolute inset-y-1 left-0 rounded-[5px] bg-accent-soft"
      style={{ width: `${share * 100}%` }}
    />
  );
}

type ChoiceProps = Pick<ShareRowProps, 'dimension' | 'row'> & {
  /** The share of the longest bar, 0 to 1. */
  readonly share: number;
  readonly onChosen: (() => void) | undefined;
};

/** A row that is a button. */
function Choice({ dimension, row, share, onChosen }: ChoiceProps) {
  const [filters, setFilters] = useAtom(filtersAtom);
  const filter = filterOfDimension[dimension];
  const isChosen = hasValue(filters, filter, row.value);
  const choose = () => {
    const change = isChosen ? withoutValue : withValue;
    setFilters(change(filters, filter, row.value));
    onChosen?.();
  };
  return (
    <>
      <Bar share={share} />
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={choose}
        className={classNames(
          'relative block h-[34px] w-full rounded-md px-2 text-left touch after:absolute after:inset-y-0 after:left-0 after:w-full',
          isChosen && 'font-semibold text-accent-text',
        )}
      >
        <span className="sr-only">Filter by </span>
        <Label dimension={dimension} row={row} />
      </button>
    </>
  );
}

/** Leads to the link's page, which shows the numbers of the same question. */
function LinkPageLink({ row }: { readonly row: ReportRow }) {
  const question = useReportQuestion();
  return (
    <Link
      to={{ pathname: paths.linkOf(row.value), search: searchOf(question) }}
      aria-label={`Open ${withoutScheme(row.name)}`}
      title="Open the link's page"
      className="relative z-10 ml-auto grid size-8 place-items-center rounded-md text-muted hover:bg-line hover:text-text touch-square"
    >
      <ChevronRight aria-hidden className="size-4" />
    </Link>
  );
}
