import fc from 'fast-check';
import type { RawVisit } from '#core/redirect/raw-visit';

/** A typical plain human visit; tests name only the fields that they need. */
export function aVisit(change: Partial<RawVisit> = {}): RawVisit {
  return {
    clickId: '0193c0de-0000-7000-8000-000000000001',
    atMs: Date.UTC(2026, 10, 21, 12),
    linkId: '0193c0de-0000-7000-8000-0000000000aa',
    linkNumber: 7,
    userId: '0193c0de-0000-7000-8000-0000000000bb',
    class: 'human',
    splitVersion: 0,
    variant: 0,
    position: 0,
    rule: 0,
    isAnonymous: false,
    address: '198.51.100.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    referrer: 'https://news.example/today',
    query: 'utm_source=letter',
    visitorCookie: '',
    ...change,
  };
}

/**
 * An arbitrary visit, with all text that a visitor may send, including control characters and
 * surrogates.
 */
export const anyVisit: fc.Arbitrary<RawVisit> = fc.record({
  clickId: fc.uuid(),
  atMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  linkId: fc.uuid(),
  linkNumber: fc.nat(),
  userId: fc.uuid(),
  class: fc.constantFrom('human', 'bot', 'prefetch'),
  splitVersion: fc.nat(),
  variant: fc.nat(4),
  position: fc.nat(),
  rule: fc.nat(),
  isAnonymous: fc.boolean(),
  address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('')),
  userAgent: fc.string({ unit: 'binary', maxLength: 512 }),
  referrer: fc.string({ unit: 'binary', maxLength: 2048 }),
  query: fc.string({ unit: 'binary', maxLength: 2048 }),
  visitorCookie: fc.string(),
});
