import { useAtomValue } from 'jotai';
import { Search, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { valuesQuery } from '#web/features/analytics/report/values.ts';
import type { Dimension } from '#contract/analytics/report-filters';
import { usePrevious } from '#web/ui/use-previous.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { Dialog, DialogBody } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/query.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { Pager } from '#web/ui/pager.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { ShareTable } from './share-table.tsx';

type AllValuesDialogProps = {
  readonly dimension: Dimension;
  readonly isOpen: boolean;
  onClose(): void;
};

const pageSize = 50;

/**
 * Every value of a list, searchable, a page at a time. Choosing a value filters the report by it.
 */
export function AllValuesDialog({ dimension, isOpen, onClose }: AllValuesDialogProps) {
  const { plural } = dimensionWords[dimension];
  return (
    <Dialog title={`All ${plural}`} isWide isOpen={isOpen} onClose={onClose}>
      <DialogBody>
        <AllValues dimension={dimension} onClose={onClose} />
      </DialogBody>
    </Dialog>
  );
}

type AllValuesProps = Omit<AllValuesDialogProps, 'isOpen'>;

/** Rendered only while the dialog is open, so no request is sent before. */
function AllValues({ dimension, onClose }: AllValuesProps) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim());
  const { plural } = dimensionWords[dimension];
  return (
    <>
      <SearchBox
        label={`Search ${plural}`}
        placeholder={`Search ${plural}...`}
        isFirst
        text={search}
        onChange={setSearch}
      />
      <Pages key={wanted} dimension={dimension} search={wanted} onClose={onClose} />
    </>
  );
}

type PagesProps = AllValuesProps & { readonly search: string };

/** The pages of the search result, beginning with the first. */
function Pages({ dimension, search, onClose }: PagesProps) {
  const question = useReportQuestion();
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const cursor = cursors.at(-1) ?? null;
  const { data, error, refetch } = useAtomValue(
    valuesQuery({ question, dimension, search, limit: pageSize, cursor }),
  );
  const { value: page, beside: pageIndex } = usePrevious(error ? undefined : data, cursors.length);
  const { title, plural } = dimensionWords[dimension];
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
          <ShareTable
            dimension={dimension}
            heading={title}
            rows={page.rows}
            restCount={0}
            isCompared={question.comparison !== 'none'}
            onChosen={onClose}
          />
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
