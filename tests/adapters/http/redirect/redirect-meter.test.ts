import { expect, test } from 'bun:test';
import { redirectMeter } from '#adapters/http/redirect/redirect-meter';
import { visitTurn } from '#adapters/http/redirect/visit-turn';
import type { Visit, Visitor } from '#core/redirect/visit-link';
import { aRoutedLink } from '#tests/support/builders/links';

const visitor: Visitor = {
  isHead: false,
  isPrefetch: false,
  isAnonymous: false,
  isTrusted: false,
  userAgent: '',
  address: '',
  referrer: '',
  query: '',
  visitorCookie: '',
  acceptLanguage: '',
};

test('each visit is counted once under its outcome, with its duration', async () => {
  const meter = redirectMeter();
  const visits: Visit[] = [
    { kind: 'redirect', destination: 'https://example.com/', record: null },
    { kind: 'gone', because: 'expired' },
    { kind: 'unknown' },
  ];
  const follow = visitTurn({
    visit: () => visits.shift() ?? { kind: 'unknown' },
    spool: { write: () => {} },
    newVisitorCookie: null,
    meter,
  });
  const place = { givesCookies: false, answer: () => new Response() };

  await Promise.all([1, 2, 3].map(() => follow(aRoutedLink(), visitor, place)));
  meter.miss('unavailable');

  const { outcomes, durations } = meter.read();
  expect(outcomes).toMatchObject({
    redirect: 1,
    expired: 1,
    unknown: 1,
    unavailable: 1,
    paused: 0,
  });
  expect(durations.counts.reduce((sum, count) => sum + count, 0)).toBe(3);
});
