import * as z from 'zod/mini';

const longestPage = 100;

/** The number of entries of a page, as text; blank: the list's default. */
export const pageLimit = z
  .string()
  .check(z.regex(/^([1-9]\d?|100)?$/, `Use a whole number from 1 to ${longestPage}`));

export const pageCursor = z.string().check(z.maxLength(8192));
