import { callForAnswer } from '#web/api.ts';
import { forExcel, saveBlob } from '#web/save-file.ts';

export const formats = [
  { format: 'CSV', label: 'CSV' },
  { format: 'Excel', label: 'CSV for Excel' },
  { format: 'Parquet', label: 'Parquet' },
] as const;

export type Format = (typeof formats)[number]['format'];

/** Runs a statement again, and saves its whole result as a file. */
export async function downloadStatement(query: string, format: Format): Promise<void> {
  const asked = format === 'Excel' ? 'CSV' : format;
  const answer = await callForAnswer('POST /api/sql', { body: { query, format: asked } });
  const content = await answer.blob();
  saveBlob(format === 'Excel' ? forExcel(content) : content, `waypost.${asked.toLowerCase()}`);
}
