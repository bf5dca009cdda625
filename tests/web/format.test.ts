import { expect, test } from 'bun:test';
import {
  changeLabel,
  counted,
  countryName,
  currencySymbol,
  dayLabel,
  displayName,
  initials,
  linkName,
  momentLabel,
  money,
  moneyIn,
  networkLabel,
  oneDecimal,
  relativeDate,
  withoutScheme,
} from '#web/format.ts';

test('a network is shown with an x for the missing part', () => {
  expect(['127.0.0.0', '203.0.113.0', '2001:db8:1::', ''].map(networkLabel)).toEqual([
    ...['127.0.0.x', '203.0.113.x', '2001:db8:1:x', ''],
  ]);
});

test('cents are shown as US dollars with two decimals, or none for whole amounts', () => {
  expect([0, 1, 1250, 1_248_000].map(money)).toEqual(['$0', '$0.01', '$12.50', '$12,480']);
});

test('each currency has its own symbol, also for negative amounts', () => {
  expect(moneyIn(4250, 'EUR')).toBe('€42.50');
  expect(moneyIn(-12_900, 'USD')).toBe('-$129');
  expect(['USD', 'EUR', 'GBP', 'CAD', 'AUD'].map(currencySymbol)).toEqual([
    '$',
    '€',
    '£',
    'CA$',
    'A$',
  ]);
});

test('a count has its unit, singular or plural', () => {
  expect([0, 1, 2, 1000].map((count) => counted(count, 'click'))).toEqual([
    '0 clicks',
    '1 click',
    '2 clicks',
    '1,000 clicks',
  ]);
});

test('a date is shown in days under a week, in weeks under thirty days, then as a date', () => {
  const now = new Date(2026, 10, 21, 9);
  const ago = (days: number) => relativeDate(new Date(2026, 10, 21 - days, 23).toISOString(), now);

  expect([0, 1, 2, 6].map(ago)).toEqual(['Today', '1 day ago', '2 days ago', '6 days ago']);
  expect([7, 13, 14, 29].map(ago)).toEqual([
    '1 week ago',
    '1 week ago',
    '2 weeks ago',
    '4 weeks ago',
  ]);
  expect([ago(30), ago(299)]).toEqual(['Oct 22', 'Jan 26']);
  expect(ago(300)).toContain('2026');
});

test('a clock behind the server’s never shows a future date', () => {
  const now = new Date(2026, 10, 21, 9);
  expect(relativeDate(new Date(2026, 10, 22, 1).toISOString(), now)).toBe('Today');
});

test('changes have a sign, and words when there is no number', () => {
  expect([12, 1858.8, -3.5, 0, 'new' as const, null].map(changeLabel)).toEqual([
    '+12%',
    '+1,859%',
    '-3.5%',
    '0%',
    'new',
    '—',
  ]);
});

test('a day has the same label in every time zone', () => {
  expect(dayLabel('2026-11-01')).toMatch(/1/);
  expect(dayLabel('2026-11-01')).not.toMatch(/31/);
});

test('people are shown by their name, else by the part before the @', () => {
  const email = 'ada@acme.example';
  expect(displayName({ firstName: 'Ada', lastName: 'Byron', email })).toBe('Ada Byron');
  expect(displayName({ firstName: '', lastName: null, email })).toBe('ada');
  expect(initials({ firstName: 'Ada', lastName: 'byron', email })).toBe('AB');
  expect(initials({ firstName: null, lastName: null, email })).toBe('U');
});

test('countries have names, and other text is unchanged', () => {
  expect(['DE', 'Unknown', 'Other'].map(countryName)).toEqual(['Germany', 'Unknown', 'Other']);
});

test('percentages have one decimal, and URLs are shown without their scheme', () => {
  expect([38.2, 100, 0].map(oneDecimal)).toEqual(['38.2', '100.0', '0.0']);
  expect(withoutScheme('https://acme.example/')).toBe('acme.example');
});

test('a moment of another year is shown with its year', () => {
  const now = new Date(2026, 10, 26, 12);
  const label = (...at: [number, number, number]) =>
    momentLabel(new Date(...at, 9, 30).toISOString(), now);
  expect(label(2026, 0, 1)).not.toContain('2026');
  expect(label(2025, 11, 31)).toContain('2025');
  expect(label(2027, 0, 1)).toContain('2027');
});

test('a link has one name: its title, or else its short address', () => {
  const shortUrl = 'https://go.example/sale';
  expect(linkName({ title: 'Autumn', shortUrl })).toBe('Autumn');
  expect(linkName({ title: null, shortUrl })).toBe('go.example/sale');
});
