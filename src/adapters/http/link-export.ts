import type { ListedLink } from '#core/links/link-totals';
import { csvHeader, csvLines } from './link-csv.ts';

/**
 * The export as a stream that reads on only as fast as it is taken. The first links are read before
 * the answer begins, so that a database that is away is said with a status.
 */
export async function csvResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): Promise<Response> {
  const encoder = new TextEncoder();
  const first = await links.next();

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const lines = first.done ? '' : csvLines(first.value, shortOrigin);
      controller.enqueue(encoder.encode(csvHeader + lines));
      if (first.done) controller.close();
    },
    async pull(controller) {
      const slice = await links.next();
      if (slice.done) return controller.close();
      controller.enqueue(encoder.encode(csvLines(slice.value, shortOrigin)));
    },
    async cancel() {
      await links.return(undefined);
    },
  });

  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="links-export.csv"',
    },
  });
}
