import { expect, test } from 'bun:test';
import { foldExpiredMonths, type ExpiringMonth, type Fold } from '#core/clicks/fold-expired-months';
import { memoryLog } from '#tests/support/calls';

type Month = { -readonly [Field in keyof ExpiringMonth]: ExpiringMonth[Field] };

/** An archive in memory with one month, and the steps that were taken on it. */
function anArchive(month: number, storedClicks: number) {
  const state: Month = { month, storedClicks, drafts: [], counted: null };
  const steps: string[] = [];
  /** Clicks that are stored beside a fold that is closed. */
  let late = 0;
  const steppedBy =
    <Given extends unknown[]>(name: string, step: (...given: Given) => void) =>
    async (...given: Given): Promise<void> => {
      steps.push(name);
      step(...given);
    };
  return {
    state,
    steps,
    total: () => (state.counted?.clicks ?? 0) + (state.counted ? late : state.storedClicks),
    archive: {
      monthsBefore: async (before: number) =>
        month < before && (state.storedClicks > 0 || state.counted) ? [{ ...state }] : [],
      draft: steppedBy('draft', (_: number, fold: string) => {
        state.drafts = [...state.drafts, { fold, clicks: state.storedClicks }];
      }),
      discard: steppedBy('discard', (drafts: readonly Fold[]) => {
        state.drafts = state.drafts.filter((one) => !drafts.includes(one));
      }),
      count: steppedBy('count', (_: number, draft: Fold) => {
        state.counted = draft;
        state.drafts = [];
      }),
      withdraw: steppedBy('withdraw', (fold: Fold) => {
        state.counted = null;
        state.drafts = [fold];
      }),
      dropClicks: steppedBy('drop', () => {
        state.storedClicks = 0;
      }),
      close: steppedBy('close', () => {
        late += state.storedClicks;
      }),
    },
  };
}

function folding(
  { archive }: ReturnType<typeof anArchive>,
  { kept, day } = { kept: 12, day: '2026-11-27' },
) {
  let folds = 0;
  const newId = () => `fold-${(folds += 1)}`;
  const clock = { now: () => Date.parse(day) };
  return () => foldExpiredMonths({ clock, newId, archive, log: memoryLog() }, kept);
}

test.each([1, 7])(
  'a month with %d clicks is drafted, counted and dropped, one step at each run, and the total stays',
  async (clicks) => {
    const month = anArchive(202510, clicks);
    const run = folding(month);

    for (const step of ['draft', 'count', 'drop', 'close']) {
      expect(await run()).toBe(true);

      expect(month.steps.at(-1)).toBe(step);
      expect(month.total()).toBe(clicks);
    }
    expect(month.state).toMatchObject({ storedClicks: 0, counted: { fold: 'fold-1', clicks } });
  },
);

test.each([
  ['the rest of a killed run', [{ fold: 'rest', clicks: 3 }]],
  [
    'two drafts',
    [
      { fold: 'one', clicks: 7 },
      { fold: 'two', clicks: 7 },
    ],
  ],
])('%s is discarded and drafted again', async (_name, drafts) => {
  const month = anArchive(202510, 7);
  month.state.drafts = drafts;
  const run = folding(month);

  await run();
  expect(month.state.drafts).toEqual([]);
  await run();
  expect(month.state.drafts).toEqual([{ fold: 'fold-1', clicks: 7 }]);
});

test('a month that has got more clicks than its fold is not dropped, but read and folded again', async () => {
  const month = anArchive(202510, 8);
  month.state.counted = { fold: 'early', clicks: 7 };
  const run = folding(month);

  for (let runs = 0; runs < 5; runs += 1) await run();

  expect(month.steps).toEqual(['withdraw', 'discard', 'draft', 'count', 'drop']);
  expect(month.total()).toBe(8);
});

test('clicks that come after their month was dropped count beside its fold', async () => {
  const month = anArchive(202510, 2);
  month.state.counted = { fold: 'old', clicks: 7 };

  await folding(month)();

  expect(month.steps).toEqual(['close']);
  expect(month.total()).toBe(9);
});

test.each([
  ['2026-11-27', 12, 202510],
  // Ranges and comparisons look back four months, whatever the setting says.
  ['2026-11-27', 1, 202606],
  ['2026-01-01', 4, 202508],
])('on %s, with %d months kept, %d is folded and the next month is not', async (...given) => {
  const [day, kept, last] = given;

  for (const [month, isFolded] of [
    [last, true],
    [last + 1, false],
  ] as const) {
    expect(await folding(anArchive(month, 1), { kept, day })()).toBe(isFolded);
  }
});
