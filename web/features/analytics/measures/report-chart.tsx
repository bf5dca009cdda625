import { useMemo } from 'react';
import type { Annotation } from '#contract/saved';
import type { Report } from '#web/api.ts';
import type { Step } from '#web/features/analytics/report/report.ts';
import { useMeasure, useMeasureLabel } from '#web/features/analytics/report/read-only.ts';
import { ComparedDrawing } from '#web/ui/chart/compared-drawing.tsx';
import { ChangeText } from './change-text.tsx';
import {
  comparedPoints,
  finishedCount,
  leastTopOf,
  pairedSteps,
  pointLabelsOf,
  pointsOf,
  stepLabel,
} from './chart-series.ts';
import { changeOf, currencyOf, isMoney, type Measure, valueLabel, valueOf } from './measures.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';

type ReportChartProps = { readonly report: Report; readonly notes: readonly Annotation[] };

/** The chosen measure over time, with the time that it is compared with. */
export function ReportChart({ report, notes }: ReportChartProps) {
  const measure = useMeasure();
  const { series, comparedSeries, range } = report;
  const currency = currencyOf(report);
  const shown = useMemo(() => ({ measure, currency }), [measure, currency]);
  const points = useMemo(() => pointsOf(series, shown), [series, shown]);
  const paired = useMemo(
    () => comparedSeries && pairedSteps(series, comparedSeries),
    [series, comparedSeries],
  );
  const compared = useMemo(() => paired && comparedPoints(paired, shown), [paired, shown]);
  const pointLabels = useMemo(
    () => pointLabelsOf({ series, range }, notes),
    [series, range, notes],
  );
  const label = (value: number | null) => valueLabel(measure, value, currency);
  return (
    <figure className="px-2 pb-2">
      <ChartLegend report={report} />
      <div aria-hidden className="h-64">
        <ComparedDrawing
          points={points}
          compared={compared}
          finishedCount={finishedCount(series)}
          soFar={range.unit === 'hour' ? 'so far this hour' : 'so far today'}
          pointLabels={pointLabels}
          leastTop={leastTopOf(measure)}
          format={(count) => label(isMoney(measure) ? count * 100 : count)}
          tip={(index) => (
            <Tip
              step={series[index]}
              before={paired?.[index]}
              measure={measure}
              currency={currency}
            >
              {pointLabels.find((pointLabel) => pointLabel.index === index)?.text}
            </Tip>
          )}
        />
      </div>
      <NumbersTable
        report={report}
        paired={paired}
        measure={measure}
        currency={currency}
        pointLabels={pointLabels}
      />
    </figure>
  );
}

type ShownProps = { readonly measure: Measure; readonly currency: string };

type TipProps = ShownProps & {
  readonly step: Step | undefined;
  /** What the step is compared with. */
  readonly before: Step | undefined;
  readonly children: string | undefined;
};

/** A step's number, what it is compared with, and its note. */
function Tip({ step, before, measure, currency, children: note }: TipProps) {
  const name = useMeasureLabel(measure);
  if (!step) return null;
  const value = valueOf(measure, step, currency);
  return (
    <>
      <span className="block text-sm text-text">
        {name}: <strong className="font-semibold">{valueLabel(measure, value, currency)}</strong>
      </span>
      {before && (
        <span className="flex gap-2 text-muted">
          <span>
            {stepLabel(before.at)}:{' '}
            {valueLabel(measure, valueOf(measure, before, currency), currency)}
          </span>
          <ChangeText change={changeOf(measure, value, valueOf(measure, before, currency))} />
        </span>
      )}
      {note && <span className="block max-w-56 truncate text-info">{note}</span>}
    </>
  );
}

type NumbersTableProps = ShownProps & {
  readonly report: Report;
  readonly paired: ReturnType<typeof pairedSteps> | null;
  readonly pointLabels: ReturnType<typeof pointLabelsOf>;
};

/** The chart's numbers for those who cannot see it. */
function NumbersTable({ report, paired, measure, currency, pointLabels }: NumbersTableProps) {
  const { series, range } = report;
  const name = useMeasureLabel(measure);
  const unit = range.unit === 'hour' ? 'Hour' : 'Day';
  const label = (step: Step | undefined) =>
    step ? valueLabel(measure, valueOf(measure, step, currency), currency) : '—';
  return (
    <div className="sr-only">
      <table>
        <caption>
          {name} per {unit.toLowerCase()}
        </caption>
        <thead>
          <tr>
            <th scope="col">{unit}</th>
            <th scope="col">{name}</th>
            {paired && <th scope="col">Compared with</th>}
            {pointLabels.length > 0 && <th scope="col">Note</th>}
          </tr>
        </thead>
        <tbody>
          {series.map((step, index) => (
            <tr key={step.at}>
              <th scope="row">
                {stepLabel(step.at)}
                {step.isUnfinished && (range.unit === 'day' ? ' (so far today)' : ' (so far)')}
              </th>
              <td>{label(step)}</td>
              {paired && <td>{label(paired[index])}</td>}
              {pointLabels.length > 0 && (
                <td>{pointLabels.find((pointLabel) => pointLabel.index === index)?.text}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Which line is which time; nothing where there is one line. */
function ChartLegend({ report }: { readonly report: Report }) {
  const { range, compared, series } = report;
  if (!compared) return null;
  const today = localDay(new Date());
  return (
    <p className="num flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-3 text-xs text-muted">
      <span className="flex items-center gap-2">
        <svg aria-hidden width="20" height="4" className="text-series-1">
          <path d="M1 2H19" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
        </svg>
        {daysLabel(range, today)}
      </span>
      <span className="flex items-center gap-2">
        <svg aria-hidden width="20" height="4" className="text-line-strong">
          <path
            d="M1 2H19"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeDasharray="1 4"
          />
        </svg>
        {daysLabel(compared, today)}
      </span>
      {series.some(({ isUnfinished }) => isUnfinished) && (
        <span className="text-faint">
          Today is not over: it is compared up to the same time of day.
        </span>
      )}
    </p>
  );
}
