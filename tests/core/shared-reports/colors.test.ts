import { expect, test } from 'bun:test';
import { contrast, readableColor } from '#core/shared-reports/colors';

const grounds = {
  dark: ['#0b0d10', '#12151a', '#191d24'],
  light: ['#f6f7f9', '#ffffff', '#f1f3f6'],
};

test.each(['#000000', '#ffffff', '#7f7f7f', '#ff0000', '#00ff00', '#0000ff', '#ffee00', '#7aa2ff'])(
  '%s becomes readable on the grounds of both themes',
  (color) => {
    const { dark, light } = readableColor(color);

    for (const ground of grounds.dark) expect(contrast(dark, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of grounds.light) expect(contrast(light, ground)).toBeGreaterThanOrEqual(4.5);
  },
);

test('a colour that is readable stays as it is', () => {
  expect(readableColor('#7aa2ff').dark).toBe('#7aa2ff');
  expect(readableColor('#1d3fa8').light).toBe('#1d3fa8');
});

test('black on white has the largest contrast', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
});
