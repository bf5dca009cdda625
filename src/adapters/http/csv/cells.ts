import { stringify } from 'csv-stringify/sync';

/** Rows as lines of CSV (RFC 4180), each with its line end. */
export function csv(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    { record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
}

/** A program may split a file at each of these, not only at the comma. */
const afterSeparators = /(?<=[,;|\t\r\n])/u;
/** The start of a formula, after blanks and quotes (OWASP, "CSV Injection"). */
const formulaAfterSeparator = /^['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r]/u;
const formulaAtStart = /^['"\p{Z}\p{Cf}\0\v\f]*[=+\-@＝＋－＠\t\r\n]/u;

/**
 * Text that a spreadsheet shows and does not run: an apostrophe is inserted before each place where
 * a formula could begin. A program that reads the file can remove one apostrophe at each of these
 * places to restore the text. No text is lost, and different texts stay different.
 */
export function textCell(text: string): string {
  return eachPart(text, (part, isFormula) => (isFormula(part) ? `'${part}` : part));
}

/** The text of a cell that `textCell` has written. */
export function cellText(cell: string): string {
  return eachPart(cell, (part, isFormula) =>
    part.startsWith("'") && isFormula(part.slice(1)) ? part.slice(1) : part,
  );
}

type ChangePart = (part: string, isFormula: (text: string) => boolean) => string;

/** Changes each part of a text that a program may read as a cell. */
function eachPart(text: string, change: ChangePart): string {
  return text
    .split(afterSeparators)
    .map((part, index) => {
      const formula = index === 0 ? formulaAtStart : formulaAfterSeparator;
      return change(part, (start) => formula.test(start));
    })
    .join('');
}
