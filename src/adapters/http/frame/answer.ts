import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { nextTurn } from './next-turn.ts';

const compressAboveBytes = 1024;
const entriesPerChunk = 200;
const gzipped = promisify(gzip);

/**
 * A value as JSON, compressed when it is long enough and `acceptEncoding` allows. Long lists are
 * written in pieces with other work between them, because this thread also redirects.
 */
export async function jsonAnswer(
  value: object,
  status: number,
  acceptEncoding: string | null,
): Promise<Response> {
  const canGzip = acceptsGzip(acceptEncoding);
  if (Array.isArray(value) && value.length > entriesPerChunk) {
    return streamAnswer(listStream(value), status, acceptEncoding);
  }

  const text = JSON.stringify(value);
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
  if (!canGzip || text.length < compressAboveBytes) return new Response(text, { status, headers });
  return new Response(await gzipped(text, { level: 5 }), {
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
}

/** A JSON stream as the response, compressed as it is sent when `acceptEncoding` allows. */
export function streamAnswer(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  status: number,
  acceptEncoding: string | null,
): Response {
  const headers = { 'content-type': 'application/json', vary: 'accept-encoding' };
  if (!acceptsGzip(acceptEncoding)) return new Response(stream, { status, headers });

  return new Response(stream.pipeThrough(new CompressionStream('gzip')), {
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
}

/** Whether an Accept-Encoding header allows gzip (`gzip;q=0` refuses it). */
function acceptsGzip(acceptEncoding: string | null): boolean {
  return (
    acceptEncoding !== null && /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(acceptEncoding)
  );
}

function listStream(entries: readonly unknown[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let start = 0;

  return new ReadableStream({
    async pull(controller) {
      const chunk = entries.slice(start, start + entriesPerChunk);
      const inner = JSON.stringify(chunk).slice(1, -1);
      controller.enqueue(encoder.encode((start === 0 ? '[' : ',') + inner));

      start += entriesPerChunk;
      if (start < entries.length) return nextTurn();
      controller.enqueue(encoder.encode(']'));
      controller.close();
    },
  });
}
