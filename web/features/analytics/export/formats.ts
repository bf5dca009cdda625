import type { Option } from '#web/ui/fields/select.tsx';

export type ExportFormat = 'csv' | 'excel' | 'jsonl' | 'parquet';

export const formats: readonly Option<ExportFormat>[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'excel', label: 'CSV for Excel' },
  { value: 'jsonl', label: 'JSON lines' },
  { value: 'parquet', label: 'Parquet' },
];
