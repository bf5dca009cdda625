import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import * as contract from '#contract/profile';
import type { ExportAccount, KeptTable } from '#core/accounts/export-account';
import type { HeavyAnswers, StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { type Mountable, on } from '#adapters/http/frame/on';
import { csvFile, jsonFile } from './kept-files.ts';

export type AccountExportRoutesPorts = {
  readonly exportAccount: ExportAccount;
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
 * turn comes. A failure cuts the archive off, so that nobody takes it for complete.
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
