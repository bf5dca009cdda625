import { expect, test } from 'bun:test';
import { inPage } from '#tests/support/page';
import type { QrDesign } from '#web/features/qr/qr-design.ts';

const { designIn, marginsOf } = await inPage(() => import('#web/features/qr/qr-design.ts'));

const usual: QrDesign = {
  color: '#000000',
  background: '#ffffff',
  margin: '4',
  level: 'M',
  text: '',
  logo: 'none',
};
const chosen: QrDesign = {
  color: '#5b2a86',
  background: '#fff4d6',
  margin: '8',
  level: 'Q',
  text: 'Menu',
  logo: 'own',
};

test('a stored design is read', () => {
  expect(designIn(chosen)).toEqual(chosen);
});

test.each([[null], [7], ['text'], [[]], [{}]])(
  'without a design in %j it is the usual one',
  (stored) => {
    expect(designIn(stored)).toEqual(usual);
  },
);

test.each([
  ['color', 'red'],
  ['background', null],
  ['margin', '3'],
  ['level', 'X'],
  ['text', 'x'.repeat(31)],
  ['logo', 'theirs'],
] as const)('a stored %s of %j is the usual one, and the others stay', (name, value) => {
  expect(designIn({ ...chosen, [name]: value })).toEqual({ ...chosen, [name]: usual[name] });
});

test.each([
  ['', '0', '0', ['0', '2', '4', '8']],
  [' ', '2', '2', ['0', '2', '4', '8']],
  ['Menu', '0', '4', ['4', '8']],
  ['Menu', '8', '8', ['4', '8']],
])('with the text %j a margin of %s is one of %s', (text, margin, value, offered) => {
  const margins = marginsOf({ ...usual, text, margin });

  expect(margins.value).toBe(value);
  expect(margins.options.map((option): string => option.value)).toEqual(offered);
});
