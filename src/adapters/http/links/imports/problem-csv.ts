import type { ProblemRow, Problems } from '#core/links/imports/own-imports';
import { csv, textCell } from '#adapters/http/csv/cells';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';

const results = {
  existing: 'Already there',
  alias_taken: 'Alias taken',
  invalid: 'Invalid',
  blocked: 'Not allowed',
  full: 'No room',
} satisfies Readonly<Record<ProblemRow['outcome'], string>>;

/** Length of a piece of text, in UTF-16 units; a piece can be longer by one row. */
const pieceLength = 16 * 1024;

/**
 * A file of the rows that do not become links: first what is wrong, then the original cells.
 * Without the first columns, the corrected file can be imported again.
 */
export async function problemsResponse(problems: Problems): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(linesOf(problems));
  const answer = new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="import-problems.csv"',
    },
  });
  return { answer, isWhole };
}

async function* linesOf({ columns, rows }: Problems): AsyncGenerator<string, void, void> {
  const names = columns.map(textCell);
  yield csv([['Row', 'Result', 'Column', 'Problem', ...names]]);
  let text = '';
  for await (const slice of rows) {
    for (const each of slice) {
      text += csv([cells(each, columns.length)]);
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  }
  if (text !== '') yield text;
}

function cells({ row, outcome, column, message, cells: values }: ProblemRow, width: number) {
  const padded = Array.from({ length: width }, (_, at) => textCell(values[at] ?? ''));
  return [String(row), results[outcome], textCell(column ?? ''), textCell(message), ...padded];
}
