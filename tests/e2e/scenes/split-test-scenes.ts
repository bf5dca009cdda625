import type { Page } from '@playwright/test';
import type { SplitTestJson } from '#contract/split-tests/split-tests';
import {
  aDestination,
  aSplitTest,
  daysAgo,
  testId,
} from '#tests/support/builders/shown-split-tests';
import { onePage } from '#tests/support/builders/one-page';
import type { Scene } from './scenes.ts';

/** Tests are answered in the page's place: no demonstration can be in ten states at once. */
const answered = async (page: Page, tests: readonly SplitTestJson[]) => {
  await page.route('**/api/v1/links/*/split-tests', (route) =>
    route.fulfill({ json: onePage(tests) }),
  );
};

/** Opens the demonstration's link with a split test, which shows these tests. */
const toPanel = async (page: Page, tests: readonly SplitTestJson[]) => {
  await answered(page, tests);
  await page.getByRole('link', { name: 'Autumn sale' }).first().click();
  const heading = page.getByRole('heading', { name: 'Split test', exact: true });
  await heading.waitFor();
  await heading.evaluate((element) => {
    element.scrollIntoView({ block: 'start' });
    // Below the bar that stays at the top of a phone's page.
    scrollBy(0, -96);
  });
};

const two = (change: Partial<SplitTestJson>): SplitTestJson =>
  aSplitTest({
    notAssigned: {
      visits: 0,
      convertingVisits: 0,
      conversions: 0,
      revenue: 0,
      otherCurrencies: [],
    },
    visitsToCome: null,
    evidence: [],
    ...change,
  });

/** Two destinations with these numbers. */
const pair = (
  a: Partial<SplitTestJson['destinations'][number]>,
  b: Partial<SplitTestJson['destinations'][number]>,
) => [aDestination(0, a), aDestination(1, b)];

const evidence = (last: readonly number[]) =>
  Array.from({ length: 30 }, (_, at) => ({
    day: daysAgo(29 - at),
    levels: last.map((level) => (level * at) / 29 + Math.sin(at * 2) * 0.05),
  }));

/** The costs of two destinations and of the rest, in cents. */
const costsIn = (currency: 'USD' | 'EUR', [a, b, rest]: readonly [number, number, number]) => {
  const numbers = (costCents: number, revenueCents: number) => ({
    currency,
    cost: costCents,
    revenue: revenueCents,
    roi: costCents === 0 ? null : ((revenueCents - costCents) / costCents) * 100,
    earningsPerClick: revenueCents / 4802,
    reason: null,
  });
  return {
    currency,
    destinations: [numbers(a, 141_000), numbers(b, 214_000)],
    notAssigned: numbers(rest, 0),
  };
};

const past = two({
  id: testId(9),
  isRunning: false,
  goal: 'signup',
  beganAt: `${daysAgo(80)}T09:00:00.000Z`,
  endedAt: `${daysAgo(30)}T09:00:00.000Z`,
  sentTo: 'B',
  state: 'winner',
  sentence: { lead: 'B wins.', rest: 'It converts about 43% better than A, at least 3%.' },
  verdict: { letter: 'B', on: daysAgo(31), visits: [4410, 4410], convertingVisits: [129, 199] },
  counted: { visits: 8820, convertingVisits: 328 },
  destinations: pair(
    {
      name: 'With price',
      visits: 4802,
      convertingVisits: 141,
      conversions: 141,
      fromLeader: { low: 0.4612, high: 0.9701, likely: 0.6993 },
      addresses: [
        { url: 'https://northwind.example/sale/autum', since: `${daysAgo(80)}T09:00:00.000Z` },
        { url: 'https://northwind.example/sale/autumn', since: `${daysAgo(79)}T09:00:00.000Z` },
      ],
    },
    { name: 'Without price', visits: 4802, convertingVisits: 214, conversions: 216, state: 'wins' },
  ),
  costs: [costsIn('USD', [84_035, 84_035, 1225]), costsIn('EUR', [960, 960, 0])],
});

/** A test in each of its states, with the sentence of the server. */
const states: Readonly<Record<string, SplitTestJson>> = {
  leading: aSplitTest({ linkId: testId(2) }),
  waiting: two({
    state: 'waiting',
    judgedOn: null,
    windowDays: null,
    beganAt: `${daysAgo(0)}T00:10:00.000Z`,
    counted: { visits: 0, convertingVisits: 0 },
    sentence: { lead: 'Not judged yet:', rest: 'the first judgement comes after midnight (UTC).' },
    destinations: pair({ visits: 21 }, { visits: 20 }),
    planned: {
      visitsPerDay: 312,
      rate: 0.031,
      rateOf: 'link',
      twentyPercent: 50_000,
      fiftyPercent: 9000,
    },
  }),
  early: two({
    state: 'early',
    goal: 'lead',
    beganAt: `${daysAgo(1)}T09:00:00.000Z`,
    counted: { visits: 0, convertingVisits: 0 },
    sentence: {
      lead: 'Too early to judge:',
      rest: 'the first result comes on Dec 3, when visits have had 3 days to convert.',
    },
    destinations: pair(
      { name: 'Short form', visits: 242, convertingVisits: 9, conversions: 9 },
      { name: 'Long form', visits: 241, convertingVisits: 5, conversions: 5 },
    ),
  }),
  winner: two({
    ...past,
    id: testId(1),
    isRunning: true,
    endedAt: null,
    sentTo: null,
    goal: 'sale',
    beganAt: `${daysAgo(32)}T09:00:00.000Z`,
    evidence: evidence([-0.8, 1.4]),
  }),
  'winner-of-three': aSplitTest({
    state: 'winner',
    sentence: {
      lead: 'B wins',
      rest: 'against all 2 others; it converts at least 4% better than the next best.',
    },
    beganAt: `${daysAgo(40)}T09:00:00.000Z`,
    visitsToCome: null,
    verdict: {
      letter: 'B',
      on: daysAgo(1),
      visits: [4100, 4100, 4100],
      convertingVisits: [98, 171, 110],
    },
    destinations: aSplitTest().destinations.map((each, at) =>
      each.state === 'leads'
        ? { ...each, state: 'wins' }
        : {
            ...each,
            state: 'behind',
            fromLeader: { low: 0.41, high: 0.962, likely: 0.68 + at * 0.03 },
          },
    ),
  }),
  'no-verdict': two({
    state: 'no_verdict',
    isSticky: true,
    counted: { visits: 2110, convertingVisits: 80 },
    sentence: {
      lead: 'No verdict for this test:',
      rest: 'people who come again see the same destination, so that visits are not independent. Compare the numbers with care.',
    },
    destinations: pair(
      { name: 'Photo', visits: 1240, convertingVisits: 41, conversions: 44, revenue: 164_956 },
      { name: 'Video', visits: 1198, convertingVisits: 52, conversions: 52, revenue: 194_948 },
    ),
  }),
  alike: two({
    state: 'alike',
    goal: 'signup',
    windowDays: 1,
    beganAt: `${daysAgo(40)}T09:00:00.000Z`,
    counted: { visits: 18_200, convertingVisits: 1420 },
    sentence: {
      lead: 'They convert alike:',
      rest: 'the difference is below 20%. Take the one that you like best.',
    },
    destinations: pair(
      { name: 'Blue page', visits: 9446, convertingVisits: 734, conversions: 734 },
      {
        name: 'Green page',
        visits: 9446,
        convertingVisits: 731,
        conversions: 731,
        fromLeader: { low: 0.8339, high: 1.1881, likely: 0.9967 },
      },
    ),
  }),
  untracked: two({
    state: 'untracked',
    beganAt: `${daysAgo(8)}T09:00:00.000Z`,
    counted: { visits: 941, convertingVisits: 18 },
    sentence: {
      lead: 'B has not reported one conversion.',
      rest: 'Check that its page reports them.',
    },
    destinations: pair(
      { name: 'Checkout v1', visits: 706, convertingVisits: 24, conversions: 24, revenue: 71_976 },
      { name: 'Checkout v2', visits: 706 },
    ),
  }),
  untrusted: aSplitTest({
    state: 'untrusted',
    beganAt: `${daysAgo(15)}T09:00:00.000Z`,
    visitsToCome: null,
    sentence: {
      lead: 'Do not trust this test yet:',
      rest: 'the destinations did not get the same kind of visitors. They differ most in mobile visits.',
    },
    destinations: [
      aDestination(0, { name: 'Photo', visits: 1604, convertingVisits: 52, conversions: 52 }),
      aDestination(1, { name: 'Video', visits: 1604, convertingVisits: 58, conversions: 58 }),
      aDestination(2, { name: 'Quiz', visits: 1603, convertingVisits: 50, conversions: 50 }),
    ],
    counted: { visits: 4100, convertingVisits: 139 },
    composition: [
      { category: 'mobile', visits: [978, 690, 962], of: [1604, 1604, 1603] },
      { category: 'desktop', visits: [561, 829, 577], of: [1604, 1604, 1603] },
      { category: 'noReferrer', visits: [402, 377, 391], of: [1604, 1604, 1603] },
      { category: 'firstOfDay', visits: [1556, 1549, 1561], of: [1604, 1604, 1603] },
      { category: 'country', visits: [1043, 1041, 1046], of: [1604, 1604, 1603] },
    ],
  }),
  'lost-visits': two({
    state: 'untrusted',
    beganAt: `${daysAgo(15)}T09:00:00.000Z`,
    isShuffled: true,
    sentence: {
      lead: 'Do not trust this test yet:',
      rest: 'visits were lost or counted twice, so that the destinations differ by more than their turns.',
    },
    destinations: pair(
      { name: 'Photo', visits: 1604, convertingVisits: 52, conversions: 52 },
      { name: 'Video', visits: 1571, convertingVisits: 58, conversions: 58 },
    ),
    counted: { visits: 2710, convertingVisits: 94 },
  }),
  'no-difference': two({
    state: 'no_difference',
    counted: { visits: 60_100, convertingVisits: 1801 },
    losesClickIds: 'A',
    sentence: {
      lead: 'No winner.',
      rest: 'A difference of 19% or more would probably have shown by now. You can stop.',
    },
    destinations: pair(
      {
        visits: 30_500,
        convertingVisits: 899,
        conversions: 901,
        fromLeader: { low: 0.8125, high: 1.1492, likely: 0.9754 },
      },
      { visits: 30_500, convertingVisits: 921, conversions: 930 },
    ),
  }),
  few: two({
    state: 'few',
    counted: { visits: 410, convertingVisits: 9 },
    sentence: {
      lead: 'Too few conversions so far (9).',
      rest: 'A difference of 50% usually needs about 10,000 visits.',
    },
    destinations: pair(
      {
        visits: 240,
        convertingVisits: 4,
        conversions: 4,
        fromLeader: { low: 0.0066, high: 7.3, likely: 0.94 },
      },
      { visits: 240, convertingVisits: 6, conversions: 6 },
    ),
  }),
  undecided: aSplitTest({
    state: 'undecided',
    mode: 'automatic',
    visitsToCome: null,
    sentence: {
      lead: 'No winner yet, and none in sight:',
      rest: 'the difference so far is no larger than chance. Visits go where conversions are. This earns more, but takes longer to name a winner.',
    },
    destinations: [0, 1, 2, 3].map((at) =>
      aDestination(at, {
        name: ['Photo', 'Video', 'Quiz', 'A long name of a page that has no room'][at] ?? null,
        slots: [5, 9, 4, 2][at] ?? 0,
        visits: [2400, 4120, 1900, 930][at] ?? 0,
        convertingVisits: [70, 131, 52, 22][at] ?? 0,
        conversions: [70, 131, 52, 22][at] ?? 0,
        revenue: [536_190, 971_195, 354_420, 140_000][at] ?? 0,
        otherCurrencies:
          at === 1 ? [{ currency: 'EUR', revenue: 12_500, profit: 0, conversions: 2 }] : [],
        fromLeader:
          at === 1 ? null : { low: 0.42 - at * 0.05, high: 1.32 + at * 0.2, likely: 0.93 },
      }),
    ),
    counted: { visits: 8300, convertingVisits: 248 },
  }),
  revenue: two({
    goal: 'revenue',
    currency: 'EUR',
    planned: null,
    state: 'undecided',
    sentence: {
      lead: 'No winner yet, and none in sight:',
      rest: 'the difference so far is no larger than chance.',
    },
    destinations: pair(
      { name: 'Monthly', visits: 900, convertingVisits: 31, conversions: 40, revenue: 123_400 },
      {
        name: 'Yearly',
        visits: 900,
        convertingVisits: 18,
        conversions: 18,
        revenue: 151_200,
      },
    ),
    counted: { visits: 1500, convertingVisits: 41 },
  }),
};

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

const chooseMore = async (page: Page, action: string) => {
  await toPanel(page, [aSplitTest({})]);
  await press(page, 'More of this test');
  await page.getByRole('menuitem', { name: action }).click();
  await page.getByRole('dialog').getByRole('heading').first().waitFor();
};

const listed = (test: SplitTestJson, at: number) => ({
  id: testId(200 + at),
  linkId: test.linkId,
  shortUrl: 'https://go.northwind.example/autumn',
  title: at % 2 === 0 ? 'Autumn sale' : null,
  isRunning: test.isRunning,
  goal: test.goal,
  beganAt: test.beganAt,
  endedAt: test.endedAt,
  destinations: test.destinations.length,
  state: test.state,
  sentence: test.sentence,
  winner: test.verdict?.letter ?? null,
});

/** Split tests in all their states, and what is set in them, for the person of the demonstration. */
export const splitTestScenes: readonly Scene[] = [
  ...Object.entries(states).map(([state, test]) => ({
    name: `split-test-${state}`,
    path: '/links?search=autumn',
    isWindow: true as const,
    act: (page: Page) => toPanel(page, [test, ...(state === 'leading' ? [past] : [])]),
  })),
  {
    name: 'split-test-evidence',
    path: '/links?search=autumn',
    act: async (page) => {
      await toPanel(page, [aSplitTest({}), past]);
      await press(page, 'Show');
      await page.locator('summary').first().click();
    },
  },
  {
    name: 'split-test-past',
    path: '/links?search=autumn',
    isWindow: true,
    act: async (page) => {
      await answered(page, [past]);
      await page.route(/\/api\/v1\/links\/[\da-f-]{36}$/, async (route) => {
        const link = await (await route.fetch()).json();
        await route.fulfill({ json: { ...link, splitTestEnabled: false } });
      });
      await page.getByRole('link', { name: 'Autumn sale' }).first().click();
      await page.locator('summary').click();
      const resume = page.getByRole('button', { name: 'Let this test go on' });
      await resume.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    },
  },
  {
    name: 'split-test-plan',
    path: '/links?search=gift',
    isWindow: true,
    act: async (page) => {
      const plan = { visitsPerDay: 312, rate: 0.031, rateOf: 'link' };
      const visits = { twentyPercent: 50_000, fiftyPercent: 9000 };
      const plans = [2, 3, 4].map((destinations) => ({ destinations, ...visits }));
      const json = { ...plan, plans };
      await page.route('**/api/v1/links/*/split-plan*', (route) => route.fulfill({ json }));
      const actions = page.getByRole('button', { name: /^Actions for .*gift/ });
      await actions.filter({ visible: true }).click();
      await page.getByRole('menuitem', { name: 'Open in Editor' }).click();
      // The list has such a switch, too.
      await page.getByRole('button', { name: 'Update Link' }).waitFor();
      await page.getByRole('switch', { name: 'Split test' }).click();
      await page.getByText('At 312 visits a day').waitFor();
    },
  },
  {
    name: 'split-test-shares',
    path: '/links?search=autumn',
    shows: 'SharesPanel',
    isWindow: true,
    act: async (page) => {
      await toPanel(page, [aSplitTest({})]);
      await press(page, 'Even shares');
      await page.getByRole('button', { name: 'Pause C' }).click();
    },
  },
  {
    name: 'split-test-more',
    path: '/links?search=autumn',
    shows: 'MoreActions',
    isWindow: true,
    act: async (page) => {
      await toPanel(page, [aSplitTest({})]);
      await press(page, 'More of this test');
    },
  },
  {
    name: 'split-test-send',
    path: '/links?search=autumn',
    shows: 'SendEverybody',
    isWindow: true,
    act: async (page) => {
      await toPanel(page, [states['alike'] ?? past]);
      await press(page, 'Send everybody to');
    },
  },
  {
    name: 'split-test-names',
    path: '/links?search=autumn',
    shows: 'NamesDialog',
    isWindow: true,
    act: (page) => chooseMore(page, 'Name destinations'),
  },
  {
    name: 'split-test-goal',
    path: '/links?search=autumn',
    shows: 'GoalDialog',
    isWindow: true,
    hasChanges: true,
    act: async (page) => {
      await chooseMore(page, 'Goal and time to convert');
      await page.getByLabel('Goal', { exact: true }).selectOption('Lead');
    },
  },
  {
    name: 'split-tests',
    path: '/links',
    act: async (page) => {
      const tests = Object.values(states).map(listed);
      const json = [...tests.slice(0, 6), ...[past, past].map((test, at) => listed(test, 10 + at))];
      await page.route('**/api/v1/split-tests?*', (route) =>
        route.fulfill({ json: onePage(json) }),
      );
      await page.goto('/split-tests');
      await page.getByRole('list', { name: 'Running' }).waitFor();
    },
  },
];
