/** A mark of an axis; `share` of its width, from the left. */
type Tick = { readonly label: string; readonly share: number };

/** A logarithmic axis of ratios of two rates, where a ratio of 1 is no difference. */
export type RatioAxis = {
  /** From the left to the right; no difference is among them. */
  readonly ticks: readonly Tick[];
  /** The place of a ratio, from 0 to 1. Ratios beyond the axis are at its ends. */
  share(ratio: number): number;
};

type Bounds = { readonly low: number; readonly high: number | null };

/** Beyond a tenth or ten times, the axis would show nothing else. */
const [leastShown, mostShown] = [0.1, 10];
const closest = 1.25;
/** Room for the words at both ends of an interval. */
const padding = 0.22;
const leastStep = 0.19;
/** Ticks on one side of no difference, in percent, from the inside to the outside. */
const below = [-5, -10, -20, -30, -40, -50, -60, -70, -80, -90];
const above = [5, 10, 20, 30, 50, 100, 200, 400, 900];

/** The axis on which all of the intervals can be seen. */
export function ratioAxis(intervals: readonly Bounds[]): RatioAxis {
  const lows = intervals.map(({ low }) => Math.max(low, leastShown));
  const highs = intervals.map(({ high }) => Math.min(high ?? mostShown, mostShown));
  const [low, high] = [Math.min(1 / closest, ...lows), Math.max(closest, ...highs)];
  const span = Math.log(high / low);
  const share = (ratio: number): number => {
    const place = padding + ((1 - 2 * padding) * Math.log(ratio / low)) / span;
    return Math.min(Math.max(place, 0), 1);
  };
  const side = (percents: readonly number[]) => spread(percents, (each) => share(1 + each / 100));
  const percents = [...side(below).toReversed(), 0, ...side(above)];
  return {
    ticks: percents.map((each) => ({ label: signed(each), share: share(1 + each / 100) })),
    share,
  };
}

/** The percents that lie far enough from each other, from no difference and from the ends. */
function spread(percents: readonly number[], shareOf: (percent: number) => number): number[] {
  const kept: number[] = [];
  for (const percent of percents) {
    const [last, place] = [shareOf(kept.at(-1) ?? 0), shareOf(percent)];
    const isInside = place > leastStep / 2 && place < 1 - leastStep / 2;
    if (isInside && Math.abs(place - last) >= leastStep) kept.push(percent);
  }
  return kept;
}

/** The lower bound of a ratio as a difference, rounded down: `−65%`. */
export function lowWords(ratio: number): string {
  return signed(Math.floor(percentOf(ratio)));
}

/** The upper bound of a ratio as a difference, rounded up: `+7%`. */
export function highWords(ratio: number): string {
  return signed(Math.ceil(percentOf(ratio)));
}

/** A ratio as a difference, rounded: `−30%`. */
export function likelyWords(ratio: number): string {
  return signed(Math.round(percentOf(ratio)));
}

/** Without the noise of binary fractions, which would round a whole percent outwards. */
function percentOf(ratio: number): number {
  return Number(((ratio - 1) * 100).toFixed(6));
}

function signed(percent: number): string {
  if (percent === 0) return '0%';
  return percent < 0 ? `−${-percent}%` : `+${percent}%`;
}
