import { stringify } from 'csv-stringify/sync';

/** Rows as lines of CSV (RFC 4180), each with its line end. */
export function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

/**
 * Where a formula may begin, after blanks and quotes (OWASP, "CSV Injection"): at the start of the
 * text, and after each separator, because a program may split a file at another separator than the
 * comma.
 */
const formulaStart =
  /^(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r\n])|(?<=[,;|\t\r\n])(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r])/gu;

/**
 * Text that a spreadsheet shows and does not run: an apostrophe is inserted before each place where
 * a formula could begin. A program that reads the file can remove one apostrophe at each of these
 * places to restore the text. No text is lost, and different texts stay different.
 */
export function textCell(text: string): string {
  return text.replace(formulaStart, "'");
}
