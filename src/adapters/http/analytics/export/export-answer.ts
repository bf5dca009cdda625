import type { exportFormats } from '#contract/analytics/analytics';
import { decimalFromCents } from '#core/shared/money';
import { csv, textCell } from '#adapters/http/csv/cells';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';
import type { Cell, Column, Table, WriteParquet } from '#core/analytics/report/export-table';

type ExportFormat = (typeof exportFormats)[number];

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
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
    'content-type': contentTypes[file.format],
    'content-disposition': `attachment; filename="${file.name}.${file.format}"`,
  };
  return { answer: new Response(body, { headers }), isWhole };
}

async function bodyOf(table: Table, format: ExportFormat, writeParquet: WriteParquet) {
  switch (format) {
    case 'csv':
      return streamedText(csvPieces(table));
    case 'json':
      return streamedText(jsonPieces(table));
    case 'parquet': {
      const rows = (await Array.fromAsync(table.pieces)).flat();
      return { body: await writeParquet({ columns: table.columns, rows }), isWhole: false };
    }
  }
}

async function* csvPieces({ columns, pieces }: Table): AsyncGenerator<string, void, void> {
  yield csv([columns.map(({ title }) => title)]);
  for await (const rows of pieces) {
    yield csv(rows.map((row) => row.map((cell, index) => csvCell(cell, columns[index]))));
  }
}

function csvCell(cell: Cell, column: Column | undefined): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return textCell(cell);
  if (column?.kind === 'fraction') return String(cell / 100);
  return column?.kind === 'cents' ? decimalFromCents(cell) : String(cell);
}

async function* jsonPieces({ columns, pieces }: Table): AsyncGenerator<string, void, void> {
  let before = '[';
  for await (const rows of pieces) {
    for (const row of rows) {
      const entries = columns.map(({ key }, index) => [key, row[index]]);
      yield `${before}\n${JSON.stringify(Object.fromEntries(entries))}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}
