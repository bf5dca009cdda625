import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cellText, csv, textCell } from '#adapters/http/csv/cells';
import { readCsv } from '#tests/support/readers/csv';

const separators = [',', ';', '|', '\t', '\r', '\n'] as const;
const blanks = /^["\p{Z}\p{Cf}\s\0]*/u;

/**
 * Whether a spreadsheet would run a cell, by the strictest rule: it cuts off blanks and quotes
 * first.
 */
function isFormula(cell: string): boolean {
  return /^[=+\-@＝＋－＠]/.test(cell.replace(blanks, ''));
}

describe('a cell of an export', () => {
  test.each([
    ["=cmd|'/c calc'!A1", "'=cmd|'/c calc'!A1"],
    ['@SUM(1)', "'@SUM(1)"],
    ['-2+3', "'-2+3"],
    ['+1', "'+1"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ['"=1', `'"=1`],
    ["'=1", "''=1"],
    ['  =1', "'  =1"],
    ['\u200b\u202e=1', "'\u200b\u202e=1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['\nx', "'\nx"],
    ['\t=1', "'\t'=1"],
    ['a,=1', "a,'=1"],
    ['a;=HYPERLINK("https://evil.example";"Ada")', `a;'=HYPERLINK("https://evil.example";"Ada")`],
    ['a; "=1"', `a;' "=1"`],
    ['a|@x', "a|'@x"],
    ['a\t-1', "a\t'-1"],
    ['a\r\n＝1', "a\r\n'＝1"],
    ['a\n+1;=2', "a\n'+1;'=2"],
  ])('%j becomes %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
    expect(cellText(cell)).toBe(text);
  });

  test.each([
    ...['', 'Spring', 'a=b', "it's", '2-3', 'https://x.example/?a=1&b=-2', 'é', '"quoted"'],
    ...['Spring, summer; autumn | winter', 'one\r\ntwo\n\nthree', 'ada@example.com', 'a - b'],
  ])('%j stays unchanged', (text) => {
    expect(textCell(text)).toBe(text);
  });

  const awkward = fc.constantFrom(
    ...[...separators, '=', '+', '-', '@', '＝', '＋', '－', '＠', "'", '"', ' ', '\u00a0'],
    ...['\u200b', '\ufeff', 'a', '1', '.'],
  );
  const text = fc.string({ unit: awkward, maxLength: 30 });

  test('is never a formula, also in programs that ignore quotes', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const file = csv([['id', ...texts.map(textCell)]]);

        for (const separator of [...separators, /[,;|\t\r\n]/]) {
          expect(file.split(separator).filter(isFormula)).toEqual([]);
        }
      }),
      { numRuns: 2000 },
    );
  });

  test('equals the original text after removing the apostrophes, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), (typed) => {
        const [[cell = ''] = []] = readCsv(csv([[textCell(typed), 'end']]));

        expect(cellText(cell)).toBe(typed);
      }),
      { numRuns: 2000 },
    );
  });
});
