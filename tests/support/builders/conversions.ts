import fc from 'fast-check';
import { eventTypes } from '#contract/conversions/event-types';
import { currencies } from '#contract/money';
import type { Conversion, RawConversion } from '#core/conversions/conversion';
import { firstVersion } from '#core/conversions/version';
import { aVisit } from './visits.ts';

/** A sale reported by a pixel; like `aVisit`, tests name only the fields that they need. */
export function aReport(change: Partial<RawConversion> = {}): RawConversion {
  const { atMs, linkId, userId, address, userAgent } = aVisit();
  return {
    id: '0193c0de-0000-7000-8000-0000000000c1',
    receivedAtMs: atMs,
    convertedAtMs: change.receivedAtMs ?? atMs,
    linkId,
    userId,
    address,
    userAgent,
    eventType: 'sale',
    valueCents: 4999,
    profitCents: 1000,
    currency: 'USD',
    source: 'pixel',
    isConfirmed: false,
    isRefund: false,
    refundId: '',
    orderId: '',
    isAlwaysNew: false,
    click: null,
    isAnonymous: false,
    visitorCookie: '',
    metadata: '',
    ...change,
  };
}

/** A stored sale of an unverified visitor. */
export function aConversion(change: Partial<Conversion> = {}): Conversion {
  const { id, userId, linkId, receivedAtMs } = aReport();
  return {
    id,
    userId,
    linkId,
    receivedAtMs,
    eventType: 'sale',
    key: 'o:A-1',
    version: firstVersion('unverified', receivedAtMs),
    isRemoved: false,
    convertedAtMs: receivedAtMs,
    valueCents: 4999,
    profitCents: 1000,
    currency: 'USD',
    source: 'pixel',
    trust: 'unverified',
    orderId: 'A-1',
    click: null,
    visitorId: 42n,
    country: '',
    city: '',
    device: 'unknown',
    referrer: '',
    ipAddress: '198.51.100.0',
    userAgent: 'Mozilla/5.0',
    metadata: '',
    ...change,
  };
}

const text = fc.string({ unit: 'binary', maxLength: 128 });

/**
 * An arbitrary report, with all text that a reporter may send, including control characters and
 * surrogates.
 */
export const anyReport: fc.Arbitrary<RawConversion> = fc.record({
  id: fc.uuid(),
  receivedAtMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  convertedAtMs: fc.integer({ min: 0, max: 4_102_444_800_000 }),
  linkId: fc.uuid(),
  userId: fc.uuid(),
  eventType: fc.constantFrom(...eventTypes),
  valueCents: fc.maxSafeInteger(),
  profitCents: fc.maxSafeInteger(),
  currency: fc.constantFrom(...currencies),
  source: fc.constantFrom('manual', 'pixel', 'postback', 'api'),
  isConfirmed: fc.boolean(),
  isRefund: fc.boolean(),
  isAlwaysNew: fc.boolean(),
  isAnonymous: fc.boolean(),
  refundId: text,
  orderId: text,
  click: fc.option(fc.record({ clickId: fc.uuid(), variant: fc.nat(4) })),
  address: fc.oneof(fc.ipV4(), fc.ipV6(), fc.constant('')),
  userAgent: fc.string({ unit: 'binary', maxLength: 512 }),
  visitorCookie: text,
  metadata: fc.json(),
});
