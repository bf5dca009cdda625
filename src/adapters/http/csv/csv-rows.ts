import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { invalid, Refusal } from '#core/shared/refusal';
import { nextTurn } from '#adapters/http/frame/next-turn';

export type CsvLimits = {
  readonly maxBytes: number;
  /** Cells of a row. */
  readonly maxCells: number;
  /** Time limit for the whole file. */
  readonly limitMs: number;
  tooLarge(): Refusal;
};

type Bytes = AsyncIterable<Uint8Array>;
type Rows = readonly (readonly string[])[];

const longestRow = 64 * 1024;
/** Text that is parsed at once: some milliseconds of work. */
const pieceLength = 4 * 1024;
/** Rows that wait for the reader. */
const rowsAtOnce = 100;
/** Limit of the text in which the separator is searched. */
const longestHeader = 64 * 1024;

/**
 * The rows of a CSV file as its bytes arrive, in lists: UTF-8 with or without a byte order mark,
 * separated by commas, semicolons or tabs as in its first row with a text, with quotes (RFC 4180).
 * Between two pieces the thread does other work. A row is refused before it is read to its end when it
 * has too many cells or too much text, so that it takes little memory. Refuses `invalid` for such rows
 * and for other files, with the line when there is one, and `too_large`.
 */
export async function* csvRows(body: Bytes, limits: CsvLimits): AsyncGenerator<Rows, void, void> {
  const pieces = piecesOf(textOf(body, limits));
  const begun: string[] = [];
  let head = '';
  while (!rowWithText.test(head) && head.length < longestHeader) {
    const piece = await pieces.next();
    if (piece.done) break;
    begun.push(piece.value);
    head += piece.value;
  }
  yield* parsed(begun, pieces, { delimiter: separatorOf(head), maxCells: limits.maxCells });
}

async function* parsed(
  begun: readonly string[],
  pieces: AsyncGenerator<string, void, void>,
  { delimiter, maxCells }: { readonly delimiter: string; readonly maxCells: number },
): AsyncGenerator<Rows, void, void> {
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    // The text after the last allowed cell is read as one more cell, and its length is limited.
    ignore_last_delimiters: maxCells + 1,
    max_record_size: longestRow,
    skip_empty_lines: false,
    // The parser creates an error with a stack for each row whose length differs from the first
    // row's, although such rows are allowed. Resetting its count makes it accept every row as the
    // first one.
    on_record(row: string[]) {
      Object.assign(parser.info, { records: 0 });
      return row;
    },
  });
  async function* whole() {
    yield* begun;
    yield* pieces;
  }
  const feeding = pipeline(Readable.from(whole()), parser);
  // The reader below meets the failure; without a handler it would end the process.
  feeding.catch(() => {});
  let rows: string[][] = [];
  try {
    for await (const row of parser as AsyncIterable<string[]>) {
      if (row.length > maxCells) throw tooManyCells(maxCells);
      rows.push(row);
      if (rows.length < rowsAtOnce) continue;
      yield rows;
      rows = [];
    }
    await feeding;
  } catch (error) {
    throw error instanceof CsvError ? notCsv(error, maxCells) : error;
  }
  if (rows.length > 0) yield rows;
}

function tooManyCells(maxCells: number): Refusal {
  return invalid({ path: 'file', message: `A file can have at most ${maxCells} columns` });
}

function notCsv({ code, lines, index }: CsvError, maxCells: number): Refusal {
  if (typeof index === 'number' && index >= maxCells) return tooManyCells(maxCells);
  const line = typeof lines === 'number' ? ` near line ${lines}` : '';
  const message =
    code === 'CSV_MAX_RECORD_SIZE'
      ? `The file has a row that is too long${line}`
      : `The file is not valid CSV: check the quotes${line}`;
  return invalid({ path: 'file', message });
}

/** The text of the bytes. */
async function* textOf(body: Bytes, limits: CsvLimits): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const untilMs = performance.now() + limits.limitMs;
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > limits.maxBytes) throw limits.tooLarge();
    if (performance.now() > untilMs) throw new Refusal('malformed', 'The transfer took too long');
    yield decoded(() => decoder.decode(chunk, { stream: true }));
  }
  yield decoded(() => decoder.decode());
}

function decoded(decode: () => string): string {
  const refusal = invalid({ path: 'file', message: 'Save the file as CSV in UTF-8' });
  try {
    const text = decode();
    if (text.includes('\0')) throw refusal;
    return text;
  } catch {
    throw refusal;
  }
}

async function* piecesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, void> {
  for await (const text of texts) {
    for (let at = 0; at < text.length;) {
      const end = pieceEnd(text, at);
      yield text.slice(at, end);
      at = end;
      await nextTurn();
    }
  }
}

/** The parser encodes each piece by itself, so no piece ends within a character. */
function pieceEnd(text: string, at: number): number {
  const end = at + pieceLength;
  const isWithinCharacter = (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return isWithinCharacter ? end + 1 : end;
}

/** A row that is not blank, and its end, after blank rows. */
const rowWithText = /^[\s,;]*[^\s,;][^\r\n]*[\r\n]/;

/** The separator that occurs most often outside quotes in the first row with a text. */
function separatorOf(text: string): string {
  const rows = text.replaceAll(/"[^"]*"/g, '""').split(/[\r\n]+/);
  const row = rows.find((each) => /[^\s,;]/.test(each)) ?? '';
  const count = (separator: string) => row.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (count(each) > count(best) ? each : best));
}
