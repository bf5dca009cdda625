import { expect, test } from 'bun:test';
import { chartOf } from '#core/mailed-reports/chart';

const drawn = (values: readonly number[], compared: readonly number[] = []) => {
  const label = (value: number) => `$${value}`;
  const svg = chartOf({ values, compared, label, first: 'Mon', last: 'Tue' });
  const bars = [...svg.matchAll(/y="([\d.]+)" width="\d+[\d.]*" height="([\d.]+)" rx/g)];
  const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);
  return { bars: bars.map(([, y, height]) => [Number(y), Number(height)]), texts };
};

test('gains stand on the zero line, and losses hang below it', () => {
  expect(drawn([30, -10, 0], [10, 20])).toEqual({
    bars: [
      [26, 105],
      [131, 35],
      [131, 0],
    ],
    texts: ['$30', 'Mon', 'lowest: $-10', 'Tue'],
  });
});

test('without a loss the line is the bottom, also where there is nothing', () => {
  expect(drawn([7, 14])).toEqual({
    bars: [
      [96, 70],
      [26, 140],
    ],
    texts: ['$14', 'Mon', 'Tue'],
  });
  expect(drawn([0, 0])).toMatchObject({ texts: ['$0', 'Mon', 'Tue'] });
  expect(drawn([-5, 0])).toMatchObject({ texts: ['$0', 'Mon', 'lowest: $-5', 'Tue'] });
});
