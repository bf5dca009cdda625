import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import * as contract from '#contract/accounts/profile';
import type { KeptRow, KeptTable } from '#core/accounts/export-account';
import type { HeavyAnswers, StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { csv, textCell } from '#adapters/http/csv/cells';
import { nextTurn } from '#adapters/http/frame/next-turn';
import { type Mountable, on } from '#adapters/http/frame/on';

export type AccountExportRoutesPorts = {
  /** All that is stored about a person. Refuses `too_many_requests`. */
  readonly exportAccount: (userId: string) => Promise<readonly KeptTable[]>;
  readonly heavy: HeavyAnswers;
};

/** The export of all data stored about a person. */
export function accountExportRoutes({
  exportAccount,
  heavy,
}: AccountExportRoutesPorts): Mountable[] {
  return [
    on(contract.exportAccount, ({ caller: { id: userId }, request }) =>
      heavy.stream({ userId, request }, async () => zipAnswer(await exportAccount(userId))),
    ),
  ];
}

function zipAnswer(tables: readonly KeptTable[]): StreamedAnswer {
  const answer = new Response(zipOf(tables), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="waypost-export.zip"',
    },
  });
  return { answer, isWhole: false };
}

/**
 * The tables as JSON and CSV in one archive, created while it is sent: each table is read when its
 * turn comes. A failure breaks the archive off, so that it cannot be mistaken for a complete one.
 */
function zipOf(tables: readonly KeptTable[]): ReadableStream<Uint8Array> {
  const zip = new ZipFile();
  const archive = Readable.from(zip.outputStream, { objectMode: false });
  let underWay: Readable | null = null;
  const add = (path: string, write: () => AsyncGenerator<string>): void =>
    zip.addReadStreamLazy(path, {}, (take) => {
      const file = Readable.from(write(), { objectMode: false });
      file.once('error', (error) => archive.destroy(error));
      underWay = file;
      take(null, file);
    });
  archive.once('close', () => underWay?.destroy());
  for (const table of tables) {
    add(`json/${table.name}.json`, () => jsonFile(table));
    add(`csv/${table.name}.csv`, () => csvFile(table));
  }
  zip.end();
  return webStream(archive);
}

/** Reads from the source only as fast as the client consumes. */
function webStream(from: Readable): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = from[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => void from.destroy(),
  });
}

/** Rows written at a time: this thread also redirects. */
const rowsPerChunk = 25;

/** A table as a JSON array, one row per line. */
async function* jsonFile({ rows }: KeptTable): AsyncGenerator<string> {
  let before = '[\n';
  for await (const slice of slices(rows())) {
    yield `${before}${slice.map((row) => JSON.stringify(row)).join(',\n')}`;
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** A table as CSV (RFC 4180). No cell can run as a formula in a spreadsheet. */
async function* csvFile({ columns, rows }: KeptTable): AsyncGenerator<string> {
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
