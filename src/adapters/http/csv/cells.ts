import { stringify } from 'csv-stringify/sync';

/** Rows as lines of CSV (RFC 4180), each with its line end. */
export function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

/**
 * A formula's place, at the start or after a character at which a program may split a file, not only
 * the comma: the formula can follow blanks and quotes (OWASP, "CSV Injection").
 */
const formula =
  /(?<![^,;|\t\r\n])(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r])|^(?=['"\p{Z}\p{Cf}\0\v\f]*\n)/gu;
const protectedFormula =
  /(?<![^,;|\t\r\n])'(?=['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r])|^'(?=['"\p{Z}\p{Cf}\0\v\f]*\n)/gu;

/**
 * Text that a spreadsheet shows and does not run: an apostrophe is inserted before each place where
 * a formula could begin. A program that reads the file can remove one apostrophe at each of these
 * places to restore the text. No text is lost, and different texts stay different.
 */
export function textCell(text: string): string {
  return text.replaceAll(formula, "'");
}

/** The text of a cell that `textCell` has written. */
export function cellText(cell: string): string {
  return cell.replaceAll(protectedFormula, '');
}
