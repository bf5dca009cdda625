import * as z from 'zod/mini';
import type { PageQuery } from '#contract/paging';
import type { PageFrom, Paging } from '#core/shared/page';
import { Refusal } from '#core/shared/refusal';
import { jsonOf } from '#adapters/http/frame/json-of';

/** A time of a position, in epoch milliseconds: at most the end of the year 9999. */
export const epochMs = z.int().check(z.minimum(0), z.maximum(Date.UTC(10_000, 0, 1) - 1));

const defaultLimit = 50;

/** The page that is asked for: 50 entries without `limit`. `placeOf` reads a cursor. */
export function pagingOf<Position>(
  { limit, cursor }: PageQuery,
  placeOf: (cursor: string) => PageFrom<Position>,
): Paging<Position> {
  return { limit: limit ? Number(limit) : defaultLimit, from: cursor ? placeOf(cursor) : null };
}

/** Encodes a cursor as text for URLs. */
export function writeCursor(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Decodes a cursor made here; refuses `cursor_mismatch` for others, with the parameter's name. */
export function readCursor<Parts>(
  schema: z.core.$ZodType<Parts>,
  cursor: string,
  path: string,
): Parts {
  const parts = z.safeParse(schema, jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (!parts.success) throw foreignCursor(path);
  return parts.data;
}

/** The same for all pages of one question: its filters and its order, without the page's length. */
export function fingerprint(question: unknown): string {
  const hasher = new Bun.CryptoHasher('sha256').update(JSON.stringify(question));
  return hasher.digest('base64url').slice(0, 16);
}

export function foreignCursor(path: string): Error {
  const message = 'Send the cursor of the previous page';
  return new Refusal('cursor_mismatch', message, { issues: [{ path, message }] });
}

/** The cursors of both neighbours of a page; null when there is none. */
export function cursorsOf<Position>(
  ends: { readonly next: Position | null; readonly previous: Position | null },
  write: (from: PageFrom<Position>) => string,
) {
  return {
    next: ends.next && write({ side: 'after', position: ends.next }),
    previous: ends.previous && write({ side: 'before', position: ends.previous }),
  };
}

/** The header of a page of a list that names the next one (RFC 8288); none after the last page. */
export function nextLink(url: string, answer: unknown): { readonly link?: string } {
  const isPage = typeof answer === 'object' && answer !== null && 'nextCursor' in answer;
  if (!isPage || typeof answer.nextCursor !== 'string') return {};
  const { pathname, searchParams } = new URL(url);
  searchParams.set('cursor', answer.nextCursor);
  return { link: `<${pathname}?${searchParams}>; rel="next"` };
}
