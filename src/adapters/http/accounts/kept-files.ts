import type { KeptRow, KeptTable } from '#core/accounts/export-account';
import { csv, textCell } from '#adapters/http/csv/cells';
import { nextTurn } from '#adapters/http/frame/next-turn';

/** Rows written at a time: this thread also redirects. */
const rowsPerChunk = 25;

/** A table as a JSON array, one row per line. */
export async function* jsonFile({ rows }: KeptTable): AsyncGenerator<string> {
  let before = '[\n';
  for await (const slice of slices(rows())) {
    yield `${before}${slice.map((row) => JSON.stringify(row)).join(',\n')}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** A table as CSV (RFC 4180). A spreadsheet runs none of its cells as a formula. */
export async function* csvFile({ columns, rows }: KeptTable): AsyncGenerator<string> {
  yield csv([columns]);
  for await (const slice of slices(rows())) {
    yield csv(slice.map((row) => columns.map((column) => cell(row[column]))));
  }
}

async function* slices(
  pages: AsyncIterable<readonly KeptRow[]>,
): AsyncGenerator<readonly KeptRow[]> {
  for await (const page of pages) {
    for (let start = 0; start < page.length; start += rowsPerChunk) {
      yield page.slice(start, start + rowsPerChunk);
      await nextTurn();
    }
  }
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return textCell(value);
  const json = JSON.stringify(value);
  return typeof value === 'object' ? textCell(json) : json;
}
