import { api, ask } from '#web/api.ts';

const extensions = { CSV: 'csv', Parquet: 'parquet' } as const;

/** Runs a statement again, and saves its whole result as a file. */
export async function downloadStatement(query: string, format: 'CSV' | 'Parquet'): Promise<void> {
  const data: unknown = await ask(api.sql.post({ query, format }));
  if (typeof data !== 'string' && !(data instanceof ArrayBuffer)) {
    throw new TypeError('The answer is no file');
  }
  const url = URL.createObjectURL(new Blob([data]));
  const link = document.createElement('a');
  link.href = url;
  link.download = `waypost.${extensions[format]}`;
  link.click();
  URL.revokeObjectURL(url);
}
