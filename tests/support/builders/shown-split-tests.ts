import type { SplitTestJson } from '#contract/split-tests/split-tests';
import { splitLetters } from '#contract/split-tests/split-words';

type Destination = SplitTestJson['destinations'][number];

const dayMs = 86_400_000;

/** The UTC day `days` before today, as `2026-11-03`. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * dayMs).toISOString().slice(0, 10);
}

/** An id whose first part is the number. */
export function testId(number: number): string {
  return `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

/** A destination as the API shows it; `at` from 0. */
export function aDestination(at: number, change: Partial<Destination> = {}): Destination {
  const letter = splitLetters[at] ?? 'A';
  const url = `https://northwind.example/sale/autumn?hero=${letter.toLowerCase()}`;
  return {
    id: testId(100 + at),
    letter,
    name: null,
    url,
    addresses: [{ url, since: `${daysAgo(24)}T09:00:00.000Z` }],
    slots: change.slots ?? 1,
    slotsTomorrow: change.slots ?? 1,
    visits: 0,
    convertingVisits: 0,
    conversions: 0,
    revenue: 0,
    otherCurrencies: [],
    fromLeader: null,
    state: null,
    ...change,
  };
}

const nothing = {
  visits: 0,
  convertingVisits: 0,
  conversions: 0,
  revenue: 0,
  otherCurrencies: [],
};

/** A running test as the API shows it: three destinations, of which B leads. */
export function aSplitTest(change: Partial<SplitTestJson> = {}): SplitTestJson {
  return {
    id: testId(1),
    linkId: testId(2),
    isRunning: true,
    goal: 'sale',
    currency: 'USD',
    mode: 'even',
    isShuffled: false,
    isSticky: false,
    windowDays: 3,
    beganAt: `${daysAgo(24)}T09:00:00.000Z`,
    endedAt: null,
    endsOn: null,
    sentTo: null,
    state: 'leading',
    sentence: {
      lead: 'No winner yet.',
      rest: 'B leads; if it stays so, about 3,000 more visits (about 9 days) will settle it.',
    },
    judgedOn: daysAgo(0),
    verdict: null,
    destinations: [
      aDestination(0, {
        name: 'Photo',
        visits: 2598,
        convertingVisits: 72,
        conversions: 74,
        revenue: 536_190,
        fromLeader: { low: 0.3514, high: 1.0161, likely: 0.7044 },
      }),
      aDestination(1, {
        name: 'Video',
        visits: 2598,
        convertingVisits: 118,
        conversions: 122,
        revenue: 871_195,
        state: 'leads',
      }),
      aDestination(2, {
        name: 'Quiz',
        visits: 2598,
        convertingVisits: 77,
        conversions: 79,
        revenue: 554_420,
        fromLeader: { low: 0.3821, high: 1.0644, likely: 0.7428 },
      }),
    ],
    notAssigned: { ...nothing, conversions: 5, revenue: 34_950 },
    composition: null,
    costs: [],
    counted: { visits: 6720, convertingVisits: 237 },
    visitsToCome: 3000,
    planned: {
      visitsPerDay: 312,
      rate: 0.034,
      rateOf: 'test',
      twentyPercent: 90_000,
      fiftyPercent: 20_000,
    },
    losesClickIds: null,
    evidence: growing(21),
    ...change,
  };
}

/** Evidence of so many days in which B rises and the others fall. */
function growing(days: number): SplitTestJson['evidence'] {
  return Array.from({ length: days }, (_, at) => {
    const wave = Math.sin(at * 1.7) * 0.06;
    return {
      day: daysAgo(days - 1 - at),
      levels: [-0.2 - at * 0.024 + wave, -0.1 + at * 0.038 + wave, -0.05 - at * 0.03 - wave],
    };
  });
}
