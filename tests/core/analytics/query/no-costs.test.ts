import { expect, test } from 'bun:test';
import { costsOfQuery } from '#core/analytics/query/cost-metrics';
import { readQuestion } from '#core/analytics/query/question';

const ports = {
  costs: { of: async () => [] },
  reports: {
    costed: () => {
      throw new Error('The clicks need not be read');
    },
  },
};

test('without costs in the currency, rows cost nothing and no click is read for them', async () => {
  const question = readQuestion(
    { metrics: ['clicks', 'cost'], dimensions: ['utmCampaign'], compare: 'previous' },
    Date.parse('2026-11-21T12:00:00Z'),
  );
  const scope = { userId: 'me', filters: { class: ['human'] }, among: null, erasedLinkIds: [] };

  const costs = await costsOfQuery(ports, 'me', { question, scope, rows: [] });

  expect(costs?.total).toEqual({ asked: 0, compared: 0 });
  expect(costs?.ofRow({ unit: 0, values: ['autumn'] })).toEqual({ asked: 0, compared: 0 });
  expect(costs?.ofRow({ unit: 0, values: ['(none)'] })).toEqual({ asked: null, compared: null });
  expect(costs?.warnings()).toEqual([]);
});
