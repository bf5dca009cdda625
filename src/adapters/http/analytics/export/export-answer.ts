import { decimalFromCents } from '#core/shared/money';
import { csv, textCell } from '#adapters/http/csv/cells';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';
import type { Cell, Column, Table, WriteParquet } from '#core/analytics/report/export-table';

export const exportFormats = ['csv', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof exportFormats)[number];

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  jsonl: 'application/jsonl',
  parquet: 'application/vnd.apache.parquet',
};

/** A table as a file with this name, without its ending. */
export async function exportAnswer(
  table: Table,
  file: { readonly format: ExportFormat; readonly name: string },
  writeParquet: WriteParquet,
): Promise<StreamedAnswer> {
  const { body, isWhole } = await bodyOf(table, file.format, writeParquet);
  const headers = {
    'content-type': `${mediaTypes[file.format]}${file.format === 'parquet' ? '' : '; charset=utf-8'}`,
    'content-disposition': `attachment; filename="${file.name}.${file.format}"`,
  };
  return { answer: new Response(body, { headers }), isWhole };
}

async function bodyOf(table: Table, format: ExportFormat, writeParquet: WriteParquet) {
  switch (format) {
    case 'csv':
      return streamedText(csvPieces(table));
    case 'jsonl':
      return streamedText(jsonLines(table));
    case 'parquet': {
      const rows = (await Array.fromAsync(table.pieces)).flat();
      return { body: await writeParquet({ columns: table.columns, rows }), isWhole: false };
    }
  }
}

async function* csvPieces({ columns, pieces }: Table): AsyncGenerator<string, void, void> {
  yield csvText(columns, []);
  for await (const rows of pieces) yield csvRows(columns, rows);
}

/** A small table as CSV, with its headings. */
export function csvText(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return csv([columns.map(({ title }) => title)]) + csvRows(columns, rows);
}

function csvRows(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  return csv(rows.map((row) => row.map((cell, index) => csvCell(cell, columns[index]))));
}

function csvCell(cell: Cell, column: Column | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell);
  if (column?.kind === 'fraction') return String(cell / 100);
  return column?.kind === 'cents' ? decimalFromCents(cell) : String(cell);
}

async function* jsonLines({ columns, pieces }: Table): AsyncGenerator<string, void, void> {
  for await (const rows of pieces) {
    const lines = rows.map((row) => {
      const entries = columns.map(({ key }, index) => [key, row[index]]);
      return `${JSON.stringify(Object.fromEntries(entries))}\n`;
    });
    yield lines.join('');
  }
}
