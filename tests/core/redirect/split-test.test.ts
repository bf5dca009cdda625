import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Rotation } from '#core/links/link';
import type { RoutedLink } from '#core/redirect/routed-link';
import { variantAt } from '#core/redirect/split-test';
import { dayMs } from '#core/shared/time';
import { aRoutedLink } from '#tests/support/builders/links';

const day = '2026-11-27';
const noonMs = Date.parse(`${day}T12:00:00Z`);

/** A link whose split test shares each round by these slots. */
function aSplitLink(
  slots: readonly number[],
  {
    isShuffled = false,
    ...change
  }: Partial<RoutedLink> & Pick<Partial<Rotation>, 'isShuffled'> = {},
): RoutedLink {
  return aRoutedLink({
    destinations: slots.map((_, place) => `https://shop.example/${place}`),
    rotation: { isShuffled, shares: [{ fromDay: day, slots }] },
    ...change,
  });
}

/** The variants of `count` visits in a row, from a position on. */
function variants(
  link: RoutedLink,
  { from = 1, count, atMs = noonMs }: { from?: number; count: number; atMs?: number },
): number[] {
  return Array.from({ length: count }, (_, n) => variantAt(link, from + n, atMs));
}

/** How many visits each destination got. */
function shared(given: readonly number[], { destinations }: RoutedLink): number[] {
  return destinations.map((_, place) => given.filter((variant) => variant === place + 1).length);
}

const sizeOf = (slots: readonly number[]) => slots.reduce((sum, count) => sum + count, 0);

test('[even-splits] without a rotation, and with one slot each, destinations get visits strictly in turn', () => {
  const even = aSplitLink([1, 1, 1]);
  const { rotation: _, ...plain } = even;

  expect(variants(plain, { count: 7 })).toEqual([1, 2, 3, 1, 2, 3, 1]);
  expect(variants(even, { count: 7 })).toEqual([1, 2, 3, 1, 2, 3, 1]);
});

test('the slots of a round are spread over it', () => {
  const round = (...slots: number[]) => variants(aSplitLink(slots), { count: 20 }).join('');

  expect(round(5, 10, 5)).toBe('21322132213221322132');
  expect(round(15, 5)).toBe('11211121112111211121');
  expect(round(10, 10)).toBe('12121212121212121212');
  expect(round(18, 2)).toBe('11111211111111121111');
});

test.each([
  ['even', [1, 1, 1]],
  ['weighted', [5, 10, 5]],
  ['with a paused destination', [0, 14, 6, 0]],
])('[even-splits] %s: each of 1,000 rounds is shared exactly, in turn and shuffled', (_, slots) => {
  for (const isShuffled of [false, true]) {
    const link = aSplitLink(slots, { isShuffled });
    const size = sizeOf(slots);

    for (let round = 0; round < 1_000; round += 1) {
      const given = variants(link, { from: round * size + 1, count: size });
      expect(shared(given, link)).toEqual(slots);
    }
  }
});

test('[even-splits] whatever the slots, from whatever round on, each round is shared exactly', () => {
  const weights = fc
    .array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 3 })
    .filter((cuts) => sizeOf(cuts) <= 20)
    .map((cuts) => [...cuts, 20 - sizeOf(cuts)]);
  const even = fc
    .integer({ min: 2, max: 4 })
    .map((count) => Array.from({ length: count }, () => 1));
  const round = fc.nat({ max: 100_000_000 });

  fc.assert(
    fc.property(fc.oneof(weights, even), fc.boolean(), round, (slots, isShuffled, first) => {
      const link = aSplitLink(slots, { isShuffled });
      const size = sizeOf(slots);

      for (const at of [first, first + 1, first]) {
        const given = variants(link, { from: at * size + 1, count: size });
        expect(shared(given, link)).toEqual(slots);
      }
    }),
  );
});

test('the order of each shuffled round is the same after a restart', () => {
  const link = aSplitLink([5, 10, 5], { isShuffled: true });
  const before = variants(link, { count: 60 });

  const later = variants({ ...link }, { from: 31, count: 30 });

  expect(later).toEqual(before.slice(30));
});

test('another version of Waypost shuffles as this one, because a round may be under way', () => {
  const link = aSplitLink([5, 10, 5], { isShuffled: true });
  const round = (number: number) => variants(link, { from: number * 20 + 1, count: 20 }).join('');

  expect([0, 1, 2].map(round)).toEqual([
    '31331221221322223122',
    '32222222323113232111',
    '22211321332211222332',
  ]);
});

test('each round, link and split test is shuffled differently', () => {
  const order = (change: Partial<RoutedLink>, from = 1) =>
    variants(aSplitLink([5, 10, 5], { isShuffled: true, ...change }), { from, count: 20 }).join('');
  const rounds = Array.from({ length: 1_000 }, (_, round) => order({}, round * 20 + 1));

  expect(new Set(rounds).size).toBe(1_000);
  expect(order({ id: '0193c0de-0000-7000-8000-0000000000ab' })).not.toBe(order({}));
  expect(order({ splitVersion: 2 })).not.toBe(order({}));
});

test('shuffled, every destination comes about equally often at every place of a round', () => {
  const rounds = 6_000;
  const link = aSplitLink([1, 1, 1], { isShuffled: true });
  const all = variants(link, { count: 3 * rounds });

  for (const place of [0, 1, 2]) {
    const counts = shared(
      all.filter((_, n) => n % 3 === place),
      link,
    );
    // The standard deviation of each count is 37; the orders are fixed, so this passes always or never.
    for (const count of counts) expect(Math.abs(count - rounds / 3)).toBeLessThan(4 * 37);
  }
});

test('shuffled, visits that come in pairs do not all go to the same destination', () => {
  const link = aSplitLink([1, 1], { isShuffled: true });
  const second = variants(link, { count: 4_000 }).filter((_, n) => n % 2 === 1);
  const changes = second.filter((variant, n) => n > 0 && variant !== second[n - 1]).length;

  expect(Math.abs(sizeOf(shared(second, link).slice(0, 1)) - 1_000)).toBeLessThan(4 * 23);
  // Nor does one round predict the next.
  expect(Math.abs(changes - 1_000)).toBeLessThan(4 * 23);
});

test('a visit without a position gets the first destination that is not paused', () => {
  expect(variantAt(aRoutedLink({ destinations: ['https://a.example/'] }), 0, noonMs)).toBe(1);
  expect(variantAt(aSplitLink([5, 10, 5], { isShuffled: true }), 0, noonMs)).toBe(1);
  expect(variantAt(aSplitLink([0, 0, 12, 8]), 0, noonMs)).toBe(3);
  expect(variantAt(aSplitLink([0, 1, 19]), 0, noonMs)).toBe(2);
});

test('new slots count from midnight UTC on, and earlier ones until then', () => {
  const { rotation: _, ...link } = aSplitLink([1, 1]);
  const rotation: Rotation = {
    isShuffled: false,
    shares: [
      { fromDay: '2026-11-25', slots: [1, 1] },
      { fromDay: '2026-11-27', slots: [20, 0] },
      { fromDay: '2026-11-28', slots: [0, 20] },
    ],
  };
  const midnightMs = Date.UTC(2026, 10, 27);
  const at = (atMs: number) =>
    variants({ ...link, rotation }, { from: 21, count: 4, atMs }).join('');

  expect(at(midnightMs - 40 * dayMs)).toBe('1212');
  expect(at(midnightMs - 1)).toBe('1212');
  expect(at(midnightMs)).toBe('1111');
  expect(at(midnightMs + dayMs - 1)).toBe('1111');
  expect(at(midnightMs + dayMs)).toBe('2222');
  expect(at(midnightMs + 400 * dayMs)).toBe('2222');
});

test('slots that do not fit the destinations share nothing: visits go in turn', () => {
  const destinations = ['https://a.example/', 'https://b.example/'];
  const inTurn = [1, 2, 1, 2];

  for (const slots of [[5, 10, 5], [0, 0], [20]]) {
    expect(variants(aSplitLink(slots, { destinations }), { count: 4 })).toEqual(inTurn);
  }
});
