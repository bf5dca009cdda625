import * as z from 'zod/mini';
import { longestPage } from './longest-page.ts';

/** The number of entries of a page, as text; blank: the list's default. */
export const pageLimit = z
  .string()
  .check(z.regex(/^([1-9]\d?|100)?$/, `Use a whole number from 1 to ${longestPage}`));

/**
 * A list's page: at most `limit` entries, the cursors of its neighbours, and the number of entries on
 * all pages, where counting them costs no more than the page.
 */
export function listOf<Item extends z.core.$ZodType>(item: Item) {
  return z.object({
    data: z.array(item),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    count: z.nullable(z.int()),
  });
}

export const pageCursor = z.string().check(z.maxLength(8192));

/** The parameters of a list whose pages are all that is asked. */
export const PageQuery = z.partial(z.object({ limit: pageLimit, cursor: pageCursor }));
export type PageQuery = z.output<typeof PageQuery>;
