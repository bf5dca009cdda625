import { expect, test } from 'bun:test';
import { isEntitled, requireEntitlement, type Subscriber } from '#core/billing/entitlement';

const endMs = Date.UTC(2026, 6, 1);
const trialEndsAt = new Date(endMs);

test.each<[Subscriber['subscriptionStatus'], boolean, boolean]>([
  ['trial', true, false],
  ['active', true, true],
  ['lifetime', true, true],
  ['past_due', false, false],
  ['canceled', false, false],
  ['expired', false, false],
])('%s: during the trial %p, afterwards %p', (subscriptionStatus, during, afterwards) => {
  const subscriber = { subscriptionStatus, trialEndsAt };

  expect(isEntitled(subscriber, endMs - 1)).toBe(during);
  expect(isEntitled(subscriber, endMs)).toBe(afterwards);
});

test('who is not entitled is told how to go on', () => {
  const subscriber = { subscriptionStatus: 'trial', trialEndsAt } as const;

  expect(() => requireEntitlement(subscriber, endMs)).toThrow(
    'Your trial has ended. Subscribe to continue.',
  );
  expect(() => requireEntitlement(subscriber, endMs - 1)).not.toThrow();
});
