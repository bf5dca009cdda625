import { atom } from 'jotai';
import type { AskedJson } from '#contract/analytics/query';
import type { Metric } from '#contract/analytics/query-words';
import { type Dimension, dimensions } from '#contract/analytics/report-filters';
import { currencies, type Currency } from '#contract/money';
import { call, callAll, callForAnswer } from '#web/api.ts';
import { showToastAtom } from '#web/app/state/toast.ts';
import { metricNamed } from '#web/features/analytics/lists/list-columns.ts';
import type { Measure } from '#contract/analytics/measures';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import type { ReportQuestion } from '#web/features/analytics/report/question.ts';
import { dimensionNamed, isOfPeople, narrowedBy } from '#web/features/analytics/report/values.ts';
import { forExcel, saveBlob } from '#web/save-file.ts';
import type { Option } from '#web/ui/fields/select.tsx';

export type ExportFormat = 'csv' | 'excel' | 'jsonl' | 'parquet';

/** The chart's numbers, or one list. */
export type Exported = 'series' | Dimension;

export const formats: readonly Option<ExportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'excel', label: 'CSV for Excel' },
  { value: 'jsonl', label: 'JSON lines' },
  { value: 'parquet', label: 'Parquet' },
];

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
  readonly what: Exported;
  /** A list is sorted by it. */
  readonly measure: Measure;
  readonly format: ExportFormat;
};

/** Currencies with conversions in the range, and of costs: that of the costs first. */
type Amounts = {
  readonly currencies: readonly Currency[];
  /** Null: the account has no costs. */
  readonly ofCosts: Currency | null;
};

/** The question whose answer is the file: all measures that can be given with these filters. */
export function exportBody(
  { question, what, measure }: Omit<WantedExport, 'format'>,
  { currencies: used, ofCosts }: Amounts,
): AskedJson {
  const isSeries = what === 'series';
  const isOneDay = isSeries && isSingleDay(question);
  const hasCosts =
    ofCosts !== null && !isOneDay && (isSeries || what === 'links' || what === 'utmCampaigns');
  const costs: Metric[] = hasCosts ? ['cost', 'roi'] : [];
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
    currencies: [...new Set([...(ofCosts === null ? [] : [ofCosts]), ...used])],
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

/** The currencies of the account's amounts in the range; without any, US dollars. */
async function amountsOf(question: ReportQuestion): Promise<Amounts> {
  const [answer, costs] = await Promise.all([
    call('POST /api/v1/analytics/query', {
      body: {
        metrics: ['conversions', 'refunds'],
        dimensions: ['currency'],
        ...narrowedBy(question),
      },
    }),
    callAll('GET /api/v1/costs'),
  ]);
  if ('answers' in answer) throw new Error('One question has one answer');
  const named = new Set(answer.rows.map((row) => row.dimensions.currency));
  const used = currencies.filter((code) => named.has(code));
  const ofCosts = currencies.filter((code) => costs.some(({ currency }) => currency === code));
  const [first = null] = ofCosts;
  const chosen = ofCosts.find((code) => code === question.currency) ?? first;
  return { currencies: used.length === 0 && chosen === null ? ['USD'] : used, ofCosts: chosen };
}

/** Saves the shown numbers as a file; rejects when it cannot be downloaded. */
export const exportReportAtom = atom(null, async (_, set, wanted: WantedExport): Promise<void> => {
  const body = exportBody(wanted, await amountsOf(wanted.question));
  const accept = mediaTypes[wanted.format];
  const answer = await callForAnswer('POST /api/v1/analytics/query', { body, accept });
  const content = await answer.blob();
  const isForExcel = wanted.format === 'excel';
  const name = `analytics-${wanted.what}.${isForExcel ? 'csv' : wanted.format}`;
  saveBlob(isForExcel ? forExcel(content) : content, name);
  set(showToastAtom, 'Data exported successfully');
});
