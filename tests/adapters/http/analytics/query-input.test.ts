import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { filterDimensions, queryDimensions } from '#contract/analytics/query-words';
import { newUser } from '#tests/support/builders/people';
import { caseCount } from '#tests/support/extent';
import { testStores } from '#tests/support/databases/stores';
import { numbersApp } from '#tests/support/worlds/analytics/numbers-app';
import { signIn } from '#tests/support/worlds/links/link-app';
import { owner } from '#tests/support/worlds/links/link-world';

const { store, sql, drop } = await testStores();
afterAll(drop);

const nowMs = Date.parse('2026-11-21T10:20:00Z');
const world = numbersApp({ sql, client: store.client }, nowMs);
const ask = signIn(world, owner({ id: await newUser(sql) }));

/** What the stores or the statement could take for something else than text. */
const strange = ['a\0b', '\ud800', "'; DROP TABLE clicks; --", '{class:String}', '\\N', '[1]'];

test.each(strange)(
  'the text %j is found nowhere, and breaks nothing',
  async (text) => {
    for (const dimension of queryDimensions.filter((name) => !name.startsWith('time'))) {
      const isOfConversions = ['eventType', 'source', 'trust', 'currency'].includes(dimension);
      const metrics = [isOfConversions ? 'conversions' : 'clicks'];
      const answer = await ask('/api/v1/analytics/query', {
        json: { metrics, dimensions: [dimension], search: text },
      });
      expect([dimension, answer.status < 500, answer.status]).toEqual([
        dimension,
        true,
        expect.any(Number),
      ]);
    }
    for (const dimension of filterDimensions) {
      for (const operator of ['isNot', 'contains']) {
        const answer = await ask('/api/v1/analytics/query', {
          json: { metrics: ['conversions'], filters: [[operator, dimension, [text]]] },
        });
        expect([dimension, operator, answer.status < 500]).toEqual([dimension, operator, true]);
      }
    }
  },
  120_000,
);

test('numbers are not kept: an idempotency key is refused, also for a file', async () => {
  const answer = await ask('/api/v1/analytics/query', {
    json: { metrics: ['clicks'] },
    headers: { 'idempotency-key': 'k', accept: 'text/csv' },
  });

  expect([answer.status, (await answer.json()).issues[0].path]).toEqual([422, 'Idempotency-Key']);
});

test('whatever is sent, the answer is numbers or a refusal', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (json) => {
      for (const body of [
        json,
        { metrics: json },
        { metrics: ['clicks'], filters: json },
        { queries: json },
      ]) {
        const answer = await ask('/api/v1/analytics/query', { json: JSON.stringify(body) });
        expect(answer.status).toBeLessThan(500);
      }
    }),
    { numRuns: caseCount({ check: 30, extended: 500 }) },
  );
}, 120_000);
