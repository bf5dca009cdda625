import { useSetAtom } from 'jotai';
import { useId } from 'react';
import { visitorsAre } from '#web/instance.ts';
import { wholeNumber } from '#web/format.ts';
import type { Report } from '#web/api.ts';
import { valueLabel as filterValueLabel } from '#web/features/events/value-label.ts';
import {
  useCountedClasses,
  useCurrency,
  useMeasure,
  useMeasureLabel,
  useMeasures,
} from '#web/features/analytics/report/read-only.ts';
import { measureAtom } from '#web/features/analytics/report/report-state.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ChangeText } from './change-text.tsx';
import { changeOf, isPerClick, type Measure, otherMoney, valueLabel, valueOf } from './measures.ts';

type MeasureTilesProps = { readonly report: Report | undefined };

/** The totals of the range. The chart and the lists show the chosen one. */
export function MeasureTiles({ report }: MeasureTilesProps) {
  const shown = useMeasures();
  const isWithBots = useCountedClasses().length > 0;
  const isEven = shown.length % 2 === 1;
  return (
    <fieldset
      className={classNames(
        'grid grid-cols-2 gap-px overflow-hidden rounded-t-lg border-b border-line bg-line',
        isEven ? 'sm:grid-cols-4' : 'sm:grid-cols-5',
      )}
    >
      <legend className="sr-only">What the chart and the lists show</legend>
      {shown.map((measure) => (
        <Tile key={measure} measure={measure} report={report} />
      ))}
      <div
        className={classNames(
          'grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3',
          !isEven && 'max-sm:col-span-2',
        )}
      >
        <span className="truncate text-sm font-medium text-muted">Bots</span>
        <Value text={report && wholeNumber(report.botClicks)} />
        <span className="truncate text-xs text-faint">
          {isWithBots ? 'with prefetches' : 'not counted as clicks'}
        </span>
      </div>
    </fieldset>
  );
}

/** Explanations of measures. */
const reasons: Readonly<Partial<Record<Measure, string>>> =
  visitorsAre === 'cookieless'
    ? {
        visitors:
          'A visitor is counted once a UTC day. The chart shows your days, so they can add up to more.',
      }
    : {};

type TileProps = { readonly measure: Measure; readonly report: Report | undefined };

function Tile({ measure, report }: TileProps) {
  const chosen = useMeasure();
  const choose = useSetAtom(measureAtom);
  const group = useId();
  const classes = useCountedClasses();
  const isWithBots = classes.length > 0;
  const label = useMeasureLabel(measure);
  const currency = useCurrency(report);
  const isOff = isWithBots && isPerClick(measure);
  const value = report && (isOff ? null : valueOf(measure, report.totals, currency));
  const isChosen = measure === chosen;
  return (
    <label
      title={
        isOff
          ? 'Only people convert, and the filter Visits counts more than people'
          : (reasons[measure] ?? explained(measure, classes)) || undefined
      }
      className={classNames(
        'relative grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 transition-colors',
        'has-focus-visible:z-10 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent',
        isOff ? 'cursor-not-allowed' : 'cursor-pointer',
        isChosen && 'shadow-[inset_0_-2px_0_var(--accent)]',
        !isChosen && !isOff && 'hover:bg-raised',
      )}
    >
      {isChosen && <span aria-hidden className="absolute inset-0 bg-accent-soft" />}
      <input
        type="radio"
        name="measure"
        id={`${group}${measure}`}
        checked={isChosen}
        disabled={isOff}
        onChange={() => choose(measure)}
        className="absolute size-px opacity-0"
      />
      <span className="relative truncate text-sm font-medium text-muted">{label}</span>
      <Value text={value === undefined ? undefined : valueLabel(measure, value, currency)} />
      <span className="relative flex min-w-0 flex-wrap gap-x-1 text-xs text-muted">
        <span aria-hidden className="invisible -mr-1 w-0">
          .
        </span>
        {report && !isOff && <Note measure={measure} report={report} currency={currency} />}
      </span>
    </label>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  return (
    <span title={text} className="num relative truncate text-xl font-[650] tracking-tight">
      {text ?? <Skeleton className="my-1 h-4.5 w-20" />}
    </span>
  );
}

type NoteProps = {
  readonly measure: Measure;
  readonly report: Report;
  readonly currency: string;
};

/** The change, when a comparison is chosen, and an explanation of the number. */
function Note({ measure, report, currency }: NoteProps) {
  const { totals, comparedTotals } = report;
  const classes = useCountedClasses();
  const others = otherMoney(measure, totals, currency);
  if (!comparedTotals) return others || explained(measure, classes);
  const before = valueOf(measure, comparedTotals, currency);
  const change = changeOf(measure, valueOf(measure, totals, currency), before);
  return (
    <>
      {before === null ? (
        'no clicks before'
      ) : (
        <>
          <ChangeText change={change} />
          <span className="whitespace-nowrap">from {valueLabel(measure, before, currency)}</span>
        </>
      )}
      {measure === 'visitors' && <span className="basis-full">{explained(measure, classes)}</span>}
      {others && <span className="basis-full">{others}</span>}
    </>
  );
}

function explained(measure: Measure, classes: readonly string[]): string {
  switch (measure) {
    case 'clicks':
      return classes.length === 0 ? 'by people' : namesOf(classes);
    case 'visitors':
      return visitorsAre === 'cookieless'
        ? 'each counted once a day (UTC)'
        : 'recognized by a cookie';
    case 'rate':
      return 'of all clicks';
    case 'perClick':
      return 'revenue per click';
    case 'conversions':
    case 'revenue':
    case 'profit':
      return '';
  }
}

/** `people, bots`: the values of the filter, in the middle of a sentence. */
function namesOf(classes: readonly string[]): string {
  return classes.map((name) => filterValueLabel('class', name).toLowerCase()).join(', ');
}
