import { expect, test } from 'bun:test';
import { costsOfQuery } from '#core/analytics/query/cost-metrics';
import { readQuestion } from '#core/analytics/query/question';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
const scope = { userId: 'me', filters: { class: ['human'] }, among: null, erasedLinkIds: [] };

const clock = { now: () => nowMs };

const withoutCosts = {
  clock,
  costs: { of: async () => [] },
  reports: {
    archivedMonths: async () => [],
    costed: () => {
      throw new Error('The clicks need not be read');
    },
  },
};

test('without costs in the currency, rows cost nothing and no click is read for them', async () => {
  const question = readQuestion(
    { metrics: ['clicks', 'cost'], dimensions: ['utmCampaign'], compare: 'previous' },
    nowMs,
  );

  const costs = await costsOfQuery(withoutCosts, 'me', { question, scope, rows: [] });

  expect(costs?.total).toEqual({ asked: 0, compared: 0 });
  expect(costs?.ofRow({ unit: 0, values: ['autumn'] })).toEqual({ asked: 0, compared: 0 });
  expect(costs?.ofRow({ unit: 0, values: ['(none)'] })).toEqual({ asked: null, compared: null });
  expect(costs?.warnings()).toEqual([]);
});

const perClick = {
  id: 'a',
  linkId: 'one',
  campaign: null,
  kind: 'per_click',
  amount: 10,
  currency: 'USD',
  firstDay: '2025-01-01',
  lastDay: null,
  note: '',
} as const;

const withExpired = (months: readonly number[]) => ({
  clock,
  costs: { of: async () => [perClick] },
  reports: {
    archivedMonths: async () => months,
    costed: async () => ({ clicks: [], revenue: [], passingCampaigns: null }),
  },
});

const inZone = (timeZone: string) =>
  readQuestion(
    { metrics: ['clicks', 'roi'], dateRange: ['2026-06-01', '2026-06-02'], timeZone },
    nowMs,
  );

test('a cost per click is not given, with a warning, for days with hours of an expired month', async () => {
  const costsIn = (timeZone: string) =>
    costsOfQuery(withExpired([202604, 202605]), 'me', {
      question: inZone(timeZone),
      scope,
      rows: [],
    });

  const inBerlin = await costsIn('Europe/Berlin');
  expect(inBerlin?.total.asked).toBeNull();
  expect(inBerlin?.warnings()).toEqual([expect.stringContaining('have expired')]);

  const inUtc = await costsIn('UTC');
  expect(inUtc?.total.asked).toBe(0);
  expect(inUtc?.warnings()).not.toContainEqual(expect.stringContaining('have expired'));
});
