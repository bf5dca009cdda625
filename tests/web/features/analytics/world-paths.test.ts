import { expect, test } from 'bun:test';
import { getAlpha2Codes } from 'i18n-iso-countries';
import { worldPaths } from '#web/features/analytics/world-paths.ts';

const countries = worldPaths(800, 400);
const codes = countries.map(({ code }) => code).filter((code) => code !== '');

test('every code on the map is current and occurs once', () => {
  const current = new Set([...Object.keys(getAlpha2Codes()), 'XK']);

  expect(codes.filter((code) => !current.has(code))).toEqual([]);
  expect(new Set(codes).size).toBe(codes.length);
});

test.each(['DE', 'RS', 'YE', 'VN', 'VU', 'ZW', 'US', 'SG', 'MT', 'XK'])(
  '%s is on the map',
  (code) => {
    expect(countries.find((country) => country.code === code)?.path).toMatch(/^M[\d.,]+/);
  },
);

test('only two disputed places have no code', () => {
  expect(countries.length - codes.length).toBe(2);
});
