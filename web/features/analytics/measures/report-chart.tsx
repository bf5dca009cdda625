import type { Annotation } from '#contract/analytics/saved';
import type { Report } from '#web/api.ts';
import type { Step } from '#web/features/analytics/report/report.ts';
import {
  useCurrency,
  useMeasure,
  useMeasureLabel,
  useMeasures,
} from '#web/features/analytics/report/read-only.ts';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { ChangeText } from './change-text.tsx';
import {
  areBars,
  finishedCount,
  leastTopOf,
  lineOf,
  pairedSteps,
  pointLabelsOf,
  stepLabel,
  timesOf,
  unitNames,
} from './chart-series.ts';
import { changeOf, isMoney, type Measure, valueLabel, valueOf } from './measures.ts';
import { aboutUsual, usualLabel, usualOf, usualText } from './usual.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';

type ReportChartProps = { readonly report: Report; readonly notes: readonly Annotation[] };

/** The chosen measure over time, with the time that it is compared with. */
export function ReportChart({ report, notes }: ReportChartProps) {
  const measure = useMeasure();
  const name = useMeasureLabel(measure);
  const { series, comparedSeries, range } = report;
  const currency = useCurrency(report);
  const shown = { measure, currency };
  const paired = comparedSeries && pairedSteps(series, comparedSeries);
  const marks = pointLabelsOf({ series, range }, notes);
  const unit = unitNames[range.unit];
  const isBars = areBars(measure, series.length);
  const finished = finishedCount(series);
  const before = (index: number) =>
    beforeOf({ step: paired?.[index], usual: index === finished ? report.usual : null }, currency);
  const growing = before(finished);
  const former = growing?.of(measure);
  return (
    <LineChart
      caption={`${name} per ${unit.toLowerCase()}`}
      timeName={unit}
      times={timesOf(series, range.unit)}
      lines={[{ name, ...lineOf(series, shown) }]}
      isBars={isBars}
      compared={paired && { name: 'Compared with', ...lineOf(paired, shown) }}
      finishedCount={finished}
      soFar={unit === 'Day' ? 'so far today' : `so far this ${unit.toLowerCase()}`}
      comparison={former === undefined || former === null ? null : growing?.text(measure, former)}
      notes={marks}
      leastTop={leastTopOf(measure)}
      legend={<ChartLegend report={report} isBars={isBars} />}
      format={(count) => valueLabel(measure, isMoney(measure) ? count * 100 : count, currency)}
      tip={(index) => (
        <Tip {...shown} step={series[index]} before={before(index)}>
          {marks.find((mark) => mark.index === index)?.text}
        </Tip>
      )}
    />
  );
}

/** What a step compares with. */
type Before = {
  readonly title: string;
  /** How its numbers are computed; null when they are those of one step. */
  readonly about: string | null;
  /** The measure's value; undefined where it is not counted. */
  of(measure: Measure): number | null | undefined;
  label(measure: Measure, value: number | null): string;
  /** A value beside the number of the step that still grows. */
  text(measure: Measure, value: number | null): string;
};

type Compared = { readonly step: Step | undefined; readonly usual: Report['usual'] };

/** The compared step, or else what is usual by this time of day; null without both. */
function beforeOf({ step, usual }: Compared, currency: string): Before | null {
  if (step) {
    const label = (measure: Measure, value: number | null) => valueLabel(measure, value, currency);
    return {
      title: stepLabel(step.at),
      about: null,
      of: (measure) => valueOf(measure, step, currency),
      label,
      text: (measure, value) => `${label(measure, value)} at this time before`,
    };
  }
  return (
    usual && {
      title: 'Usual by now',
      about: aboutUsual(usual),
      of: (measure) => usualOf(measure, usual, currency),
      label: (measure, value) => usualLabel(measure, value, currency),
      text: (measure, value) => usualText(usualLabel(measure, value, currency)),
    }
  );
}

type TipProps = {
  readonly measure: Measure;
  readonly currency: string;
  readonly step: Step | undefined;
  readonly before: Before | null;
  readonly children: string | undefined;
};

/** All measures of a step, what they are compared with, and the step's note. */
function Tip({ step, before, measure, currency, children: note }: TipProps) {
  const shown = useMeasures();
  if (!step) return null;
  return (
    <>
      <table className="text-sm">
        {before && (
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col">
                <span className="sr-only">Measure</span>
              </th>
              <th scope="col" className="pl-4 text-right font-medium">
                {stepLabel(step.at)}
              </th>
              <th scope="col" className="pl-4 text-right font-medium">
                {before.title}
              </th>
            </tr>
          </thead>
        )}
        <tbody>
          {shown.map((each) => (
            <TipRow
              key={each}
              measure={each}
              isChosen={each === measure}
              value={valueOf(each, step, currency)}
              before={before}
              currency={currency}
            />
          ))}
        </tbody>
      </table>
      {before?.about && (
        <span className="block max-w-64 pt-1 text-xs whitespace-normal text-faint">
          {before.about}
        </span>
      )}
      {note && <span className="block max-w-72 pt-1 whitespace-normal text-info">{note}</span>}
    </>
  );
}

type TipRowProps = Pick<TipProps, 'measure' | 'currency' | 'before'> & {
  readonly isChosen: boolean;
  readonly value: number | null;
};

function TipRow({ measure, isChosen, value, before, currency }: TipRowProps) {
  const label = useMeasureLabel(measure);
  const former = before?.of(measure);
  return (
    <tr className={isChosen ? 'font-semibold text-text' : 'text-muted'}>
      <th scope="row" className="text-left [font-weight:inherit]">
        {label}
      </th>
      <td className="pl-4 text-right">{valueLabel(measure, value, currency)}</td>
      {former !== undefined && (
        <>
          <td className="pl-4 text-right">{before?.label(measure, former)}</td>
          <td className="pl-3 text-right">
            <ChangeText change={changeOf(measure, value, former)} />
          </td>
        </>
      )}
    </tr>
  );
}

type LegendProps = { readonly report: Report; readonly isBars: boolean };

/** The legend of the two times; nothing when there is only one. */
function ChartLegend({ report, isBars }: LegendProps) {
  const { range, compared, series } = report;
  if (!compared) return null;
  const today = localDay(new Date());
  return (
    <p className="num flex flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-3 text-xs text-muted">
      <span className="flex items-center gap-2">
        {isBars ? (
          <span aria-hidden className="h-3 w-2.5 rounded-t-sm bg-series-1" />
        ) : (
          <svg aria-hidden width="20" height="4" className="text-series-1">
            <path d="M1 2H19" stroke="currentColor" strokeWidth="2.4" strokeLinecap="round" />
          </svg>
        )}
        {daysLabel(range, today)}
      </span>
      <span className="flex items-center gap-2">
        {isBars ? (
          <span aria-hidden className="h-0.5 w-4 bg-muted" />
        ) : (
          <svg aria-hidden width="20" height="4" className="text-line-strong">
            <path
              d="M1 2H19"
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinecap="round"
              strokeDasharray="1 4"
            />
          </svg>
        )}
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
