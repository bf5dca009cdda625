import type { DayCounts } from '#core/split-tests/counts';
import type { Evidence } from '#core/split-tests/judge';

/** The UTC day on which the tests of these builders begin. */
export const beganOn = 20_000;

/** An even test of two destinations that is judged after seven whole days. */
export function aSplitTest(changes: Partial<Evidence> = {}): Evidence {
  const destinations = changes.destinations ?? 2;
  return {
    destinations,
    today: beganOn + 7,
    beganOn,
    window: 1,
    shares: [{ fromDay: beganOn, slots: Array<number>(destinations).fill(1), isAutomatic: false }],
    days: [],
    composition: [],
    isSticky: false,
    instances: 1,
    revenue: null,
    verdict: null,
    withdrawnOn: null,
    ...changes,
  };
}

/** The counts of a day of all destinations, whose conversions were received at once. */
export function dayOf(
  day: number,
  visits: readonly number[],
  converting: readonly number[],
): readonly DayCounts[] {
  return visits.map((count, destination) => {
    const received = converting[destination] ?? 0;
    return { ...withDelays(received, 0), day, destination, visits: count };
  });
}

/** Conversions of a day and destination, of which `late` came after more than `afterDays`. */
export function withDelays(
  received: number,
  late: number,
  afterDays = 0,
): Pick<DayCounts, 'received' | 'within' | 'inferred'> {
  const within = [1, 3, 7, 14, 30].map((days) => (days > afterDays ? received : received - late));
  return { received, within, inferred: 0 };
}
