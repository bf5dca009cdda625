import { hourMs, type Clock } from '#core/shared/time';

/** How far a wall clock may run ahead of the monotonic clock: a mistake of one day and one hour. */
const aheadMs = 25 * hourMs;

/**
 * A wall clock that cannot move visits into years that retention drops: never before `builtAtMs`,
 * and never more than 25 h after the time that the monotonic clock predicts since the first
 * plausible reading. `monotonic` counts milliseconds from an arbitrary origin and never goes back.
 */
export function saneClock({
  wall,
  monotonic,
  builtAtMs,
}: {
  wall: Clock;
  monotonic: Clock;
  builtAtMs: number;
}): Clock {
  let offsetMs: number | null = null;
  let readMs = -1;
  let saneMs = builtAtMs;

  const judge = (wallMs: number): number => {
    if (wallMs < builtAtMs) return builtAtMs;
    offsetMs ??= wallMs - monotonic.now();
    return Math.min(wallMs, Math.floor(offsetMs + monotonic.now()) + aheadMs);
  };
  return {
    now() {
      const wallMs = wall.now();
      if (wallMs !== readMs) {
        readMs = wallMs;
        saneMs = judge(wallMs);
      }
      return saneMs;
    },
  };
}
