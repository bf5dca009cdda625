import { expect, test } from 'bun:test';
import { saneClock } from '#core/redirect/sane-clock';
import { hourMs } from '#core/shared/time';

const builtAtMs = Date.UTC(2026, 10, 1);
const start = Date.UTC(2026, 10, 21);

function clocks(wallMs: number) {
  const machine = { wallMs, monotonicMs: 12_345 };
  const clock = saneClock({
    wall: { now: () => machine.wallMs },
    monotonic: { now: () => machine.monotonicMs },
    builtAtMs,
  });
  return { machine, clock };
}

test('[sane-clock] a plausible wall clock is used, with small steps in both directions', () => {
  const { machine, clock } = clocks(start);

  for (const step of [0, -hourMs, 24 * hourMs]) {
    machine.wallMs = start + step;
    expect(clock.now()).toBe(start + step);
  }
});

test('[sane-clock] a wall clock that jumps ahead is limited to 25 h after the expected time', () => {
  const { machine, clock } = clocks(start);
  clock.now();

  machine.wallMs = Date.UTC(2106, 0, 1);
  machine.monotonicMs += hourMs;

  expect(clock.now()).toBe(start + hourMs + 25 * hourMs);
});

test('[sane-clock] no visit is older than the build; a corrected clock is used again', () => {
  const { machine, clock } = clocks(0);

  expect(clock.now()).toBe(builtAtMs);
  machine.wallMs = start;
  expect(clock.now()).toBe(start);
});
