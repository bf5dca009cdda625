import { useAtom, useAtomValue } from 'jotai';
import { type SubmitEvent, useState } from 'react';
import { counted } from '#web/format.ts';
import { valuesQuery } from '#web/features/analytics/report/values.ts';
import { questionAtom } from '#web/features/analytics/report/question.ts';
import type { Row } from '#web/features/analytics/report/report.ts';
import { filtersAtom } from '#web/features/analytics/report/steer.ts';
import { RowLabel } from '#web/features/analytics/lists/row-label.tsx';
import { useKept } from '#web/features/listing/use-kept.ts';
import { useRested } from '#web/features/listing/use-rested.ts';
import { Dialog, DialogForm } from '#web/ui/dialog.tsx';
import { FailureNote } from '#web/ui/failure-card.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { SkeletonRows } from '#web/ui/skeleton.tsx';
import { Search, TriangleAlert } from 'lucide-react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { Dimension } from '#web/features/analytics/report/report.ts';
import { dimensionOf, dimensions, type FilterName } from './dimensions.ts';
import { withoutFilter } from './filters.ts';
import { valueLabel } from './value-label.ts';

type FilterDialogProps = {
  readonly name: FilterName;
  readonly title: string;
  onClose(): void;
};

/** The values of one filter, to be chosen together: one step of the browser's history. */
export function FilterDialog({ name, title, onClose }: FilterDialogProps) {
  const [filters, setFilters] = useAtom(filtersAtom);
  const [chosen, setChosen] = useState<readonly string[]>(filters[name] ?? []);
  const dimension = dimensionOf(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const others = withoutFilter(filters, name);
    setFilters(chosen.length > 0 ? { ...others, [name]: chosen } : others);
    onClose();
  };
  const toggle = (value: string) =>
    setChosen(
      chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
    );
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <DialogForm
        label="Apply"
        busyLabel="Apply"
        isBusy={false}
        onSubmit={submit}
        onCancel={onClose}
      >
        {dimension ? (
          <Found name={name} dimension={dimension} chosen={chosen} onToggle={toggle} />
        ) : (
          <ul aria-label="Visits">
            {visitClasses.map((value) => (
              <ValueRow
                key={value}
                isChosen={chosen.includes(value)}
                onToggle={() => toggle(value)}
                clicks={null}
              >
                {valueLabel(name, value)}
              </ValueRow>
            ))}
          </ul>
        )}
      </DialogForm>
    </Dialog>
  );
}

const visitClasses = ['human', 'bot', 'prefetch'];
const shownCount = 50;

type FoundProps = {
  readonly name: FilterName;
  readonly dimension: Dimension;
  readonly chosen: readonly string[];
  onToggle(value: string): void;
};

/** The most frequent values, or those that the server finds for what is typed. */
function Found({ name, dimension, chosen, onToggle }: FoundProps) {
  const question = useAtomValue(questionAtom);
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useAtomValue(
    valuesQuery({
      question: { ...question, filters: withoutFilter(question.filters, name) },
      dimension,
      search: useRested(search.trim()),
      limit: shownCount,
      cursor: null,
    }),
  );
  const { value: page } = useKept(error ? undefined : data, null);
  const { plural } = dimensions[dimension];
  return (
    <>
      <SearchBox
        label={`Search ${plural}`}
        placeholder={`Search ${plural}...`}
        text={search}
        onChange={setSearch}
      />
      <div className="-mx-2 h-80 overflow-y-auto">
        {error && !data ? (
          <FailureNote
            icon={<TriangleAlert />}
            title={`Failed to load ${plural}`}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !page ? (
          <SkeletonRows count={6} label={`Loading ${plural}`} />
        ) : (
          <Values
            rows={page.rows}
            dimension={dimension}
            chosen={chosen}
            plural={plural}
            onToggle={onToggle}
          />
        )}
      </div>
    </>
  );
}

type ValuesProps = {
  readonly rows: readonly Row[];
  readonly dimension: Dimension;
  readonly plural: string;
  readonly chosen: readonly string[];
  onToggle(value: string): void;
};

function Values({ rows, dimension, plural, chosen, onToggle }: ValuesProps) {
  const values = rows.filter(({ value }) => value !== '');
  if (values.length === 0) return <EmptyState icon={<Search />} title={`No ${plural} found`} />;
  return (
    <ul aria-label={`${plural} to choose from`}>
      {values.map((row) => (
        <ValueRow
          key={row.value}
          isChosen={chosen.includes(row.value)}
          onToggle={() => onToggle(row.value)}
          clicks={row.clicks}
        >
          <RowLabel dimension={dimension} row={row} />
        </ValueRow>
      ))}
    </ul>
  );
}

type ValueRowProps = {
  readonly isChosen: boolean;
  readonly clicks: number | null;
  readonly children: React.ReactNode;
  onToggle(): void;
};

function ValueRow({ isChosen, clicks, children, onToggle }: ValueRowProps) {
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raised max-md:min-h-11">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          className="size-4 shrink-0 accent-accent"
        />
        <span className="min-w-0 grow">{children}</span>
        {clicks !== null && (
          <span className="num shrink-0 text-sm text-muted">{counted(clicks, 'click')}</span>
        )}
      </label>
    </li>
  );
}
