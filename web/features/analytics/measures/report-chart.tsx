import type { Annotation } from '#contract/analytics/saved';
import type { Report } from '#web/api.ts';
import type { Step } from '#web/features/analytics/report/report.ts';
import {
  useCurrency,
  useMeasure,
  useMeasureLabel,
} from '#web/features/analytics/report/read-only.ts';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { ChangeText } from './change-text.tsx';
import {
  finishedCount,
  leastTopOf,
  lineOf,
  pairedSteps,
  pointLabelsOf,
  stepLabel,
  timesOf,
} from './chart-series.ts';
import { changeOf, isMoney, type Measure, valueLabel, valueOf } from './measures.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';

type ReportChartProps = { readonly report: Report; readonly notes: readonly Annotation[] };

/** The chosen measure over time, with the time that it is compared with. */
export function ReportChart({ report, notes }: ReportChartProps) {
  const measure = useMeasure();
  const name = useMeasureLabel(measure);
  const { series, comparedSeries, range } = report;
  const shown = { measure, currency: useCurrency(report) };
  const paired = comparedSeries && pairedSteps(series, comparedSeries);
  const marks = pointLabelsOf({ series, range }, notes);
  const unit = range.unit === 'hour' ? 'Hour' : 'Day';
  return (
    <LineChart
      caption={`${name} per ${unit.toLowerCase()}`}
      timeName={unit}
      times={timesOf(series)}
      lines={[{ name, ...lineOf(series, shown) }]}
      compared={paired && { name: 'Compared with', ...lineOf(paired, shown) }}
      finishedCount={finishedCount(series)}
      soFar={unit === 'Hour' ? 'so far this hour' : 'so far today'}
      notes={marks}
      leastTop={leastTopOf(measure)}
      legend={<ChartLegend report={report} />}
      format={(count) =>
        valueLabel(measure, isMoney(measure) ? count * 100 : count, shown.currency)
      }
      tip={(index) => (
        <Tip {...shown} name={name} step={series[index]} before={paired?.[index]}>
          {marks.find((mark) => mark.index === index)?.text}
        </Tip>
      )}
    />
  );
}

type TipProps = {
  readonly measure: Measure;
  readonly currency: string;
  /** The name of the measure. */
  readonly name: string;
  readonly step: Step | undefined;
  /** The compared step. */
  readonly before: Step | undefined;
  readonly children: string | undefined;
};

/** A step's number, what it is compared with, and its note. */
function Tip({ step, before, measure, currency, name, children: note }: TipProps) {
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

/** The legend of the two lines; nothing when there is only one. */
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
