import type { ImportMapping } from '#contract/links/imports';

export type Headings = {
  readonly columns: readonly string[];
  /** Whether the first row is a link, not a row of headings. */
  readonly isLink: boolean;
};

const webUrl = /^\s*https?:\/\/\S/i;

/**
 * Reads the names of a file's columns from its first row. A row with a web address is one of the
 * links: the columns are then named after their places, `Column 1` and so on.
 */
export function headingsOf(first: readonly string[]): Headings {
  const isLink = first.some((cell) => webUrl.test(cell));
  const columns = first.map((cell, at) => (isLink ? `Column ${at + 1}` : cell.trim()));
  return { columns, isLink };
}

/**
 * Proposes a mapping for a file without headings, from its first row: the only column with web
 * addresses holds the destinations.
 */
export function mappingOfLinks(first: readonly string[]): ImportMapping {
  const isOnly = first.filter((cell) => webUrl.test(cell)).length === 1;
  return first.map((cell) => (isOnly && webUrl.test(cell) ? 'originalUrl' : null));
}
