import { expect, test } from 'bun:test';
import { exportAnswer, exportFormats } from '#adapters/http/analytics/export/export-answer';
import { queryTable } from '#adapters/http/analytics/export/query-table';
import { readQuestion } from '#core/analytics/query/question';

const question = readQuestion(
  { metrics: ['clicks'], dimensions: ['utmCampaign'] },
  Date.UTC(2026, 5, 1),
);

/** The file of an answer that says it has so many rows; its pages have one each. */
function fileOf(rows: number) {
  const limits: number[] = [];
  const table = queryTable(question, {
    ask: async (page) => {
      limits.push(page.limit);
      return {
        question,
        rows: [
          {
            dimensions: { utmCampaign: 'spring' },
            metrics: { clicks: 7 },
            compared: null,
            others: [],
          },
        ],
        totals: { clicks: 7 },
        comparedTotals: null,
        count: rows,
        next: null,
        links: new Map(),
        unfinishedFrom: null,
        warnings: [],
      };
    },
    shortOrigin: 'https://go.example',
    visitorsAre: 'cookieless',
  });
  const as = (format: (typeof exportFormats)[number]) =>
    exportAnswer(table, { format, name: 'analytics' }, async () => new Blob([]).stream());
  return { as, limits };
}

test('a file of more than 100,000 rows is refused before anything of it is answered', async () => {
  for (const format of exportFormats) {
    const { as, limits } = fileOf(100_001);
    await expect(as(format)).rejects.toMatchObject({
      code: 'invalid',
      issues: [
        {
          path: 'dimensions',
          message: 'This file would have more than 100,000 rows. Narrow it by filters first.',
        },
      ],
    });
    expect([format, limits]).toEqual([format, [10_000]]);
  }
});

test('a file of 100,000 rows is answered', async () => {
  const { answer } = await fileOf(100_000).as('csv');

  expect(await answer.text()).toContain('spring,7');
});
