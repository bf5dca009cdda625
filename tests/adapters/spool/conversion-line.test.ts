import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { decodeConversion, encodeConversion } from '#adapters/spool/conversion-line';
import { decodeLine, encodeVisit } from '#adapters/spool/line';
import { anyReport, aReport } from '#tests/support/builders/conversions';
import { aVisit } from '#tests/support/builders/visits';

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { ignoreBOM: true });

test('[bounded-input] any input of a reporter fits on one line and is read back cleaned', () => {
  const printable = (value: string) =>
    // oxlint-disable-next-line no-control-regex -- the same characters that the codec must remove
    value.replace(/[\u0000-\u001f\u007f]/g, ' ').toWellFormed();

  fc.assert(
    fc.property(anyReport, (report) => {
      const line = text.decode(utf8.encode(encodeConversion(report)));

      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(decodeConversion(line.slice(0, -1))).toEqual({
        ...report,
        refundId: printable(report.refundId),
        orderId: printable(report.orderId),
        userAgent: printable(report.userAgent),
        visitorCookie: printable(report.visitorCookie),
        metadata: printable(report.metadata),
      });
    }),
  );
});

test('a line without the id of a refund has the fields that lines had before there were such ids', () => {
  expect(encodeConversion(aReport({ orderId: 'A-1' })).split('\t')).toHaveLength(22);
  expect(encodeConversion(aReport({ isRefund: true, refundId: 'R-1' })).split('\t')).toHaveLength(
    23,
  );
});

test('[damage] a torn line, or one with a flipped bit, is detected at any position', () => {
  fc.assert(
    fc.property(anyReport, fc.nat(), fc.nat(7), (report, place, bit) => {
      const bytes = utf8.encode(encodeConversion(report).slice(0, -1));
      const at = place % bytes.length;
      expect(decodeConversion(text.decode(bytes.subarray(0, at)))).toBeNull();

      bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
      expect(decodeConversion(text.decode(bytes))).toBeNull();
    }),
  );
});

test('visit lines are not read as conversions, nor conversions as visits', () => {
  expect(decodeConversion(encodeVisit(aVisit()).slice(0, -1))).toBeNull();
  expect(decodeLine(encodeConversion(aReport()).slice(0, -1))).toEqual({ kind: 'corrupt' });
});

test('a line with an id that the event store would reject is corrupt, so that it blocks nothing', () => {
  for (const broken of [{ linkId: 'x' }, { id: '' }, { click: { clickId: 'y', variant: 0 } }]) {
    expect(decodeConversion(encodeConversion(aReport(broken)).slice(0, -1))).toBeNull();
  }
});
