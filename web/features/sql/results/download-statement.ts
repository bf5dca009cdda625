import { api, ask } from '#web/api.ts';
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
  const data: unknown = await ask(api.sql.post({ query, format: asked }));
  if (typeof data !== 'string' && !(data instanceof ArrayBuffer)) {
    throw new TypeError('The answer is no file');
  }
  const content = format === 'Excel' ? forExcel(data) : new Blob([data]);
  saveBlob(content, `waypost.${asked.toLowerCase()}`);
}
