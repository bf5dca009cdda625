import { expect, test } from 'bun:test';
import { readSegmentFile, segmentFile } from '#adapters/spool/segments';

const batch = '6f1d2c3b-4a59-4687-9c00-aabbccddeeff';

test('a segment is identified by its file name', () => {
  const segment = { kind: 'clicks', day: '2026-11-21', batch, state: 'open' } as const;

  expect(segmentFile(segment)).toBe(`clicks.2026-11-21.${batch}.open`);
  expect(readSegmentFile(segmentFile(segment))).toEqual(segment);
});

test('other files are not treated as segments', () => {
  const others = ['', 'counters', `clicks.2026-11-21.${batch}.dead`, `x.2026-11-21.${batch}.open`];

  for (const file of others) expect(readSegmentFile(file)).toBeNull();
});
