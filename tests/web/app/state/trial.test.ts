import { expect, test } from 'bun:test';
import {
  hadTrialBefore,
  subscribeWords,
  todayWords,
  trialDaysLeft,
  trialWords,
  welcomeWords,
} from '#web/app/state/trial.ts';

const dayMs = 86_400_000;
const trial = (trialEndsAt: Date) => ({
  subscriptionStatus: 'trial' as const,
  trialEndsAt: trialEndsAt.toISOString(),
});

test('the days of a trial are rounded up, until its last millisecond', () => {
  const endsAt = Date.UTC(2026, 11, 21, 9);
  const left = (beforeMs: number) => trialDaysLeft(trial(new Date(endsAt)), endsAt - beforeMs);

  expect([8 * dayMs, 7 * dayMs + 1, 7 * dayMs, dayMs + 1, dayMs, 1].map(left)).toEqual([
    8, 8, 7, 2, 1, 1,
  ]);
  expect([0, -1].map(left)).toEqual([null, null]);
});

test('an account whose trial ended at its creation had none', () => {
  const createdAt = new Date(Date.UTC(2026, 5, 1)).toISOString();
  const later = new Date(Date.UTC(2026, 6, 1)).toISOString();

  expect(hadTrialBefore({ createdAt, trialEndsAt: createdAt })).toBe(true);
  expect(hadTrialBefore({ createdAt, trialEndsAt: later })).toBe(false);
});

test('what is paid today is said, and what becomes of the trial', () => {
  const price = { amount: '$49', period: '/month' };

  expect(todayWords(price, null)).toBe('You pay $49 today, and $49/month from then on.');
  expect(todayWords(price, 30)).toEndWith(
    'the 30 days that are left of your trial will not be added.',
  );
  expect(todayWords(price, 1)).toEndWith('the day that is left of your trial will not be added.');
});

test('only an account with a trial is told that its trial has started', () => {
  expect(welcomeWords({ subscriptionStatus: 'trial' }, true)).toBe('Your free trial has started.');
  expect(welcomeWords({ subscriptionStatus: 'expired' }, true)).toBe(
    'Your email address has already had its free trial. Subscribe to create and edit links.',
  );
  expect(welcomeWords({ subscriptionStatus: 'trial' }, false)).toBe('Welcome.');
});

test('a trial of thirty days has thirty days, also across daylight saving changes', () => {
  const begins = [
    Date.UTC(2026, 2, 15, 9),
    Date.UTC(2026, 9, 10, 9),
    Date.parse('2026-03-08T01:30:00-05:00'),
  ];

  for (const beganAt of begins) {
    const trialOf = trial(new Date(beganAt + 30 * dayMs));
    expect(trialDaysLeft(trialOf, beganAt)).toBe(30);
    expect(trialDaysLeft(trialOf, beganAt + 29 * dayMs)).toBe(1);
    expect(trialDaysLeft(trialOf, beganAt + 30 * dayMs)).toBeNull();
  }
});

test('an account with a plan has no banner', () => {
  const trialEndsAt = new Date(Date.now() + dayMs).toISOString();
  const statuses = ['active', 'lifetime', 'past_due', 'canceled', 'expired'] as const;

  for (const subscriptionStatus of statuses) {
    expect(trialDaysLeft({ subscriptionStatus, trialEndsAt }, Date.now())).toBeNull();
  }
});

test('the subscribe text says ending soon from seven days on, and always says the days', () => {
  expect([23, 8, 7, 1].map(subscribeWords)).toEqual([
    'Your free trial ends in 23 days. Subscribe to keep creating and editing links.',
    'Your free trial ends in 8 days. Subscribe to keep creating and editing links.',
    'Your free trial is ending soon: 7 days left. Subscribe to keep creating and editing links.',
    'Your free trial is ending soon: 1 day left. Subscribe to keep creating and editing links.',
  ]);
});

test('with one day left the banner says tomorrow', () => {
  expect(trialWords(1)).toEqual({
    end: 'Your free trial ends tomorrow.',
    purpose: 'Subscribe to continue using Waypost Pro.',
  });
  expect(trialWords(8)).toEqual({
    end: 'Your free trial ends in 8 days.',
    purpose: 'Subscribe to continue using all features.',
  });
});
