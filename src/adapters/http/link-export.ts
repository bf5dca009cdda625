import type { ListedLink } from '#core/links/link-totals';
import { nextTurn } from './in-slices.ts';
import { csvHeader, csvLines } from './link-csv.ts';

/** So many lines are written at a time: about a fifth of a millisecond of work. */
const linesPerChunk = 25;

/**
 * The export as a stream that reads on only as fast as it is taken. The first links are read before
 * the answer begins, so that a database that is away is said with a status.
 */
export async function csvResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): Promise<Response> {
  const encoder = new TextEncoder();
  const chunks = csvChunks(links, shortOrigin);
  const first = await chunks.next();

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(first.value ?? ''));
    },
    async pull(controller) {
      const chunk = await chunks.next();
      if (chunk.done) return controller.close();
      controller.enqueue(encoder.encode(chunk.value));
    },
    async cancel() {
      await chunks.return();
    },
  });

  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="links-export.csv"',
    },
  });
}

/** The first chunk is the header with the first lines; between two chunks others have their turn. */
async function* csvChunks(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): AsyncGenerator<string, void, void> {
  let head = csvHeader;
  for await (const slice of links) {
    for (let start = 0; start < slice.length; start += linesPerChunk) {
      yield head + csvLines(slice.slice(start, start + linesPerChunk), shortOrigin);
      head = '';
      await nextTurn();
    }
  }
  if (head !== '') yield head;
}
