import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeLine, encodeVisit } from '#adapters/spool/line';
import { anyVisit, aVisit } from '#tests/support/builders/visits';

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true });

function throughDisk(line: string): string {
  return text.decode(utf8.encode(line));
}

test('a visit is read back unchanged from its line', () => {
  const visit = aVisit({ variant: 2, position: 5, splitVersion: 3, isAnonymous: true });

  const line = encodeVisit(visit);

  expect(decodeLine(line.slice(0, -1))).toEqual({ kind: 'visit', visit });
});

test('[bounded-input] any input of a visitor fits on one line and is read back cleaned', () => {
  const printable = (value: string) =>
    // oxlint-disable-next-line no-control-regex -- the same characters that the codec must remove
    value.replace(/[\u0000-\u001f\u007f]/g, ' ').toWellFormed();

  fc.assert(
    fc.property(anyVisit, (visit) => {
      const line = throughDisk(encodeVisit(visit));

      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(decodeLine(line.slice(0, -1))).toEqual({
        kind: 'visit',
        visit: {
          ...visit,
          userAgent: printable(visit.userAgent),
          referrer: printable(visit.referrer),
          query: printable(visit.query),
          visitorCookie: printable(visit.visitorCookie),
        },
      });
    }),
  );
});

test('[damage] a line with a flipped bit is corrupt, at any position', () => {
  fc.assert(
    fc.property(anyVisit, fc.nat(), fc.nat(7), (visit, place, bit) => {
      const bytes = utf8.encode(encodeVisit(visit).slice(0, -1));
      const at = place % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);

      expect(decodeLine(text.decode(bytes))).toEqual({ kind: 'corrupt' });
    }),
  );
});

test('[damage] a torn line is corrupt, at any length', () => {
  const line = encodeVisit(aVisit()).slice(0, -1);

  for (let length = 0; length < line.length; length += 1) {
    expect(decodeLine(line.slice(0, length))).toEqual({ kind: 'corrupt' });
  }
});

test('a line of another version is rejected', () => {
  const body = encodeVisit(aVisit()).trimEnd().split('\t').slice(1, -1).join('\t');
  const later = `c9\t${body}`;

  expect(decodeLine(`${later}\t${Bun.hash.crc32(later).toString(16)}`)).toEqual({
    kind: 'corrupt',
  });
});

test('a line without the optional fields, as earlier versions wrote it, is a visit by no rule', () => {
  const without = encodeVisit(aVisit());
  const withRule = encodeVisit(aVisit({ rule: 41 }));

  expect(without.split('\t')).toHaveLength(17);
  expect(withRule.split('\t')).toHaveLength(18);
  expect(decodeLine(without.trimEnd())).toEqual({ kind: 'visit', visit: aVisit() });
  expect(decodeLine(withRule.trimEnd())).toEqual({ kind: 'visit', visit: aVisit({ rule: 41 }) });
});
