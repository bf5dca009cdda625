import type { ApexOptions } from 'apexcharts';
import { useMemo } from 'react';
import apex from 'react-apexcharts';
import { wholeNumber } from '#web/format.ts';

type Point = { readonly label: string; readonly count: number };

export type ChartProps = {
  /** What the chart shows, in words. */
  readonly caption: string;
  readonly unit: string;
  readonly points: readonly Point[];
  /** Redraws in the colours that hold then. */
  readonly theme: 'light' | 'dark';
};

/** The package is CommonJS: a bundler may hand out its module instead of its default export. */
const Apex = isModule(apex) ? apex.default : apex;

function isModule(value: object): value is { readonly default: typeof apex } {
  return 'default' in value;
}

/** The chart library, in a file of its own so that it is loaded where a chart is. */
export function ChartDrawing({ points, unit, theme }: ChartProps) {
  const options = useMemo(() => chartOptions(points, theme), [points, theme]);
  const series = useMemo(
    () => [{ name: unit, data: points.map((point) => point.count) }],
    [points, unit],
  );
  return <Apex type="area" height="100%" options={options} series={series} />;
}

function chartOptions(points: ChartProps['points'], theme: ChartProps['theme']): ApexOptions {
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
    stroke: { curve: 'smooth', width: 2.4 },
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

/** Day labels need about 48 px each. */
function isNarrow(): boolean {
  return window.innerWidth < 560;
}
