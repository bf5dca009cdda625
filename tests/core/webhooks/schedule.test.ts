import { expect, test } from 'bun:test';
import { hourMs, minuteMs, secondMs } from '#core/shared/time';
import { mostAttempts, nextAttemptMs } from '#core/webhooks/schedule';

/** As docs/guides/webhooks.md and Standard Webhooks say them, with the tenth of each. */
const pauses = [
  [5 * secondMs, 500],
  [5 * minuteMs, 30 * secondMs],
  [30 * minuteMs, 3 * minuteMs],
  [2 * hourMs, 12 * minuteMs],
  [5 * hourMs, 30 * minuteMs],
  [10 * hourMs, hourMs],
  [14 * hourMs, 84 * minuteMs],
  [20 * hourMs, 2 * hourMs],
  [24 * hourMs, 144 * minuteMs],
] as const;
const atMs = Date.UTC(2026, 5, 1);

test('[webhook-delivery] each pause between the ten attempts is as promised, and a tenth longer or shorter at most', () => {
  const seen = pauses.map((_, index) =>
    [0, 0.5, 1].map(
      (random) =>
        (nextAttemptMs({ attempts: index + 1, atMs, random, askedMs: null }) ?? atMs) - atMs,
    ),
  );

  expect(seen).toEqual(pauses.map(([pause, tenth]) => [pause - tenth, pause, pause + tenth]));
});

test('[webhook-delivery] after the tenth attempt none follows, also when the receiver asks for a pause', () => {
  expect(mostAttempts).toBe(10);
  for (const askedMs of [null, hourMs]) {
    expect(nextAttemptMs({ attempts: 10, atMs, random: 0.5, askedMs })).toBeNull();
  }
});
