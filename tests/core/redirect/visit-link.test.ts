import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Positions } from '#core/redirect/split-test';
import { type Visit, type Visitor, visitLink } from '#core/redirect/visit-link';
import { aRoutedLink } from '#tests/support/builders/links';

const noon = Date.UTC(2026, 10, 21, 12);
const destinations = ['https://a.example/', 'https://b.example/', 'https://c.example/'];

function aVisitor(change: Partial<Visitor> = {}): Visitor {
  return {
    isHead: false,
    isPrefetch: false,
    isAnonymous: false,
    userAgent: 'Mozilla/5.0 Firefox/140.0',
    address: '198.51.100.7',
    referrer: '',
    query: '',
    visitorCookie: '',
    acceptLanguage: '',
    isTrusted: false,
    ...change,
  };
}

function countingPositions(): Positions {
  let position = 0;
  return { take: () => (position += 1) };
}

function visitor() {
  return visitLink({
    clock: { now: () => noon },
    newId: (atMs) => `id-at-${atMs}`,
    positions: countingPositions(),
    isBot: (userAgent) => userAgent.includes('bot'),
    isPreviewBot: (userAgent) => userAgent.includes('preview'),
    describeAgent: () => ({ device: 'desktop', os: 'Linux' }),
    countryOf: () => '',
    clickLimits: { isSpent: () => false, count: () => {} },
    clickIds: { sign: ({ clickId, linkNumber, variant }) => `${clickId}.${linkNumber}.${variant}` },
  });
}

function record(visit: Visit) {
  if (visit.kind !== 'redirect' || visit.record === null) throw new Error('not recorded');
  return visit.record;
}

test('a visit is redirected to the destination and recorded completely', () => {
  const link = aRoutedLink();
  const who = aVisitor({ query: 'utm_source=letter', referrer: 'https://news.example/' });

  const visit = visitor()(link, who);

  expect(visit).toEqual({
    kind: 'redirect',
    destination: link.originalUrl,
    record: {
      clickId: `id-at-${noon}`,
      atMs: noon,
      linkId: link.id,
      linkNumber: link.number,
      userId: link.userId,
      class: 'human',
      splitVersion: 0,
      variant: 0,
      position: 0,
      rule: 0,
      isAnonymous: false,
      address: who.address,
      userAgent: who.userAgent,
      referrer: who.referrer,
      query: who.query,
      visitorCookie: '',
    },
  });
});

test('[paused-and-expired] a paused link does not redirect, nor an expired one from its exact millisecond on', () => {
  const visit = visitor();
  const expiring = (expiresAtMs: number) => visit(aRoutedLink({ expiresAtMs }), aVisitor());

  expect(visit(aRoutedLink({ isActive: false }), aVisitor())).toEqual({
    kind: 'gone',
    because: 'paused',
  });
  expect(expiring(noon)).toEqual({ kind: 'gone', because: 'expired' });
  expect(expiring(noon + 1).kind).toBe('redirect');
});

test('a link without click tracking redirects and records nothing', () => {
  const visit = visitor()(aRoutedLink({ trackClicks: false }), aVisitor());

  expect(visit).toEqual({
    kind: 'redirect',
    destination: 'https://shop.example/sale',
    record: null,
  });
});

test('a human visit to a link with conversion tracking gets a click id in the destination', () => {
  const link = aRoutedLink({
    trackConversions: true,
    destinations,
    originalUrl: 'https://o.example/',
  });

  const visit = visitor()(link, aVisitor());

  expect(visit).toMatchObject({
    destination: `https://a.example/?wp_cid=id-at-${noon}.7.1`,
  });
});

test('bots, prefetches, visitors who opt out and unrecorded visits get no click id', () => {
  const plain = { destination: 'https://shop.example/sale' };
  const tracking = aRoutedLink({ trackConversions: true });
  const visit = visitor();

  for (const change of [{ isHead: true }, { isPrefetch: true }, { isAnonymous: true }]) {
    expect(visit(tracking, aVisitor(change))).toMatchObject(plain);
  }
  expect(visit(aRoutedLink({ trackConversions: true, trackClicks: false }), aVisitor())).toEqual({
    kind: 'redirect',
    record: null,
    ...plain,
  });
});

test('[do-not-track] a visitor who opts out is recorded without an id', () => {
  const visit = visitor()(aRoutedLink(), aVisitor({ isAnonymous: true }));

  expect(record(visit).isAnonymous).toBe(true);
});

test('[http-only] a destination that is not allowed in a Location header is never returned', () => {
  const planted = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' https://evil.example/',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.example/',
    '//evil.example',
    'https:evil.example',
    'https:\\\\evil.example',
    'blob:https://x.example/1',
    'about:blank',
    'https://x.example/\r\nSet-Cookie: a=b',
    'https://пример.example/',
    '',
  ];
  const visit = visitor();

  for (const originalUrl of planted) {
    expect(visit(aRoutedLink({ originalUrl }), aVisitor())).toEqual({ kind: 'unknown' });
    expect(visit(aRoutedLink({ destinations: [originalUrl] }), aVisitor())).toEqual({
      kind: 'unknown',
    });
  }
});

test('[even-splits] human visits get the destinations in turn; others get the first and use no turn', () => {
  const anyVisitor = fc.constantFrom(
    aVisitor(),
    aVisitor({ isHead: true }),
    aVisitor({ isPrefetch: true }),
    aVisitor({ userAgent: '' }),
    aVisitor({ userAgent: 'some bot' }),
  );
  const someDestinations = fc.integer({ min: 1, max: 3 }).map((n) => destinations.slice(0, n));

  fc.assert(
    fc.property(fc.array(anyVisitor), someDestinations, (visitors, urls) => {
      const visit = visitor();
      const link = aRoutedLink({ destinations: urls, splitVersion: 4 });
      let humans = 0;

      for (const who of visitors) {
        const made = visit(link, who);
        const { class: visitClass, variant, position, splitVersion } = record(made);
        const isHuman = visitClass === 'human';
        if (isHuman) humans += 1;
        const expected = isHuman ? ((humans - 1) % urls.length) + 1 : 1;

        expect({ variant, position, splitVersion }).toEqual({
          variant: expected,
          position: isHuman ? humans : 0,
          splitVersion: 4,
        });
        expect(made).toMatchObject({ destination: urls[expected - 1] });
      }
    }),
  );
});

test('a rotation shares human visits by its slots of the day; others get the first destination with slots', () => {
  const shares = [
    { fromDay: '2026-11-20', slots: [0, 15, 5] },
    { fromDay: '2026-11-22', slots: [20, 0, 0] },
  ];
  const link = aRoutedLink({ destinations, rotation: { isShuffled: true, shares } });
  const visit = visitor();
  const variants: number[] = [];

  for (let n = 0; n < 60; n += 1) {
    variants.push(record(visit(link, aVisitor())).variant);
    const bot = visit(link, aVisitor(n % 2 === 0 ? { isHead: true } : { isPrefetch: true }));
    expect(bot).toMatchObject({
      destination: destinations[1],
      record: { variant: 2, position: 0 },
    });
  }

  expect([1, 2, 3].map((place) => variants.filter((variant) => variant === place).length)).toEqual([
    0, 45, 15,
  ]);
});

test('[kept-destination] whoever comes again keeps the destination and takes no turn, until it has no slots', () => {
  const visit = visitor();
  const shares = [
    { fromDay: '2026-11-20', slots: [1, 1, 1] },
    { fromDay: '2026-11-22', slots: [0, 10, 10] },
  ];
  const rotation = { isShuffled: false, isSticky: true, shares };
  const link = aRoutedLink({ destinations, rotation });
  const keeping = (variant: number, of = link, change: Partial<Visitor> = {}) => {
    const found = visit(of, aVisitor({ kept: { variant, name: 'sale' }, ...change }));
    const { variant: got, position } = record(found);
    return [got, position, 'keep' in found ? found.keep : null];
  };
  const kept = (variant: number) => ({ variant, name: 'sale' });
  const paused = aRoutedLink({ destinations, rotation: { ...rotation, shares: shares.slice(1) } });
  const unfit = aRoutedLink({ destinations, rotation: { ...rotation, shares: [] } });

  expect(keeping(0)).toEqual([1, 1, kept(1)]);
  expect(keeping(3)).toEqual([3, 0, undefined]);
  expect(keeping(0)).toEqual([2, 2, kept(2)]);
  expect(keeping(4)).toEqual([3, 3, kept(3)]);
  expect(keeping(1, paused)).toEqual([3, 4, kept(3)]);
  expect(keeping(3, paused)).toEqual([3, 0, undefined]);
  expect(keeping(2, unfit)).toEqual([2, 0, undefined]);
  expect(keeping(4, unfit)).toEqual([2, 5, kept(2)]);
  expect(keeping(3, link, { isAnonymous: true })).toEqual([3, 6, undefined]);
  expect(keeping(3, link, { isPrefetch: true })).toEqual([1, 0, undefined]);
});

test('[even-splits] however often people come again, those who are new are shared exactly', () => {
  const visit = visitor();
  const rotation = {
    isShuffled: true,
    isSticky: true,
    shares: [{ fromDay: '2026-11-20', slots: [1, 1, 1] }],
  };
  const link = aRoutedLink({ destinations, rotation });
  const people: number[] = [];

  for (let n = 0; n < 300; n += 1) {
    const found = record(visit(link, aVisitor({ kept: { variant: 0, name: 'sale' } })));
    people.push(found.variant);
    for (const variant of people.slice(0, n % 4)) {
      const again = record(visit(link, aVisitor({ kept: { variant, name: 'sale' } })));
      expect(again.variant).toBe(variant);
    }
  }

  expect([1, 2, 3].map((place) => people.filter((variant) => variant === place).length)).toEqual([
    100, 100, 100,
  ]);
});

test('[blocklist] a blocked link never redirects and counts nothing', () => {
  const link = aRoutedLink({ isBlocked: true, isActive: false, destinations });

  expect(visitor()(link, aVisitor())).toEqual({ kind: 'gone', because: 'blocked' });
});
