import type { ListedLink } from '#core/links/link-totals';
import type { StreamedAnswer } from './heavy/heavy-answers.ts';
import { streamedText } from './heavy/streamed-text.ts';
import { csvHeader, csvLines } from './link-csv.ts';

/** The export as a file. */
export async function csvResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(csvPieces(links, shortOrigin));
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
  shortOrigin: string,
): AsyncGenerator<string, void, void> {
  let head = csvHeader;
  for await (const slice of links) {
    yield head + csvLines(slice, shortOrigin);
    head = '';
  }
  if (head !== '') yield head;
}
