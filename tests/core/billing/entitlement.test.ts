import { expect, test } from 'bun:test';
import {
  alwaysEntitled,
  requireEntitlement,
  paidOrTrial,
  type Subscriber,
} from '#core/billing/entitlement';

const endMs = Date.UTC(2026, 6, 1);
const trialEndsAt = new Date(endMs);

test.each<[Subscriber['subscriptionStatus'], boolean, boolean]>([
  ['trial', true, false],
  ['active', true, true],
  ['lifetime', true, true],
  ['past_due', true, false],
  ['canceled', true, false],
  ['expired', true, false],
])('%s: during the trial %p, afterwards %p', (subscriptionStatus, during, afterwards) => {
  const subscriber = { subscriptionStatus, trialEndsAt };

  expect(paidOrTrial(subscriber, endMs - 1)).toBe(during);
  expect(paidOrTrial(subscriber, endMs)).toBe(afterwards);
  expect(alwaysEntitled(subscriber, endMs)).toBe(true);
});

test('a person without a plan is told how to continue', () => {
  expect(() => requireEntitlement(false)).toThrow('Your trial has ended. Subscribe to continue.');
  expect(() => requireEntitlement(true)).not.toThrow();
});
