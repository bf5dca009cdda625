import { stringify } from 'csv-stringify/sync';

/** Rows as lines of CSV (RFC 4180), each with its line end. */
export function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

/**
 * Where a formula begins, behind blanks and quotes (OWASP, "CSV Injection"), at any place where a
 * cell may begin: at the start of the text, and after each separator, since a program may split a
 * file at another one than the comma.
 */
const formulaStart =
  /^(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r\n])|(?<=[,;|\t\r\n])(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r])/gu;

/**
 * Text that a spreadsheet shows and does not run: an apostrophe is put before each place where a
 * formula could begin. A program that reads the file removes one apostrophe at each of the same
 * places to have the text as it was; no text is lost, and no two texts become one.
 */
export function textCell(text: string): string {
  return text.replace(formulaStart, "'");
}
