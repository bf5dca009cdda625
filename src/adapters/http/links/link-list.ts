import { Link } from '#contract/links/links';
import type { ListedLink } from '#core/links/link-totals';
import { streamAnswer } from '#adapters/http/frame/answer';
import { writerOf } from '#adapters/http/frame/writer';
import type { StreamedAnswer } from '#adapters/http/heavy/heavy-answers';
import { streamedText } from '#adapters/http/heavy/streamed-text';
import { linkJson } from './link-json.ts';

const write = writerOf(Link);

/** The whole list as JSON, written while it is sent. */
export async function listResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  { shortOrigin, request }: { readonly shortOrigin: string; readonly request: Request },
): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(jsonPieces(links, shortOrigin));
  return { answer: streamAnswer(body, 200, request.headers.get('accept-encoding')), isWhole };
}

async function* jsonPieces(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): AsyncGenerator<string, void, void> {
  let before = '[';
  for await (const slice of links) {
    if (slice.length === 0) continue;
    yield before +
      JSON.stringify(slice.map((listed) => write(linkJson(listed, shortOrigin)))).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

/** All links as a download of one link's JSON a line. */
export async function linesResponse(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): Promise<StreamedAnswer> {
  const { body, isWhole } = await streamedText(lines(links, shortOrigin));
  const headers = {
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': 'attachment; filename="links-export.jsonl"',
  };
  return { answer: new Response(body, { headers }), isWhole };
}

async function* lines(
  links: AsyncGenerator<readonly ListedLink[]>,
  shortOrigin: string,
): AsyncGenerator<string, void, void> {
  for await (const slice of links) {
    yield slice
      .map((listed) => `${JSON.stringify(write(linkJson(listed, shortOrigin)))}\n`)
      .join('');
  }
}
