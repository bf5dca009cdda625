/** The weeks before a silence that say what is usual. */
export const rhythmWeeks = 4;
const weekHours = 168;
const weeksOfTenYears = 520;

/** The hours that `silenceOf` reads: a silence of up to a week, and the weeks before it. */
export const hoursRead = (rhythmWeeks + 1) * weekHours;

/** What the last hours say. */
export type Silence = {
  /** Whole hours since the last event; at most a week. */
  readonly hours: number;
  /** The events that the same hours of the week brought at least, in each of the weeks before. */
  readonly expected: number;
  /** `expected` has to reach this before a silence is one. */
  readonly needed: number;
  readonly isSilent: boolean;
  /** Whether a week of silence would be noticed. */
  readonly isNoticed: boolean;
};

/**
 * Whether events have stopped, against their own rhythm by hour of the week. `counts` are the events
 * of the last `hoursRead` whole hours, the oldest first. With `causes`, in the same hours, a lack of
 * causes explains a lack of events: fewer clicks, fewer conversions.
 *
 * The expectation is the least of the four weeks before, so neither one busy day nor a slow decline
 * raises it. Independent events leave a gap in which `expected` of them are missing with the
 * probability e^-expected (the Poisson tail), and each event may begin one. A silence is a gap that ten
 * years bring at most once: expected ≥ ln(events of ten years). Where events come in bursts, their number varies more from
 * week to week than that of independent ones: by this factor each burst counts as one event.
 */
export function silenceOf(
  counts: readonly number[],
  causes: readonly number[] | null = null,
): Silence {
  const last = counts.findLastIndex((count) => count > 0);
  const hours = Math.min(counts.length - 1 - last, weekHours);
  const end = counts.length;
  const expected = leastOf({ hours, end }, counts, causes);
  const start = end - hours;
  const dispersion = dispersionOf(counts, start);
  const aWeek = sumOf(counts, start - rhythmWeeks * weekHours, start) / rhythmWeeks;
  const inTenYears = (aWeek * weeksOfTenYears) / dispersion;
  const needed = dispersion * Math.log(Math.max(inTenYears, Math.E));
  return {
    hours,
    expected,
    needed,
    isSilent: hours > 0 && expected >= needed,
    isNoticed: leastOf({ hours: weekHours, end: start }, counts, null) >= needed,
  };
}

/** What the `hours` before `end` brought in each of the weeks before, and of these the least. */
function leastOf(
  { hours, end }: { readonly hours: number; readonly end: number },
  counts: readonly number[],
  causes: readonly number[] | null,
): number {
  const now = causes === null ? 0 : sumOf(causes, end - hours, end);
  const weeks = Array.from({ length: rhythmWeeks }, (_, week) => {
    const to = end - (week + 1) * weekHours;
    const then = causes === null ? 0 : sumOf(causes, to - hours, to);
    const share = then > now ? now / then : 1;
    return sumOf(counts, to - hours, to) * share;
  });
  return Math.min(...weeks);
}

/**
 * How much more the hours of the week differ between the weeks before `start` than independent events
 * would: the variances by the means, at least 1.
 */
function dispersionOf(counts: readonly number[], start: number): number {
  let variances = 0;
  let means = 0;
  for (let hour = 1; hour <= weekHours; hour += 1) {
    const seen = Array.from(
      { length: rhythmWeeks },
      (_, week) => counts[start - hour - week * weekHours] ?? 0,
    );
    const mean = sumOf(seen, 0, rhythmWeeks) / rhythmWeeks;
    means += mean;
    variances += seen.reduce((sum, count) => sum + (count - mean) ** 2, 0) / (rhythmWeeks - 1);
  }
  return means === 0 ? 1 : Math.max(1, variances / means);
}

function sumOf(counts: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let hour = Math.max(0, from); hour < to; hour += 1) sum += counts[hour] ?? 0;
  return sum;
}
