import { expect, test } from 'bun:test';
import type { Link } from '#web/api.ts';
import {
  changeOf,
  linkSchema,
  type LinkValues,
  newLinkValues,
  newValuesOf,
  valuesOf,
  wishOf,
} from '#web/components/link-form.ts';

const typed = (change: Partial<LinkValues>): LinkValues => ({
  ...newLinkValues,
  originalUrl: 'https://example.com/',
  ...change,
});

const aLink: Link = {
  ...{ id: 'l1', userId: 'u1', originalUrl: 'https://example.com/', shortCode: 'k7Qm2xP' },
  ...{ shortUrl: 'https://wp.st/k7Qm2xP', customAlias: null, title: null, description: null },
  ...{ isActive: true, trackClicks: true, trackConversions: false, autoTrackProfit: false },
  ...{ expiresAt: null, profitPerSale: null, splitTestEnabled: false, splitTestUrls: [] },
  ...{ clickCounter: 0, totalClicks: 0, uniqueClicks: 0, botClicks: 0, totalConversions: 0 },
  ...{ totalProfit: 0, totalRevenue: 0, conversionRate: 0, otherCurrencies: [] },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' },
};

const complaints = (change: Partial<LinkValues>) =>
  linkSchema.safeParse(typed(change)).error?.issues.map(({ message }) => message) ?? [];

test('a blank alias and empty destinations stay at home', () => {
  const wish = wishOf(
    typed({
      customAlias: '  ',
      splitTestEnabled: true,
      splitTestUrls: [{ url: ' ' }, { url: 'https://example.com/b ' }],
    }),
  );

  expect(wish).not.toHaveProperty('customAlias');
  expect(wish.splitTestUrls).toEqual(['https://example.com/b']);
});

test('destinations are sent only while split testing is on', () => {
  const values = typed({ splitTestUrls: [{ url: 'https://example.com/a' }] });

  expect(wishOf(values)).not.toHaveProperty('splitTestUrls');
  expect(changeOf(values)).not.toHaveProperty('splitTestUrls');
});

test('dollars become whole cents, rounded', () => {
  const cents = (profitPerSale: string) => wishOf(typed({ profitPerSale })).profitPerSale;

  expect([cents('12.34'), cents('0.29'), cents('1.005'), cents('')]).toEqual([
    1234,
    29,
    100,
    undefined,
  ]);
});

test('profit is automatic only where conversions are tracked', () => {
  expect(wishOf(typed({ autoTrackProfit: true })).autoTrackProfit).toBe(false);
});

test('an edit clears what was cleared', () => {
  const change = changeOf(typed({}));

  expect(change).toMatchObject({ customAlias: null, title: null, expiresAt: null });
  expect(change.profitPerSale).toBeNull();
});

test('an expiry is kept to the minute on the way into the form and out of it', () => {
  const link = { ...aLink, profitPerSale: 1050, expiresAt: '2027-03-28T09:30:00.000Z' };
  const values = valuesOf(link);

  expect(values.profitPerSale).toBe('10.5');
  expect(changeOf(values).expiresAt).toBe('2027-03-28T09:30:00.000Z');
});

test('only web addresses are destinations', () => {
  const hostile = [
    '',
    'example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
  ];
  for (const originalUrl of hostile) {
    expect([originalUrl, complaints({ originalUrl })]).toEqual([
      originalUrl,
      ['Please enter a valid URL'],
    ]);
  }
  expect(complaints({ splitTestUrls: [{ url: '' }, { url: 'nonsense' }] })).toEqual([
    'Please enter a valid URL',
  ]);
});

test('profit is no less than nothing', () => {
  expect(complaints({ profitPerSale: '-0.01' })).toEqual(['Profit must be positive']);
  expect(complaints({ profitPerSale: '0' })).toEqual([]);
});

test('a new link begins as the settings have it, and for ever is said aloud', () => {
  const now = new Date('2026-11-21T09:30:00Z');
  const settled = { trackClicks: false, trackConversions: true, expirationDays: 7 };
  const begun = { ...newValuesOf(settled, now), originalUrl: 'https://example.com/' };

  expect(wishOf(begun)).toMatchObject({
    ...{ trackClicks: false, trackConversions: true },
    expiresAt: '2026-11-28T09:30:00.000Z',
  });
  expect(wishOf({ ...begun, expiresAt: '' })).toMatchObject({ expiresAt: null });
  expect(newValuesOf(undefined, now)).toEqual(newLinkValues);
});
