import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Pieces, StatementAnswer, StatementSummary } from './execute.ts';
import { engineFailure, statusOf } from './failure.ts';

const pack = promisify(gzip);

/** The facts of a request that its answer contains. */
export interface AnswerContext {
  readonly queryId: string;
  readonly takesGzip: boolean;
}

/** A statement's answer in ClickHouse's format. */
export async function answerStatement(
  answer: StatementAnswer,
  context: AnswerContext,
): Promise<Response> {
  const headers = new Headers({
    'X-ClickHouse-Query-Id': context.queryId,
    'X-ClickHouse-Format': answer.format,
    'X-ClickHouse-Timezone': 'UTC',
    'Content-Type': contentType(answer.format),
  });
  if (answer.kind === 'whole') {
    headers.set('X-ClickHouse-Summary', summaryText(answer.summary));
    if (!context.takesGzip || answer.bytes.length === 0)
      return new Response(answer.bytes, { headers });
    headers.set('Content-Encoding', 'gzip');
    return new Response(await pack(answer.bytes, { level: 1 }), { headers });
  }
  const tag = randomBytes(8).toString('hex');
  headers.set('X-ClickHouse-Exception-Tag', tag);
  const stream = streamOf(answer.pieces, tag);
  if (!context.takesGzip) return new Response(stream, { headers });
  headers.set('Content-Encoding', 'gzip');
  return new Response(stream.pipeThrough(new CompressionStream('gzip')), { headers });
}

/** A failure in ClickHouse's format: its text, its code, and the matching status. */
export function answerFailure(thrown: unknown, queryId: string | undefined): Response {
  const failure = engineFailure(thrown);
  const headers = new Headers({
    'X-ClickHouse-Exception-Code': String(failure.code),
    'Content-Type': 'text/plain; charset=UTF-8',
  });
  if (queryId !== undefined) headers.set('X-ClickHouse-Query-Id', queryId);
  if (failure.code === 194) headers.set('WWW-Authenticate', 'Basic realm="ClickHouse"');
  return new Response(`${failure.message}\n`, { status: statusOf(failure.code), headers });
}

function streamOf(pieces: Pieces, tag: string): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece === undefined) controller.close();
        else controller.enqueue(new Uint8Array(piece));
      } catch (thrown) {
        controller.enqueue(failureTrailer(engineFailure(thrown).message, tag));
        controller.close();
      }
    },
    cancel: () => pieces.close(),
  });
}

/**
 * The trailer that ClickHouse (since 25.11) writes after the rows of an interrupted result: a text
 * with its length, between marks with the tag that the headers announced.
 */
function failureTrailer(message: string, tag: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(`${message}\n`);
  const exceptionTag = '__exception__';
  return new Uint8Array(
    Buffer.concat([
      Buffer.from(`\r\n${exceptionTag}\r\n${tag}\r\n`),
      text,
      Buffer.from(`${text.length} ${tag}\r\n${exceptionTag}\r\n`),
    ]),
  );
}

function contentType(format: string): string {
  if (/^JSON(Strings|Columns|Compact|CompactStrings)?$/.test(format))
    return 'application/json; charset=UTF-8';
  if (format.startsWith('JSON')) return 'application/x-ndjson; charset=UTF-8';
  if (format.startsWith('CSV')) return 'text/csv; charset=UTF-8';
  if (/^(TabSeparated|TSV)/.test(format)) return 'text/tab-separated-values; charset=UTF-8';
  return 'application/octet-stream';
}

/** The numbers of read rows and bytes are left out when the engine does not report them. */
function summaryText({ read, ...summary }: StatementSummary): string {
  return JSON.stringify({
    ...(read && { read_rows: read.rows, read_bytes: read.bytes, total_rows_to_read: read.rows }),
    written_rows: String(summary.writtenRows),
    written_bytes: String(summary.writtenBytes),
    result_rows: String(summary.resultRows + summary.writtenRows),
    result_bytes: String(summary.resultBytes + summary.writtenBytes),
    elapsed_ns: String(Math.round(summary.elapsedSeconds * 1e9)),
  });
}
