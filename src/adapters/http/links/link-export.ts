import type { ExportFilter } from '#core/links/link-filter';
import type { LinkTotals, ListedLink } from '#core/links/link-totals';
import type { VisitorsAre } from '#core/shared/visitors-are';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';
import { csvHeader, csvLines } from './link-csv.ts';

type FileParts = {
  /** All links of an account, or those that pass the filter, slice by slice. */
  readonly list: (userId: string, filter?: ExportFilter) => AsyncGenerator<readonly ListedLink[]>;
  /** By link, what is known of its split test. */
  readonly resultsOf: (
    userId: string,
    linkIds: readonly string[],
  ) => Promise<ReadonlyMap<string, string>>;
  /** The currencies that need columns. */
  readonly currenciesOf: LinkTotals['currenciesOf'];
  /** SHORT_URL, an origin. */
  readonly shortOrigin: string;
  readonly visitorsAre: VisitorsAre;
};

export type LinkFile = (
  userId: string,
  filter?: ExportFilter,
) => AsyncGenerator<string, void, void>;

/** The CSV file of an account's links, piece by piece: the header with the first lines, then lines. */
export function linkFile({ list, resultsOf, currenciesOf, ...shown }: FileParts): LinkFile {
  return async function* (userId, filter) {
    const shape = { otherCurrencies: await currenciesOf(userId), ...shown };
    let head = csvHeader(shape);
    for await (const slice of list(userId, filter)) {
      const results = await resultsOf(
        userId,
        slice.map(({ link }) => link.id),
      );
      const exported = slice.map((listed) => ({
        ...listed,
        splitResult: results.get(listed.link.id) ?? '',
      }));
      yield head + csvLines(exported, shape);
      head = '';
    }
    if (head !== '') yield head;
  };
}

/** The export as a download. */
export async function csvResponse(
  pieces: AsyncGenerator<string, void, void>,
): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(pieces);
  const answer = new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="links-export.csv"',
    },
  });
  return { answer, isWhole };
}
