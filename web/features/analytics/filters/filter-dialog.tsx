import { useAtom, useAtomValue } from 'jotai';
import { type SubmitEvent, useState } from 'react';
import { wholeNumber } from '#web/format.ts';
import { valuesQuery } from '#web/features/analytics/report/values.ts';
import {
  type Dimension,
  type FilterName,
  longestFilterValue,
  mostFilterValues,
} from '#contract/analytics/report-filters';
import type { ReportRow } from '#web/features/analytics/report/report.ts';
import { filtersAtom } from '#web/features/analytics/report/report-state.ts';
import { useReportQuestion } from '#web/features/analytics/report/question.ts';
import { RowLabel } from '#web/features/analytics/lists/row-label.tsx';
import { usePrevious } from '#web/ui/answers/use-previous.ts';
import { useDebounced } from '#web/ui/browser/use-debounced.ts';
import { Dialog, DialogForm } from '#web/ui/floating/dialog.tsx';
import { Failure } from '#web/ui/answers/query.tsx';
import { SearchBox } from '#web/ui/fields/search-box.tsx';
import { SelectField } from '#web/ui/fields/select.tsx';
import { TextArea } from '#web/ui/fields/text-area.tsx';
import { SkeletonRows } from '#web/ui/answers/skeleton.tsx';
import { Search, TriangleAlert } from 'lucide-react';
import { EmptyState } from '#web/ui/answers/empty-state.tsx';
import { filterLabels, operatorWords } from '#web/features/address/filter-names.ts';
import { dimensionOf, dimensionWords } from './dimensions.ts';
import { FilterValue } from './filter-value.tsx';
import {
  asksForParts,
  type Operator,
  operatorOf,
  operatorsFor,
  withFilter,
  withoutFilter,
} from './filters.ts';
import { LabelValues, ValueRow } from './label-values.tsx';
import { valueLabel } from '#web/features/events/value-label.ts';

type FilterDialogProps = {
  /** The filter, or null: the dialog is closed. */
  readonly name: FilterName | null;
  onClose(): void;
};

/**
 * A dialog to choose several values of one filter. The choice is one step of the browser's history.
 */
export function FilterDialog({ name, onClose }: FilterDialogProps) {
  return name && <ValuesDialog key={name} name={name} onClose={onClose} />;
}

type ValuesDialogProps = FilterDialogProps & { readonly name: FilterName };

function ValuesDialog({ name, onClose }: ValuesDialogProps) {
  const [filters, setFilters] = useAtom(filtersAtom);
  const first = operatorOf(filters, name);
  const [operator, setOperator] = useState(first);
  const isOfParts = asksForParts(operator);
  const [chosen, setChosen] = useState<readonly string[]>(
    asksForParts(first) ? [] : (filters[name] ?? []),
  );
  const [parts, setParts] = useState(asksForParts(first) ? (filters[name] ?? []).join('\n') : '');
  const dimension = dimensionOf(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setFilters(
      withFilter(filters, name, { operator, values: isOfParts ? partsIn(parts) : chosen }),
    );
    onClose();
  };
  const toggle = (value: string) =>
    setChosen(
      chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value],
    );
  return (
    <Dialog title={`Filter by ${inSentence(filterLabels[name])}`} isOpen onClose={onClose}>
      <DialogForm
        label="Apply"
        busyLabel="Apply"
        isBusy={false}
        onSubmit={submit}
        onCancel={onClose}
      >
        <OperatorSelect name={name} operator={operator} onChange={setOperator} />
        {isOfParts ? (
          <TextArea
            label="Texts"
            hint={`One in each line, at most ${mostFilterValues}. One of them is enough; capitals do not matter.`}
            rows={4}
            value={parts}
            onChange={({ target }) => setParts(target.value)}
          />
        ) : name === 'tag' || name === 'folder' ? (
          <LabelValues kind={name} chosen={chosen} onToggle={toggle} />
        ) : dimension ? (
          <Found name={name} dimension={dimension} chosen={chosen} onToggle={toggle} />
        ) : (
          <ul aria-label="Visits">
            {visitClasses.map((value) => (
              <ValueRow
                key={value}
                isChosen={chosen.includes(value)}
                isFull={false}
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

type OperatorSelectProps = {
  readonly name: FilterName;
  readonly operator: Operator;
  onChange(operator: Operator): void;
};

/** Whether the values are wanted or left out, and of texts whether parts of them count. */
function OperatorSelect({ name, operator, onChange }: OperatorSelectProps) {
  const options = operatorsFor(name).map((value) => ({ value, label: operatorWords[value] }));
  return (
    <SelectField
      label={filterLabels[name]}
      options={options}
      value={operator}
      onChange={({ target }) => {
        const chosen = options.find(({ value }) => value === target.value);
        if (chosen) onChange(chosen.value);
      }}
    />
  );
}

/** The texts of the lines, without empty and repeated ones. */
export function partsIn(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim().slice(0, longestFilterValue));
  return [...new Set(lines)].filter((line) => line !== '').slice(0, mostFilterValues);
}

/** `UTM source` keeps its capitals, `Country` does not. */
function inSentence(label: string): string {
  return label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}

const visitClasses = ['human', 'bot', 'prefetch'];
const shownCount = 50;

type FoundProps = {
  readonly name: FilterName;
  readonly dimension: Dimension;
  readonly chosen: readonly string[];
  onToggle(value: string): void;
};

/**
 * The most frequent values, or those that the server finds for the typed text. Values that were
 * chosen before come first, because the list may not contain them.
 */
function Found({ name, dimension, chosen, onToggle }: FoundProps) {
  const question = useReportQuestion();
  const [search, setSearch] = useState('');
  const [before] = useState(chosen);
  const { data, error, refetch } = useAtomValue(
    valuesQuery({
      question: { ...question, filters: withoutFilter(question.filters, name) },
      dimension,
      search: useDebounced(search.trim()),
      limit: shownCount,
      cursor: null,
    }),
  );
  const { value: page } = usePrevious(error ? undefined : data, null);
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
      <div className="-mx-2 h-80 overflow-y-auto">
        {error && !data ? (
          <Failure
            icon={<TriangleAlert />}
            title={`Failed to load ${plural}`}
            error={error}
            onRetry={() => void refetch()}
          />
        ) : !page ? (
          <SkeletonRows count={6} label={`Loading ${plural}`} />
        ) : (
          <Values
            name={name}
            rows={page.rows}
            before={search.trim() === '' ? before : []}
            dimension={dimension}
            chosen={chosen}
            plural={plural}
            onToggle={onToggle}
          />
        )}
      </div>
      <p role="status" className="text-sm text-muted empty:hidden">
        {hintOf(chosen.length, page && { shown: page.rows.length, found: page.count }, plural)}
      </p>
    </>
  );
}

/** A hint about values that the list leaves out, or why no more values can be chosen. */
function hintOf(
  chosenCount: number,
  page: { readonly shown: number; readonly found: number } | undefined,
  plural: string,
): string {
  if (chosenCount >= mostFilterValues) return `A filter has at most ${mostFilterValues} values.`;
  if (page === undefined || page.found <= page.shown) return '';
  return `The first ${page.shown} of ${wholeNumber(page.found)} ${plural}. Search for the others.`;
}

type ValuesProps = {
  readonly name: FilterName;
  readonly rows: readonly ReportRow[];
  /** The values that were chosen when the dialog opened. */
  readonly before: readonly string[];
  readonly dimension: Dimension;
  readonly plural: string;
  readonly chosen: readonly string[];
  onToggle(value: string): void;
};

function Values({ name, rows, before, dimension, plural, chosen, onToggle }: ValuesProps) {
  const values = rows.filter(({ value }) => value !== '');
  const missing = before.filter((value) => values.every((row) => row.value !== value));
  const isFull = chosen.length >= mostFilterValues;
  if (values.length + missing.length === 0) {
    return <EmptyState icon={<Search />} title={`No ${plural} found`} />;
  }
  return (
    <ul aria-label={`${plural} to choose from`}>
      {missing.map((value) => (
        <ValueRow
          key={value}
          isChosen={chosen.includes(value)}
          isFull={isFull}
          onToggle={() => onToggle(value)}
          clicks={null}
        >
          <span dir="auto" className="block truncate text-left">
            <FilterValue name={name} value={value} />
          </span>
        </ValueRow>
      ))}
      {values.map((row) => (
        <ValueRow
          key={row.value}
          isChosen={chosen.includes(row.value)}
          isFull={isFull}
          onToggle={() => onToggle(row.value)}
          clicks={row.clicks}
        >
          <RowLabel dimension={dimension} row={row} />
        </ValueRow>
      ))}
    </ul>
  );
}
