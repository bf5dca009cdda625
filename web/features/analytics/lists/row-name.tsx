import { useAtom } from 'jotai';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { filterOfDimension } from '#contract/analytics/report-filters';
import { hasValue, withoutValue, withValue } from '#web/features/analytics/filters/filters.ts';
import { searchOf, useReportQuestion } from '#web/features/analytics/report/question.ts';
import { filtersAtom } from '#web/features/analytics/report/report-state.ts';
import { withoutScheme } from '#web/format.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RowLabel } from './row-label.tsx';
import type { ListRow } from './list-rows.ts';
import type { TableLook } from './list-table.tsx';

type RowNameProps = Pick<TableLook, 'dimension' | 'isFixed' | 'onChosen'> & {
  readonly row: ListRow;
  /** The length of the bar, 0 to 1. */
  readonly bar: number;
};

/** The name of a row with its bar, which is a button when the row can be chosen. */
export function RowName(props: RowNameProps) {
  const { dimension, row, bar, isFixed } = props;
  const isChoice = !isFixed && row.value !== '';
  return (
    <th scope="row" className="relative rounded-l-md p-0 text-left font-normal">
      <Bar kind={row.kind} length={bar} />
      {isChoice ? (
        <Choice {...props} />
      ) : (
        <span className={classNames('relative block px-2', row.kind !== 'value' && 'text-muted')}>
          <RowLabel dimension={dimension} row={row} />
        </span>
      )}
    </th>
  );
}

const bars: Readonly<Record<ListRow['kind'], string>> = {
  value: 'bg-accent-soft',
  rest: 'bg-muted/15',
  none: 'bg-muted/15',
  unmatched:
    'bg-[repeating-linear-gradient(115deg,color-mix(in_srgb,var(--muted)_18%,transparent)_0_2px,transparent_2px_6px)]',
};

function Bar({ kind, length }: { readonly kind: ListRow['kind']; readonly length: number }) {
  return (
    <span
      aria-hidden
      className={classNames('absolute inset-y-1 left-0 rounded-[5px]', bars[kind])}
      style={{ width: `${length * 100}%` }}
    />
  );
}

/** A row that is a button. */
function Choice({ dimension, row, onChosen }: RowNameProps): ReactNode {
  const [filters, setFilters] = useAtom(filtersAtom);
  const filter = filterOfDimension[dimension];
  const isChosen = hasValue(filters, filter, row.value);
  const choose = () => {
    const change = isChosen ? withoutValue : withValue;
    setFilters(change(filters, filter, row.value));
    onChosen?.();
  };
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={choose}
      className={classNames(
        'relative block h-[38px] w-full rounded-md px-2 text-left touch after:absolute after:inset-y-0 after:left-0 after:w-full',
        row.kind !== 'value' && 'text-muted',
        isChosen && 'font-semibold text-accent-text',
      )}
    >
      <span className="sr-only">Filter by </span>
      <RowLabel dimension={dimension} row={row} />
    </button>
  );
}

/** Leads to the link's page, which shows the numbers of the same question. */
export function LinkPageLink({ row }: { readonly row: ListRow }) {
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
