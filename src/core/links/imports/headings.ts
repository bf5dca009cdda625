export type Headings = {
  readonly columns: readonly string[];
  /** Whether the first row is a link already, and no row of headings. */
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
