import { atom } from 'jotai';
import { showToastAtom } from '#web/app/state/toast.ts';
import { dimensionWords } from '#web/features/analytics/filters/dimensions.ts';
import { askedOf, type ReportQuestion } from '#web/features/analytics/report/question.ts';
import { type Dimension, dimensions } from '#contract/analytics/report-filters';
import { paths } from '#web/paths.ts';
import { saveFile } from '#web/save-file.ts';
import type { Option } from '#web/ui/fields/select.tsx';

export type ExportFormat = 'csv' | 'excel' | 'json' | 'parquet';

/** The chart's numbers, or one list. */
export type Exported = 'series' | Dimension;

export const formats: readonly Option<ExportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'excel', label: 'CSV for Excel' },
  { value: 'json', label: 'JSON' },
  { value: 'parquet', label: 'Parquet' },
];

export const exportedParts: readonly Option<Exported>[] = [
  { value: 'series', label: 'Numbers over time' },
  ...dimensions.map((value) => ({ value, label: dimensionWords[value].title })),
];

type WantedExport = {
  readonly question: ReportQuestion;
  readonly what: string;
  readonly format: string;
};

/** The address of the file with the shown numbers. */
export function exportUrl({ question, what, format }: WantedExport): string {
  const query = new URLSearchParams({ format, what });
  for (const [name, value] of Object.entries(askedOf(question))) {
    for (const each of Array.isArray(value) ? value : [value]) query.append(name, each);
  }
  return `${paths.exportedReport}?${query}`;
}

/** Saves the shown numbers as a file; rejects when it cannot be downloaded. */
export const exportReportAtom = atom(null, async (_, set, wanted: WantedExport): Promise<void> => {
  const isForExcel = wanted.format === 'excel';
  const format = isForExcel ? 'csv' : wanted.format;
  const url = exportUrl({ ...wanted, format });
  await saveFile({ url, name: `analytics-${wanted.what}.${format}`, isForExcel });
  set(showToastAtom, 'Data exported successfully');
});
