import type { ListedLink } from '#core/links/link-totals';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';
import { csvHeader, csvLines, type CsvShape } from './link-csv.ts';

/** The export as a file. */
export async function csvResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  shape: CsvShape,
): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(csvPieces(links, shape));
  const answer = new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="links-export.csv"',
    },
  });
  return { answer, isWhole };
}

/** The first piece is the header with the first lines. */
async function* csvPieces(
  links: AsyncGenerator<readonly ListedLink[]>,
  shape: CsvShape,
): AsyncGenerator<string, void, void> {
  let head = csvHeader(shape);
  for await (const slice of links) {
    yield head + csvLines(slice, shape);
    head = '';
  }
  if (head !== '') yield head;
}
