import { expect, test } from 'bun:test';
import { clicksFirst } from '#adapters/spool/drain/clicks-first';
import type { Step } from '#core/clicks/drain-batches';
import { until } from '#tests/support/until';

const idle: Step = { kind: 'idle' };
const advanced: Step = { kind: 'advanced', attempt: { kind: 'stored', clicks: 1 } };
const later: Step = { kind: 'later', afterMs: 1, failures: 1, reason: 'away' };

function world(clicks: Step[], conversions: Step[]) {
  const taken: string[] = [];
  const told: Step[] = [];
  const bell = { rings: 0 };
  const next = (name: string, steps: Step[]) => async (): Promise<Step> => {
    taken.push(name);
    return steps.shift() ?? idle;
  };
  const step = clicksFirst({
    clicks: next('clicks', clicks),
    conversions: next('conversions', conversions),
    reportConversions: (one) => void told.push(one),
    wake: () => void (bell.rings += 1),
  });
  return { step, taken, told, bell };
}

test('conversions wait while clicks are waiting', async () => {
  const { step, taken } = world([advanced, later], [advanced]);

  expect([await step(), await step(), await step()]).toEqual([advanced, later, advanced]);

  expect(taken).toEqual(['clicks', 'clicks', 'clicks', 'conversions']);
});

test('rejected conversions delay no clicks, and are reported when they are due', async () => {
  const { step, taken, told, bell } = world([idle, advanced], [later, advanced]);

  expect([await step(), await step()]).toEqual([idle, advanced]);
  expect(told).toEqual([later]);
  await until('they are due', () => bell.rings === 1);

  expect(await step()).toEqual(advanced);
  expect(taken).toEqual(['clicks', 'conversions', 'clicks', 'clicks', 'conversions']);
});
