import { expect, test } from 'bun:test';
import { ruleName } from '#web/features/links/options/rule-name.ts';

const everybody = {
  id: 1,
  devices: [],
  systems: [],
  countries: [],
  languages: [],
  url: 'https://shop.example/',
};

test.each<[Partial<Parameters<typeof ruleName>[0]>, string]>([
  [{}, 'Everybody'],
  [{ devices: ['mobile'], systems: ['ios', 'android'] }, 'Phone, iOS or Android'],
  [{ countries: ['DE', 'AT'] }, 'Germany or Austria'],
  [{ countries: ['DE', 'AT', 'CH', 'LI', 'LU'] }, 'Germany or Austria or Switzerland or 2 more'],
  [{ devices: ['desktop'], languages: ['pt-BR'] }, 'Computer, Brazilian Portuguese'],
])('a rule is named by whom it is for: %p', (conditions, name) => {
  expect(ruleName({ ...everybody, ...conditions })).toBe(name);
});
