import type { Annotation } from '#contract/analytics/saved';
import type { Report } from '#web/api.ts';
import {
  useCurrency,
  useMeasure,
  useMeasureLabel,
  useMeasureNames,
} from '#web/features/analytics/report/read-only.ts';
import { LineChart } from '#web/ui/chart/line-chart.tsx';
import { beforeOf, ChartTip } from './chart-tip.tsx';
import {
  areBars,
  comparedUpTo,
  finishedCount,
  leastTopOf,
  lineOf,
  pairedSteps,
  pointLabelsOf,
  soFarWords,
  timesOf,
  unitNames,
} from './chart-series.ts';
import { isMoney } from '#contract/analytics/measures';
import { valueLabel } from './measures.ts';
import { daysLabel, localDay } from '#web/features/address/ranges.ts';

type ReportChartProps = { readonly report: Report; readonly notes: readonly Annotation[] };

/** The chosen measure over time, with the time that it is compared with. */
export function ReportChart({ report, notes }: ReportChartProps) {
  const measure = useMeasure();
  const name = useMeasureLabel(measure);
  const names = useMeasureNames();
  const { series, comparedSeries, range } = report;
  const currency = useCurrency(report);
  const shown = { measure, currency };
  const paired = comparedSeries && pairedSteps(series, comparedSeries);
  const marks = pointLabelsOf({ series, range }, notes);
  const unit = unitNames[range.unit];
  const isBars = areBars(measure, series.length);
  const finished = finishedCount(series);
  const before = (index: number) =>
    beforeOf(
      {
        step: paired?.[index],
        unit: range.unit,
        usual: index === finished ? report.usual : null,
      },
      currency,
    );
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
      soFar={soFarWords(range.unit)}
      comparison={former === undefined || former === null ? null : growing?.text(measure, former)}
      notes={marks}
      leastTop={leastTopOf(measure)}
      legend={<ChartLegend report={report} isBars={isBars} />}
      format={(count) => valueLabel(measure, isMoney(measure) ? count * 100 : count, currency)}
      tip={(index) => (
        <ChartTip
          {...shown}
          names={names}
          step={series[index]}
          unit={range.unit}
          before={before(index)}
        >
          {marks.find((mark) => mark.index === index)?.text}
        </ChartTip>
      )}
    />
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
        <span className="text-faint">{comparedUpTo(range.unit)}</span>
      )}
    </p>
  );
}
