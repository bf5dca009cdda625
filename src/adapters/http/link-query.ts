import { z } from 'zod';
import { linkSorts, type LinkSort, type PageEnd, type PageQuery } from '#core/links/page-links';
import { isId } from '#core/shared/ids';
import { invalid } from '#core/shared/refusal';

const maxLimit = 100;
const defaultLimit = 50;
const limitMessage = `Use a whole number from 1 to ${maxLimit}`;

/** The parameters of GET /api/links, as text; a blank one counts as given but says nothing. */
export const listQuery = z.object({
  search: z.string().max(2048, 'Use at most 2048 characters').optional(),
  sort: z.enum([...linkSorts, ''], `Sort by ${linkSorts.join(', ')}`).optional(),
  order: z.enum(['asc', 'desc', ''], 'Order is asc or desc').optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d?|100)?$/, limitMessage)
    .optional(),
  cursor: z.string().max(8192).optional(),
});

export type ListQuery = z.infer<typeof listQuery>;

/** The page that is asked for; null when nothing is, and so the whole list. */
export function pageQuery(query: ListQuery): PageQuery | null {
  const { search, sort, order, limit, cursor } = query;
  if ([search, sort, order, limit, cursor].every((value) => value === undefined)) return null;

  const sorted = { sort: sort || 'createdAt', order: order || 'desc' } as const;
  return {
    ...sorted,
    search: search ?? '',
    limit: limit ? Number(limit) : defaultLimit,
    after: cursor ? readCursor(cursor, sorted) : null,
  };
}

/** The `Link` header's value for the page that follows. */
export function nextPage(query: PageQuery, next: PageEnd): string {
  const { search, sort, order, limit } = query;
  const cursor = writeCursor(query, next);
  const parameters = new URLSearchParams({ search, sort, order, limit: String(limit), cursor });
  return `</api/links?${parameters}>; rel="next"`;
}

type Sorting = { readonly sort: LinkSort; readonly order: 'asc' | 'desc' };

/** A cursor belongs to its sorting: in another its key would be nonsense. */
const cursorParts = z.tuple([z.enum(linkSorts), z.enum(['asc', 'desc']), z.string(), z.string()]);

function writeCursor({ sort, order }: Sorting, end: PageEnd): string {
  return Buffer.from(JSON.stringify([sort, order, end.key, end.linkId])).toString('base64url');
}

function readCursor(cursor: string, { sort, order }: Sorting): PageEnd {
  const parts = cursorParts.safeParse(jsonOf(Buffer.from(cursor, 'base64url').toString()));
  if (parts.success) {
    const [itsSort, itsOrder, key, linkId] = parts.data;
    if (itsSort === sort && itsOrder === order && isId(linkId) && isKey(sort, key)) {
      return { key, linkId };
    }
  }
  throw invalid({ path: 'cursor', message: 'Use the cursor of the page before' });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isKey(sort: LinkSort, key: string): boolean {
  const isInstant = sort === 'createdAt' || sort === 'updatedAt';
  return isInstant ? /^\d{1,16}$/.test(key) : key.length <= 2048 && !key.includes('\0');
}
