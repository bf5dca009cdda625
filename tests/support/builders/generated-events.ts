import fc from 'fast-check';
import { dayMs } from '#core/shared/time';
import type { StoredClick, StoredConversion } from './events.ts';

/** Mostly from few values, so that they repeat, and sometimes from a long list. */
const name = (few: readonly string[], many: string) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...few) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((n) => `${many}${n}`) },
  );

/** A click on one of the links, within the last 100 days. */
export function anyClick(nowMs: number, userId: string, linkIds: readonly string[]) {
  return fc.record<StoredClick>({
    userId: fc.constant(userId),
    linkId: fc.constantFrom(...linkIds),
    atMs: fc.oneof(
      fc.integer({ min: nowMs - 100 * dayMs, max: nowMs }),
      fc.integer({ min: nowMs - 2 * dayMs, max: nowMs }),
    ),
    class: fc.constantFrom('human', 'human', 'human', 'bot', 'prefetch'),
    splitVersion: fc.constant(0),
    variant: fc.constant(0),
    visitorId: fc.integer({ min: 0, max: 12 }),
    referrer: name(['', 'news.example', 'search.example'], 'site'),
    device: fc.constantFrom('desktop', 'mobile', 'tablet', 'other', 'unknown'),
    country: fc.constantFrom('', 'DE', 'FR', 'US', 'IN', 'BR', 'JP', 'GB', 'CA', 'AU', 'NL', 'ES'),
    city: name(['', 'Paris', 'Springfield'], 'Town'),
    browser: fc.constantFrom('', 'Chrome', 'Safari', 'Firefox'),
    os: fc.constantFrom('', 'Windows', 'iOS', 'Android'),
  });
}

/**
 * A version of one of few conversions, so that several versions of the same occur; sometimes of a
 * refund.
 */
export function anyConversion(nowMs: number, userId: string, linkIds: readonly string[]) {
  const order = fc.integer({ min: 1, max: 8 });
  const reported = fc
    .tuple(
      order,
      fc.record({
        userId: fc.constant(userId),
        linkId: fc.constantFrom(...linkIds),
        version: fc.integer({ min: 1, max: 1_000_000_000 }),
        removed: fc.boolean(),
        atMs: fc.integer({ min: nowMs - 100 * dayMs, max: nowMs }),
        valueCents: fc.integer({ min: 0, max: 1_000_000_000 }),
        profitCents: fc.integer({ min: 0, max: 1_000_000_000 }),
        currency: fc.constantFrom('USD', 'USD', 'EUR', 'GBP'),
      }),
    )
    .map(([n, told]): StoredConversion => ({ ...told, key: `o:${n}`, orderId: `${n}` }));
  return fc.oneof(reported, reported, reported, reported.map(refundOf));
}

function refundOf(sale: StoredConversion): StoredConversion {
  const { key, valueCents, profitCents } = sale;
  return { ...sale, key: `r:${key}`, valueCents: 0 - valueCents, profitCents: 0 - profitCents };
}
