import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import apex from 'react-apexcharts';
import { wholeNumber } from '#web/format.ts';
import { type ChartProps, soFar } from './chart-points.ts';

/** The package is CommonJS: a bundler may hand out its module instead of its default export. */
const Apex = isModule(apex) ? apex.default : apex;

function isModule(value: object): value is { readonly default: typeof apex } {
  return 'default' in value;
}

/** The chart library, in a file of its own so that it is loaded where a chart is. */
export function ChartDrawing({ points, unit, theme, isLastUnfinished = false }: ChartProps) {
  const options = useMemo(
    () => chartOptions(points, theme, isLastUnfinished),
    [points, theme, isLastUnfinished],
  );
  const series = useMemo(
    () => [{ name: unit, data: points.map((point) => point.count) }],
    [points, unit],
  );
  return <Apex type="area" height="100%" options={options} series={series} />;
}

function chartOptions(
  points: ChartProps['points'],
  theme: ChartProps['theme'],
  isLastUnfinished: boolean,
): ApexOptions {
  const styles = getComputedStyle(document.documentElement);
  const color = (token: string) => styles.getPropertyValue(token).trim();
  const labels = { style: { colors: color('--faint'), fontSize: '11.5px' } };
  const nonce = document.querySelector('script')?.nonce;

  return {
    chart: {
      ...(nonce && { nonce }),
      fontFamily: 'inherit',
      background: 'transparent',
      toolbar: { show: false },
      zoom: { enabled: false },
      animations: { enabled: false },
      parentHeightOffset: 0,
    },
    theme: { mode: theme },
    colors: [color('--series-1')],
    // Smooth, and never above or below the points that it connects.
    stroke: { curve: 'monotoneCubic', width: 2.4 },
    ...(isLastUnfinished && unfinished(points, color)),
    fill: {
      type: 'gradient',
      gradient: { shadeIntensity: 0, opacityFrom: 0.55, opacityTo: 0, stops: [0, 100] },
    },
    dataLabels: { enabled: false },
    grid: { borderColor: color('--line'), padding: { left: 12, right: 16, top: -8, bottom: 0 } },
    markers: { size: 0, hover: { size: 5 }, strokeColors: color('--surface') },
    xaxis: {
      categories: points.map((point) => point.label),
      tickAmount: Math.min(points.length - 1, isNarrow() ? 3 : 6),
      tickPlacement: 'on',
      labels: { ...labels, rotate: 0, hideOverlappingLabels: true },
      axisBorder: { show: false },
      axisTicks: { show: false },
      tooltip: { enabled: false },
      crosshairs: { stroke: { color: color('--line-strong'), dashArray: 3 } },
    },
    yaxis: {
      min: 0,
      forceNiceScale: true,
      ...(points.every((point) => point.count === 0) && { max: 4 }),
      tickAmount: 4,
      decimalsInFloat: 0,
      labels: { ...labels, formatter: wholeNumber, offsetX: -6 },
    },
    tooltip: { theme, x: { show: true }, marker: { show: false } },
  };
}

/** The line to the last point is dashed, and the point says that its day is not over. */
function unfinished(
  points: ChartProps['points'],
  color: (token: string) => string,
): Pick<ApexOptions, 'forecastDataPoints' | 'annotations'> {
  const last = points.at(-1);
  if (last === undefined) return {};
  const text = { background: 'transparent', color: color('--muted'), fontSize: '11.5px' };
  return {
    forecastDataPoints: { count: 1, dashArray: 5 },
    annotations: {
      points: [
        {
          x: last.label,
          y: last.count,
          marker: { size: 4, fillColor: color('--surface'), strokeColor: color('--series-1') },
          label: {
            text: soFar,
            textAnchor: 'end',
            borderWidth: 0,
            offsetX: -14,
            offsetY: -2,
            style: text,
          },
        },
      ],
    },
  };
}

/** Day labels need about 48 px each. */
function isNarrow(): boolean {
  return window.innerWidth < 560;
}
