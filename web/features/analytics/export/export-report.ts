import { atom } from 'jotai';
import type { AskedJson } from '#contract/analytics/query';
import type { Metric } from '#contract/analytics/query-words';
import { type Dimension, dimensions } from '#contract/analytics/report-filters';
import { currencies, type Currency } from '#contract/money';
import { call, callForAnswer } from '#web/api.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { metricNamed } from '#web/features/analytics/lists/list-columns.ts';
import type { Measure } from '#contract/analytics/measures';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import { dimensionNamed, isOfPeople, narrowedBy } from '#web/features/analytics/report/values.ts';
import { forExcel, saveBlob } from '#web/save-file.ts';
import type { Option } from '#web/ui/fields/select.tsx';
import type { ExportFormat } from './formats.ts';

/** The chart's numbers, or one list. */
export type Exported = 'series' | Dimension;

export const exportedParts: readonly Option<Exported>[] = [
  { value: 'series', label: 'Numbers over time' },
  ...dimensions.map((value) => ({ value, label: dimensionWords[value].title })),
];

const mediaTypes = {
  csv: 'text/csv',
  excel: 'text/csv',
  jsonl: 'application/jsonl',
  parquet: 'application/vnd.apache.parquet',
} as const satisfies Readonly<Record<ExportFormat, string>>;

type WantedExport = {
  readonly question: ReportQuestion;
  /** Of the amounts on the screen: a list is sorted by it, and costs are in it. */
  readonly currency: Currency;
  /** Whether the screen has costs. */
  readonly hasCosts: boolean;
  readonly what: Exported;
  /** A list is sorted by it. */
  readonly measure: Measure;
  readonly format: ExportFormat;
};

/** The question whose answer is the file: all measures that can be given with these filters. */
export function exportBody(
  { question, currency, hasCosts, what, measure }: Omit<WantedExport, 'format'>,
  used: readonly Currency[],
): AskedJson {
  const isSeries = what === 'series';
  const isOneDay = isSeries && isSingleDay(question);
  const listsCosts =
    hasCosts && !isOneDay && (isSeries || what === 'links' || what === 'utmCampaigns');
  const costs: Metric[] = listsCosts ? ['cost', 'roi'] : [];
  const ofPeople: Metric[] = isOfPeople(question) ? ['earningsPerClick', ...costs] : [];
  return {
    metrics: [
      'clicks',
      ...(isSeries ? [] : (['percentage'] as const)),
      'uniqueVisitors',
      'conversions',
      ...(isOfPeople(question) ? (['conversionRate'] as const) : []),
      'revenue',
      'profit',
      ...ofPeople,
    ],
    dimensions: [isSeries ? timeOf(question) : dimensionNamed(what)],
    ...narrowedBy(question),
    currencies: [...new Set([currency, ...used])],
    ...(!isSeries && { orderBy: orderBy(measure) }),
  };
}

/** As the list on the screen: the most of the measure first. */
function orderBy(measure: Measure): [Metric, 'desc'][] {
  const order = new Set<Metric>([metricNamed(measure), 'clicks', 'conversions']);
  return [...order].map((metric) => [metric, 'desc']);
}

function timeOf({ unit }: ReportQuestion) {
  return unit === undefined ? 'time' : (`time:${unit}` as const);
}

/** One day is exported by its hours, which have no costs. */
function isSingleDay({ range }: ReportQuestion): boolean {
  if (range.kind === 'days') return range.from === range.to;
  return range.preset === 'today' || range.preset === 'yesterday';
}

/** The currencies of the account's amounts in the range. */
async function currenciesIn(question: ReportQuestion): Promise<readonly Currency[]> {
  const answer = await call('POST /api/v1/analytics/query', {
    body: {
      metrics: ['conversions', 'refunds'],
      dimensions: ['currency'],
      ...narrowedBy(question),
    },
  });
  if ('answers' in answer) throw new Error('One question has one answer');
  const named = new Set(answer.rows.map((row) => row.dimensions.currency));
  return currencies.filter((code) => named.has(code));
}

/** Saves the shown numbers as a file; rejects when it cannot be downloaded. */
export const exportReportAtom = atom(null, async (_, set, wanted: WantedExport): Promise<void> => {
  const body = exportBody(wanted, await currenciesIn(wanted.question));
  const accept = mediaTypes[wanted.format];
  const answer = await callForAnswer('POST /api/v1/analytics/query', { body, accept });
  const content = await answer.blob();
  const isForExcel = wanted.format === 'excel';
  const name = `analytics-${wanted.what}.${isForExcel ? 'csv' : wanted.format}`;
  saveBlob(isForExcel ? forExcel(content) : content, name);
  set(showToastAtom, 'Data exported successfully');
});
