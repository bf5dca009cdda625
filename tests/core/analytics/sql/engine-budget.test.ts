import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { engineBudget } from '#core/analytics/sql/engine-budget';
import { minuteMs, secondMs } from '#core/shared/time';

const rate = { perMinuteMs: 30 * secondMs, burstMs: 60 * secondMs };

test('[sql-turns] an account that has used its burst waits until the budget gives some back', () => {
  const budget = engineBudget(rate);

  for (const fromMs of [0, 15_000, 30_000]) budget.use('ada', fromMs, fromMs + 15_000);
  expect(budget.waitSeconds('ada', 45_000)).toBe(0);

  budget.use('ada', 45_000, 90_000);
  // 90 seconds were used, 37.5 of them were given back since the first statement ended.
  expect(budget.usedMs('ada', 90_000)).toBe(52_500);
  budget.use('ada', 90_000, 105_000);
  expect(budget.usedMs('ada', 105_000)).toBe(60_000);
  expect(budget.waitSeconds('ada', 105_000)).toBe(1);
  expect(budget.waitSeconds('ada', 106_000)).toBe(0);
});

test('a long statement is paid for afterwards', () => {
  const budget = engineBudget(rate);

  budget.use('ada', 0, 75_000);

  expect(budget.waitSeconds('ada', 75_000)).toBe(30);
  expect(budget.waitSeconds('ada', 75_000 + 29_000)).toBe(1);
  expect(budget.waitSeconds('ada', 75_000 + 31_000)).toBe(0);
});

test('accounts have budgets of their own, and a clock that goes back gives nothing', () => {
  const budget = engineBudget(rate);

  budget.use('ada', 0, 70_000);

  expect(budget.waitSeconds('bob', 70_000)).toBe(0);
  expect(budget.usedMs('ada', 0)).toBe(70_000);
  budget.use('ada', 70_000, 0);
  expect(budget.usedMs('ada', 0)).toBe(70_000);
});

test('[sql-turns] no account gets more of an hour than its budget, its burst and one statement', () => {
  const statementMs = fc.integer({ min: 1, max: 18 * secondMs });
  const pauseMs = fc.integer({ min: 0, max: 5 * secondMs });

  fc.assert(
    fc.property(fc.array(fc.tuple(statementMs, pauseMs), { minLength: 50 }), (statements) => {
      const budget = engineBudget(rate);
      let [nowMs, ranMs] = [0, 0];
      for (const [lengthMs, restMs] of statements) {
        nowMs += budget.waitSeconds('ada', nowMs) * secondMs;
        budget.use('ada', nowMs, nowMs + lengthMs);
        nowMs += lengthMs + restMs;
        ranMs += lengthMs;
      }
      const mostMs = (nowMs / minuteMs) * rate.perMinuteMs + rate.burstMs + 18 * secondMs;
      expect(ranMs).toBeLessThanOrEqual(mostMs);
    }),
  );
});
