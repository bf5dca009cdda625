import { expect, test } from 'bun:test';
import { printReport } from '#adapters/pdf/print-report';
import { qrPainter } from '#adapters/qr/painter';
import { chartOf } from '#core/mailed-reports/chart';
import type { ReportPage } from '#core/mailed-reports/report-page';
import { pdfText } from '#tests/support/readers/pdf-text';

const chart = chartOf({
  values: Array.from({ length: 24 }, (_, hour) => 20 + Math.round(15 * Math.sin(hour / 4))),
  compared: Array.from({ length: 24 }, (_, hour) => 18 + Math.round(12 * Math.cos(hour / 5))),
  label: String,
  first: '12 AM',
  last: '12 AM',
});
const png = await qrPainter()(chart, 1040);
const page: ReportPage = {
  title: 'Spring',
  period: 'Fri, Nov 20 (Europe/Berlin), compared with the day before',
  figures: [
    [
      ['Clicks', '1,284', '+20%'],
      ['Unique visitors', '903', '−4%'],
      ['Conversions', '31', 'new'],
      ['Conversion rate', '2.4%', '+0.3 pt'],
    ],
    [
      ['Revenue', '$1,549.69', '+3%'],
      ['Profit', '$310', '+3%'],
      ['Earnings per click', '$1.21', '−14.2%'],
    ],
  ],
  png,
  caption: 'Clicks. The dashed line is the day before.',
  tables: [
    ...['Links: largest changes in clicks', 'Links: most clicks'],
    ...['Referrers: largest changes in clicks', 'Referrers: most clicks'],
    ...['Countries: largest changes in clicks', 'Countries: most clicks'],
  ].map((title) => ({
    title,
    rows: [
      ['Shop', '812', '+120'],
      ['Blog', '404', '−9'],
    ],
  })),
  url: 'https://app.example/analytics?from=2026-11-20&to=2026-11-20',
  madeAt: new Date('2026-11-21T12:00:00Z'),
};
const note = '□ stands for a letter that the font of this file does not have.';

test('a report is one page that a PDF reader reads as it was written', async () => {
  const pdf = await printReport(page);

  const { pages, texts } = await pdfText(pdf);

  expect(pages).toBe(1);
  expect(texts).toEqual([
    'Waypost',
    page.title,
    page.period,
    ...page.figures.flat(2),
    page.caption,
    ...page.tables.flatMap(({ title, rows }) => [title, ...rows.flat()]),
    'View the report: https://app.example/analytics',
  ]);
});

test('letters that the font lacks become squares, never other letters, and the page says so', async () => {
  const names = ['Zürich', 'Łódź', 'Zu\u0308rich', 'Київ', '東京', 'Żółw 🎉'];
  const rows = names.map((name) => [name, '1', '20%']);

  const { texts } = await pdfText(
    await printReport({ ...page, title: '東京', tables: [{ title: 'Links', rows }] }),
  );

  const written = names.flatMap((_, index) => texts[texts.indexOf('Links') + 1 + index * 3]);
  expect(written).toEqual(['Zürich', 'Łódź', 'Zürich', 'Київ', '□□', 'Żółw □']);
  expect(texts[1]).toBe('□□');
  expect(texts.at(-1)).toBe(note);
});

test('the fullest page is still one page, and long names are cut, but no number', async () => {
  const long = 'A campaign whose name nobody would type by hand '.repeat(8);
  const rows = Array.from({ length: 4 }, () => [long, '1,234,567', '−1,234,567']);
  const figure = ['Revenue', 'CA$1,234,567,890.12', '+1,234,567%'];
  const figures = Array.from({ length: 3 }, () => Array.from({ length: 4 }, () => figure));
  const tables = page.tables.map(({ title }) => ({ title, rows }));

  const { pages, texts } = await pdfText(
    await printReport({ ...page, title: `${long}東`, figures, tables }),
  );

  expect(pages).toBe(1);
  expect(texts.filter((text) => text.endsWith('…'))).toHaveLength(25);
  expect(texts.filter((text) => text === '−1,234,567')).toHaveLength(24);
  expect(texts.filter((text) => text === 'CA$1,234,567,890.12')).toHaveLength(12);
});
