import { useSetAtom } from 'jotai';
import { useEffect, useId, useRef } from 'react';
import { visitorsAre } from '#web/instance.ts';
import { wholeNumber } from '#web/format.ts';
import type { Report } from '#web/api.ts';
import { valueLabel as filterValueLabel } from '#web/features/events/value-label.ts';
import {
  useCountedClasses,
  useCurrency,
  useIsReadOnly,
  useMeasure,
  useMeasureLabel,
  useMeasures,
} from '#web/features/analytics/report/read-only.ts';
import { measureAtom } from '#web/features/analytics/report/report-state.ts';
import { showWithin } from '#web/ui/browser/show-within.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useIsPhone } from '#web/ui/browser/use-is-phone.ts';
import { Skeleton } from '#web/ui/answers/skeleton.tsx';
import { ChangeText } from './change-text.tsx';
import { isPerClick, type Measure } from '#contract/analytics/measures';
import { changeOf, otherMoney, valueLabel, valueOf } from './measures.ts';

type MeasureTilesProps = { readonly report: Report | undefined };

/** The totals of the range. The chart and the lists show the chosen one. */
export function MeasureTiles({ report }: MeasureTilesProps) {
  const shown = useMeasures();
  const isWithBots = useCountedClasses().length > 0;
  const isPhone = useIsPhone();
  return (
    <>
      <fieldset
        className={classNames(
          'min-w-0 gap-px overflow-hidden rounded-t-lg border-b border-line bg-line',
          isPhone
            ? 'flex overflow-x-auto [scrollbar-width:none]'
            : ['grid', columnsFor[shown.length]].join(' '),
        )}
      >
        <legend className="sr-only">What the chart and the lists show</legend>
        {shown.map((measure) => (
          <Tile key={measure} measure={measure} report={report} />
        ))}
        <div className={classNames(tileLook, 'max-md:grow')}>
          <span className={tileLabel}>Bots</span>
          <Value text={report && wholeNumber(report.botClicks)} />
          {!isPhone && (
            <span className="truncate text-xs text-faint">
              {isWithBots ? 'with prefetches' : 'not counted as clicks'}
            </span>
          )}
        </div>
      </fieldset>
      {isPhone && <ChosenNote report={report} />}
    </>
  );
}

/** The tiles of a row: with that of bots, all rows are full. */
const columnsFor: Readonly<Record<number, string>> = {
  2: 'grid-cols-3',
  4: 'grid-cols-5',
  7: 'grid-cols-4',
};

const tileLook =
  'grid min-w-0 content-start gap-0.5 bg-surface px-4 py-3 max-md:min-w-26 max-md:shrink-0 max-md:gap-0 max-md:py-2.5';
const tileLabel = 'relative truncate text-sm font-medium text-muted max-md:text-xs';

/** On phones, tiles have no room for explanations: the chosen measure's stands below them. */
function ChosenNote({ report }: MeasureTilesProps) {
  const measure = useMeasure();
  const currency = useCurrency(report);
  const isOff = useCountedClasses().length > 0 && isPerClick(measure);
  return (
    <p className="flex min-h-8 flex-wrap items-center gap-x-1 border-line px-4 not-last:border-b py-1.5 text-xs text-muted">
      {report && !isOff && <Note measure={measure} report={report} currency={currency} />}
    </p>
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
  const isReadOnly = useIsReadOnly();
  const group = useId();
  const classes = useCountedClasses();
  const isWithBots = classes.length > 0;
  const label = useMeasureLabel(measure);
  const currency = useCurrency(report);
  const isOff = isWithBots && isPerClick(measure);
  const value = report && (isOff ? null : valueOf(measure, report.totals, currency));
  const isChosen = measure === chosen;
  const isPhone = useIsPhone();
  const tile = useRef<HTMLLabelElement>(null);
  // The tiles of phones scroll sideways.
  useEffect(() => {
    const strip = tile.current?.parentElement;
    if (isChosen && isPhone && strip && tile.current) showWithin(strip, tile.current);
  }, [isChosen, isPhone, report]);
  return (
    <label
      ref={tile}
      title={
        isOff
          ? 'Only people convert, and the filter Visits counts more than people'
          : (reasons[measure] ?? explained(measure, classes)) || undefined
      }
      className={classNames(
        'relative transition-colors',
        tileLook,
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
        onChange={() => choose({ measure, isAlwaysNamed: isReadOnly })}
        className="absolute size-px opacity-0"
      />
      <span className={tileLabel}>{label}</span>
      <Value text={value === undefined ? undefined : valueLabel(measure, value, currency)} />
      {isPhone ? (
        report?.comparedTotals && !isOff && <Change {...{ measure, report, currency }} />
      ) : (
        <span className="relative flex min-w-0 flex-wrap gap-x-1 text-xs text-muted">
          <span aria-hidden className="invisible -mr-1 w-0">
            .
          </span>
          {report && !isOff && <Note measure={measure} report={report} currency={currency} />}
        </span>
      )}
    </label>
  );
}

/** The change alone, as tiles of phones show it. */
function Change({ measure, report: { totals, comparedTotals }, currency }: NoteProps) {
  const before = comparedTotals && valueOf(measure, comparedTotals, currency);
  return (
    <span className="relative text-xs">
      <ChangeText change={changeOf(measure, valueOf(measure, totals, currency), before)} />
    </span>
  );
}

function Value({ text }: { readonly text: string | undefined }) {
  return (
    <span
      title={text}
      className="num relative truncate text-xl font-[650] tracking-tight max-md:text-base"
    >
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
