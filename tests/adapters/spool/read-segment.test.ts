import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { encodeVisit } from '#adapters/spool/line';
import { countLines, firstVisitMs, readInSteps, visitLines } from '#adapters/spool/read-segment';
import { readLines } from '#tests/support/builders/segment-lines';
import { aVisit } from '#tests/support/builders/visits';

const noon = Date.UTC(2026, 10, 21, 12);
const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

const idOf = (index: number) => `0193c0de-0000-7000-8000-${String(index).padStart(12, '0')}`;
const line = (index: number) => encodeVisit(aVisit({ clickId: idOf(index), atMs: noon }));
const linesUpTo = (count: number) => Array.from({ length: count }, (_, index) => line(index));

/** The number of pauses while these bytes are read. */
function pausesIn(text: string): number {
  return [...readInSteps(visitLines, bytesOf(text))].length;
}

test('[damage] a line with a byte order mark in front of it is damaged', () => {
  const { visits, corrupt } = readLines(bytesOf(`${line(1)}\u{feff}${line(2)}`));

  expect(visits.map(({ clickId }) => clickId)).toEqual([idOf(1)]);
  expect(corrupt.map(textOf)).toEqual([`\u{feff}${line(2).slice(0, -1)}`]);
});

test('[damage] a single stray byte is a damaged line, and an empty line is none', () => {
  const { visits, corrupt } = readLines(bytesOf(`\n${line(1)}\n\nx\n${line(2)}`));

  expect(visits.map(({ clickId }) => clickId)).toEqual([idOf(1), idOf(2)]);
  expect(corrupt.map(textOf)).toEqual(['x']);
});

test('[damage] of the last line without a newline a complete one counts, and a cut one is damaged', () => {
  const complete = line(1).slice(0, -1);

  expect(readLines(bytesOf(complete)).visits).toHaveLength(1);
  expect(readLines(bytesOf(complete.slice(0, -1))).visits).toEqual([]);
  expect(readLines(bytesOf(complete.slice(0, -1))).corrupt.map(textOf)).toEqual([
    complete.slice(0, -1),
  ]);
});

test('reading pauses after each fifty lines, damaged ones included', () => {
  const damaged = 'damaged\n';

  expect(pausesIn(linesUpTo(49).join(''))).toBe(0);
  expect(pausesIn(linesUpTo(50).join(''))).toBe(1);
  expect(pausesIn(linesUpTo(149).join(''))).toBe(2);
  expect(pausesIn(linesUpTo(30).join('') + damaged.repeat(20))).toBe(1);
  expect(pausesIn(linesUpTo(30).join('') + damaged.repeat(19))).toBe(0);
});

test('the count of lines is the number of events and damaged lines, for every segment', () => {
  const piece = fc.constantFrom('\n', 'x', 'damaged', line(1), line(2), '\0', '\0\n');

  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const bytes = bytesOf(pieces.join(''));
      const { visits, corrupt } = readLines(bytes);

      expect(countLines(bytes)).toBe(visits.length + corrupt.length);
    }),
  );
  expect(countLines(bytesOf(`\n${line(1)}x\n${line(2)}\0\0`))).toBe(3);
});

test('the time of the first visit is read from the first bytes only when they hold all of it', () => {
  const whole = line(1);
  const end = whole.indexOf(String(noon)) + String(noon).length;

  expect(firstVisitMs(bytesOf(whole))).toBe(noon);
  expect(firstVisitMs(bytesOf(whole.slice(0, end + 1)))).toBe(noon);
  for (let length = 0; length <= end; length += 1) {
    expect(firstVisitMs(bytesOf(whole.slice(0, length)))).toBeNull();
  }
});

test('[damage] a first time that is no whole number of milliseconds after 1970 is not believed', () => {
  const head = (time: string) => firstVisitMs(bytesOf(`c1\t${idOf(1)}\t${time}\tmore`));

  expect(head('1')).toBe(1);
  for (const time of ['0', '-5', '', '1.5', 'x', '1e300', 'NaN']) expect(head(time)).toBeNull();
});
