import { useAtomValue } from 'jotai';
import { Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Currency } from '#contract/money';
import { wholeNumber } from '#web/format.ts';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import type { Measure } from '#contract/analytics/measures';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import type { Dimension } from '#contract/analytics/report-filters';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { Dialog, DialogBody } from '#web/ui/floating/dialog.tsx';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { Pager } from '#web/ui/answers/pager.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import type { Sort } from './list-columns.ts';
import { widerWindow } from './hidden-columns.tsx';
import { ListNotes } from './list-notes.tsx';
import { pageQuery } from './list-query.ts';
import { pageSharesOf } from './list-rows.ts';
import { ListTable } from './list-table.tsx';

type AllValuesDialogProps = {
  readonly dimension: Dimension;
  readonly question: ReportQuestion;
  readonly measure: Measure;
  /** The order of the card. */
  readonly firstSort: Sort;
  /** Of the money. */
  readonly currency: Currency;
  /** Whether costs exist, so that their columns are shown. */
  readonly hasCosts: boolean;
  /** True when the rows cannot be chosen. */
  readonly isFixed?: boolean;
  readonly isOpen: boolean;
  onClose(): void;
};

const pageSize = 50;

/**
 * Every value of a list, searchable, sorted by any column, a page at a time. Choosing a value filters
 * the report by it.
 */
export function AllValuesDialog({ isOpen, ...props }: AllValuesDialogProps) {
  const { dimension, onClose } = props;
  const { plural } = dimensionWords[dimension];
  return (
    <Dialog title={`All ${plural}`} isWidest isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <AllValues {...props} />
      </DialogBody>
    </Dialog>
  );
}

type AllValuesProps = Omit<AllValuesDialogProps, 'isOpen'>;

/** Rendered only while the dialog is open, so no request is sent before. */
function AllValues(props: AllValuesProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const [sort, onSort] = useState(props.firstSort);
  const { plural } = dimensionWords[props.dimension];
  return (
    <>
      <SearchBox
        label={`Search ${plural}`}
        placeholder={`Search ${plural}...`}
        isFirst
        text={search}
        onChange={setSearch}
      />
      <Pages {...props} key={wanted} search={wanted} sort={sort} onSort={onSort} />
    </>
  );
}

type PagesProps = AllValuesProps & {
  readonly search: string;
  readonly sort: Sort;
  onSort(sort: Sort): void;
};

/** The pages of the search result, beginning with the first. */
function Pages({ search, sort, onSort, ...props }: PagesProps) {
  const { dimension, question, measure, currency, hasCosts, isFixed, onClose } = props;
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1) ?? null;
  const asked = { question, dimension, currency, sort, hasVisitors: true };
  const { data, error, refetch } = useAtomValue(
    pageQuery({ ...asked, search, limit: pageSize, cursor }),
  );
  const { value: page, beside: pageIndex } = usePrevious(error ? undefined : data, cursors.length);
  const { title, plural } = dimensionWords[dimension];
  const sortFromStart = (wanted: Sort) => {
    setCursors([]);
    onSort(wanted);
  };
  const go = (index: number) => {
    if (index < pageIndex) setCursors(cursors.slice(0, index));
    else if (page?.nextCursor) setCursors([...cursors, page.nextCursor]);
  };
  if (error && !data) {
    return (
      <Failure
        icon={<TriangleAlert />}
        title={`Failed to load ${plural}`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="-mx-2 min-h-[60dvh]" aria-busy={data === undefined}>
      {!page && <SkeletonRows count={8} label={`Loading ${plural}`} />}
      {page && page.rows.length === 0 && (
        <EmptyState icon={<Search />} title={`No ${plural} match your search`} />
      )}
      {page && page.rows.length > 0 && (
        <>
          <p role="status" className="sr-only">
            {wholeNumber(page.count)} {plural}
          </p>
          <ListTable
            dimension={dimension}
            heading={title}
            list={page}
            measure={measure}
            hasCosts={hasCosts}
            shares={pageSharesOf(page, measure)}
            {...(search === '' && { totalName: `All ${plural}` })}
            sort={sort}
            onSort={sortFromStart}
            {...(isFixed && { isFixed })}
            moreRoom={widerWindow}
            onChosen={onClose}
          />
          <ListNotes texts={page.warnings} />
          <Pager
            label={`Pages of ${plural}`}
            pageIndex={pageIndex}
            pageSize={Math.max(pageSize, page.rows.length)}
            total={page.count}
            isStale={data === undefined}
            onGo={go}
          />
        </>
      )}
    </div>
  );
}
