import type { RangePreset } from '#contract/analytics/query-words';
import { mostReportDays, type ReportUnit, reportUnits } from '#contract/analytics/report-filters';
import type { SearchParamsChange } from '#web/app/state/search-params.ts';
import { dateLabel, dayLabel } from '#web/format.ts';
import type { Option } from '#web/ui/fields/select.tsx';
import type { TimeRange } from '#web/api.ts';

export type Preset = RangePreset;

/** Days of the person's zone, both included: `YYYY-MM-DD`. */
export type Days = { readonly from: string; readonly to: string };

export type ReportRange =
  { readonly kind: 'preset'; readonly preset: Preset } | ({ readonly kind: 'days' } & Days);

export type Comparison = 'none' | 'previous' | 'year';

export const presets: readonly Option<Preset>[] = [
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: '12m', label: 'Last 12 months' },
  { value: 'all', label: 'All time' },
];

export const comparisons: readonly Option<Comparison>[] = [
  { value: 'none', label: 'No comparison' },
  { value: 'previous', label: 'Compare: previous period' },
  { value: 'year', label: 'Compare: year before' },
];

const dayMs = 86_400_000;

/** The range in an address; by default the last seven days. */
export function rangeOf(searchParams: URLSearchParams): ReportRange {
  const from = searchParams.get('from') ?? '';
  const to = searchParams.get('to') ?? '';
  if (isDay(from) && isDay(to) && from <= to) return { kind: 'days', from, to };
  const wanted = searchParams.get('range');
  const preset = presets.find(({ value }) => value === wanted)?.value ?? '7d';
  return { kind: 'preset', preset };
}

/** The comparison in an address; none for all time, because nothing is before it. */
export function comparisonOf(searchParams: URLSearchParams): Comparison {
  if (isAllTime(rangeOf(searchParams))) return 'none';
  const wanted = searchParams.get('compare');
  return wanted === 'previous' || wanted === 'year' ? wanted : 'none';
}

export function isAllTime(range: ReportRange): boolean {
  return range.kind === 'preset' && range.preset === 'all';
}

/** The days of the usual ranges; of twelve months 365 or 366, and neither is whole weeks. All time has none. */
const presetDays: Readonly<Record<Preset, number>> = {
  ...{ today: 1, yesterday: 1, '7d': 7, '30d': 30, '90d': 90, '12m': 365, all: 0 },
};

export type UnitChoice = {
  readonly unit: ReportUnit;
  /** Why the chart cannot be shown by it; null: it can. */
  readonly problem: string | null;
};

/**
 * What a range can be shown by; nothing to choose for one day, which has hours. For all time, whose
 * days only the API knows, `day` is what the API chooses.
 */
export function unitChoices(range: ReportRange, comparison: Comparison): readonly UnitChoice[] {
  const days = range.kind === 'days' ? dayCount(range) : presetDays[range.preset];
  if (days === 1) return [];
  return reportUnits.map((unit) => ({ unit, problem: unitProblem(unit, days, comparison) }));
}

/** Compared units must fit each other: whole weeks the ones before, months those of the year before. */
function unitProblem(unit: ReportUnit, days: number, comparison: Comparison): string | null {
  if (unit === 'day' || comparison === 'none') return null;
  if (unit === 'month') {
    return comparison === 'year' ? null : 'only without comparison or with the year before';
  }
  if (comparison === 'year') return 'only without comparison or with the previous period';
  return days % 7 === 0 ? null : 'when compared, only for whole weeks, such as 28 days';
}

/** The unit in an address; days when it has none, or one that cannot be shown. */
export function unitIn(searchParams: URLSearchParams): ReportUnit {
  const wanted = searchParams.get('unit');
  const choices = unitChoices(rangeOf(searchParams), comparisonOf(searchParams));
  return choices.find(({ unit, problem }) => unit === wanted && problem === null)?.unit ?? 'day';
}

/** The parameters of the address for a range. */
export function rangeChange(range: ReportRange): SearchParamsChange {
  return range.kind === 'days'
    ? { range: null, from: range.from, to: range.to }
    : { range: range.preset, from: null, to: null };
}

/** What is wrong with typed days, and the field that it concerns. */
export type DaysProblem = { readonly field: 'from' | 'to'; readonly text: string };

/** @param today in the person's zone, as `YYYY-MM-DD` */
export function problemOf({ from, to }: Days, today: string): DaysProblem | null {
  if (!isDay(from)) return { field: 'from', text: 'Please choose the first day' };
  if (!isDay(to)) return { field: 'to', text: 'Please choose the last day' };
  if (from > today) return { field: 'from', text: 'The first day is in the future' };
  if (to > today) return { field: 'to', text: 'The last day is in the future' };
  if (to < from) return { field: 'to', text: 'The last day is before the first day' };
  if (dayCount({ from, to }) > mostReportDays) {
    return { field: 'from', text: `Please choose at most ${mostReportDays} days` };
  }
  return null;
}

/** Both days included. */
export function dayCount({ from, to }: Days): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}

/** Days as text: `Oct 24 – Nov 22`; with years when one of them is not the current year. */
export function daysLabel({ from, to }: Days, today: string): string {
  const isThisYear = [from, to].every((day) => day.slice(0, 4) === today.slice(0, 4));
  const label = (day: string) => (isThisYear ? dayLabel(day) : dateLabel(`${day}T12:00`));
  return from === to ? label(from) : `${label(from)} – ${label(to)}`;
}

/** A day of this browser's zone as `YYYY-MM-DD`. */
export function localDay(date: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && localDay(new Date(`${text}T12:00`)) === text;
}

/**
 * The range of the dashboard and of Conversions, which have few. It is the shortest one that covers
 * the address's range, otherwise 90 days.
 */
export function timeRangeOf(searchParams: URLSearchParams, now = new Date()): TimeRange {
  const range = rangeOf(searchParams);
  if (range.kind === 'days') return rangeSince(range.from, now);
  switch (range.preset) {
    case 'today':
    case 'yesterday':
    case '7d':
      return '7d';
    case '30d':
      return '30d';
    case '90d':
    case '12m':
      return '90d';
    case 'all':
      return 'all';
  }
}

/**
 * The shortest range that contains this day of the browser's zone (`YYYY-MM-DD`), otherwise the
 * longest.
 */
export function rangeSince(day: string, now: Date): TimeRange {
  const days = dayCount({ from: day, to: localDay(now) });
  if (days <= 7) return '7d';
  return days <= 30 ? '30d' : '90d';
}
