import { expect, test } from 'bun:test';
import { noOptionValues } from '#web/features/links/options/option-values.ts';
import { noOptionsJson, noTexts } from '#tests/support/builders/links';
import type { Link } from '#web/api.ts';
import {
  changesCount,
  correctedPlaces,
  changeOf,
  copyOf,
  newLinkOf,
  newLinkValues,
  newValuesOf,
  valuesOf,
  type LinkValues,
} from '#web/features/links/form/link-form.ts';
import { notesOf } from '#web/features/links/form/notes.ts';
import { linkProblems } from '#web/features/links/form/link-problems.ts';

const typed = (change: Partial<LinkValues>): LinkValues => ({
  ...newLinkValues,
  originalUrl: 'https://example.com/',
  ...change,
});

const aLink: Link = {
  ...noOptionsJson,
  ...noTexts,
  id: 'l1',
  userId: 'u1',
  originalUrl: 'https://example.com/',
  shortCode: 'k7Qm2xP',
  shortUrl: 'https://wp.st/k7Qm2xP',
  customAlias: null,
  externalId: null,
  version: 1,
  domain: null,
  tags: [],
  folder: null,
  brokenDestinations: [],
  isActive: true,
  trackClicks: true,
  trackConversions: false,
  autoTrackProfit: false,
  expiresAt: null,
  profitPerSale: null,
  profitPerSaleCurrency: 'USD',
  splitTestEnabled: false,
  splitTestUrls: [],
  importedClicks: null,
  clickCounter: 0,
  totalClicks: 0,
  uniqueClicks: 0,
  botClicks: 0,
  totalConversions: 0,
  totalProfit: 0,
  totalRevenue: 0,
  conversionRate: 0,
  otherCurrencies: [],
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
};

const complaints = (change: Partial<LinkValues>) =>
  linkProblems(typed(change)).map(({ message }) => message);

test('a blank alias and empty destinations are not sent', () => {
  const wish = newLinkOf(
    typed({
      customAlias: '  ',
      splitTestEnabled: true,
      otherDestinations: [{ url: ' ' }, { url: 'https://example.com/b ' }],
    }),
  );

  expect(wish).not.toHaveProperty('customAlias');
  expect(wish).toMatchObject({ splitTestUrls: ['https://example.com/', 'https://example.com/b'] });
});

test('destinations are sent only while split testing is on', () => {
  const values = typed({ otherDestinations: [{ url: 'https://example.com/a' }] });

  expect(newLinkOf(values)).not.toHaveProperty('splitTestUrls');
  expect(changeOf(values, aLink)).not.toHaveProperty('splitTestUrls');
});

test('destinations of a test that begins get the UTM parameters of the first; those of a running test stay', () => {
  const [a, b] = ['https://example.com/?utm_source=news', 'https://example.com/b'];
  const others = (...urls: string[]) => ({ otherDestinations: urls.map((url) => ({ url })) });
  const begun = { originalUrl: a, splitTestEnabled: true, ...others(b) };
  const tagged = [a, `${b}?utm_source=news`];
  const running: Link = { ...aLink, splitTestEnabled: true, splitTestUrls: [a, b] };
  const changed = (change: Partial<LinkValues>) =>
    changeOf({ ...valuesOf(running), ...change }, running);
  const c = 'https://example.com/c';

  expect(newLinkOf(typed(begun))).toMatchObject({ splitTestUrls: tagged });
  expect(changeOf({ ...valuesOf(aLink), ...begun }, aLink)).toMatchObject({
    splitTestUrls: tagged,
  });
  expect(changed({ title: 'Sale' })).toEqual({ title: 'Sale' });
  expect(changed(others(c))).toMatchObject({ splitTestUrls: [a, c] });
  expect(changed(others(b, c))).toMatchObject({
    splitTestUrls: [...tagged, `${c}?utm_source=news`],
  });
});

test('names of a new test are sent with their addresses, and never those of a running one', () => {
  const test = { splitTestEnabled: true, destinationNames: ['', ' Video ', 'Quiz', ''] };
  const otherDestinations = ['', 'https://example.com/c'].map((url) => ({ url }));
  const named = typed({ ...test, otherDestinations });

  expect(newLinkOf(named)).toMatchObject({ splitTestNames: [null, 'Quiz'] });
  expect(changeOf(named, aLink)).toMatchObject({ splitTestNames: [null, 'Quiz'] });
  const running = { ...aLink, splitTestEnabled: true, splitTestUrls: ['https://a.example/'] };
  expect(changeOf(named, running)).not.toHaveProperty('splitTestNames');
  for (const without of [{ splitTestEnabled: false }, { destinationNames: ['', ' ', '', ''] }]) {
    expect(newLinkOf({ ...named, ...without })).not.toHaveProperty('splitTestNames');
  }
});

test('dollars become whole cents, rounded', () => {
  const counting = { trackConversions: true, autoTrackProfit: true };
  const cents = (profitPerSale: string) => {
    const wish = newLinkOf(typed({ ...counting, profitPerSale }));
    return 'profitPerSale' in wish ? wish.profitPerSale : undefined;
  };

  expect(['12.34', '0.29', '1,5', '.5'].map(cents)).toEqual([1234, 29, 150, 50]);
  // More than two decimals are rounded half up, by what was typed and not by its nearest double.
  expect(['1.005', '4.999', '0,125', '12.3449', '2.675'].map(cents)).toEqual([
    ...[101, 500, 13, 1234, 268],
  ]);
});

test('profit is automatic only when conversions are tracked', () => {
  expect(newLinkOf(typed({ autoTrackProfit: true })).autoTrackProfit).toBe(false);
});

test('an edit sends cleared fields as cleared', () => {
  const link = {
    ...aLink,
    customAlias: 'offer',
    title: 'Offer',
    description: 'Until May',
    notes: 'Ask Ann',
    tags: [{ id: 't1', name: 'spring', color: 'blue' as const }],
    folder: { id: 'f1', name: 'Shop' },
    expiresAt: '2027-03-28T09:30:00.000Z',
  };

  expect(changeOf(typed({}), link)).toEqual({
    customAlias: null,
    title: null,
    description: null,
    notes: null,
    tags: [],
    folder: null,
    expiresAt: null,
  });
});

test('the description is the beginning of the notes, and a change of them leaves it in them alone', () => {
  const link = { ...aLink, description: 'Until May', notes: 'Ask Ann' };
  const opened = valuesOf(link);

  expect(opened.notes).toBe('Until May\n\nAsk Ann');
  expect(changeOf({ ...opened, title: 'Offer' }, link)).toEqual({ title: 'Offer' });
  expect(changeOf({ ...opened, notes: `${opened.notes}, or Bo` }, link)).toEqual({
    notes: 'Until May\n\nAsk Ann, or Bo',
    description: null,
  });
  const without = { ...aLink, notes: 'Ask Ann' };
  expect(changeOf({ ...valuesOf(without), notes: 'Ask Bo' }, without)).toEqual({ notes: 'Ask Bo' });
});

test('a description that does not fit into the notes stays apart', () => {
  const link = { ...aLink, description: 'Until May', notes: 'x'.repeat(4995) };
  const opened = valuesOf(link);

  expect(opened.notes).toBe(link.notes);
  expect(changeOf({ ...opened, notes: 'Short' }, link)).toEqual({ notes: 'Short' });
});

test('notes that begin with the description have it once', () => {
  const link = { ...aLink, description: 'Until May', notes: 'Until May\n\nAsk Ann' };

  expect(valuesOf(link).notes).toBe('Until May\n\nAsk Ann');
  expect(notesOf({ description: 'Until May', notes: null })).toBe('Until May');
  expect(notesOf({ description: 'Until May', notes: 'Until May' })).toBe('Until May');
});

test('notes whose first word only begins as the description lose none of both', () => {
  const link = { ...aLink, description: 'Sale', notes: 'Salesperson: Ann' };

  expect(valuesOf(link).notes).toBe('Sale\n\nSalesperson: Ann');
});

test('a duplicate has all that was written about its link, also what is too long for the notes', () => {
  const link = { ...aLink, description: 'Until May', notes: 'x'.repeat(4995) };

  const copy = copyOf({ link }, 0);

  expect(copy.notes).toBe(`Until May\n\n${link.notes}`);
  expect(linkProblems(copy).map(({ path }) => path)).toContainEqual(['notes']);
});

test('an edit sends the changed fields alone, so that what others change meanwhile stays', () => {
  const tested = {
    ...aLink,
    title: 'Offer',
    trackConversions: true,
    autoTrackProfit: true,
    profitPerSale: 1050,
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/', 'https://example.com/b'],
  };
  const values = valuesOf(tested);

  expect(changeOf(values, tested)).toEqual({});
  expect(changeOf({ ...values, title: 'Sale' }, tested)).toEqual({ title: 'Sale' });
  // A test that begins elsewhere meanwhile goes on.
  const originalUrl = 'https://example.com/corrected';
  expect(changeOf({ ...valuesOf(aLink), originalUrl }, aLink)).toEqual({ originalUrl });
  expect(changeOf({ ...values, isActive: false }, tested)).toEqual({ isActive: false });
  expect(changeOf({ ...values, profitPerSale: '9' }, tested)).toEqual({
    trackConversions: true,
    autoTrackProfit: true,
    profitPerSale: 900,
    profitPerSaleCurrency: 'USD',
  });
});

test('a link stays on the domain to which others have moved it', () => {
  const link = { ...aLink, domain: 'go.brand.example' };
  const edited = (domain: string | null) => changeOf({ ...valuesOf(link), domain }, link);

  expect(edited(null)).toEqual({});
  expect(edited('go.brand.example')).toEqual({});
  expect(edited('')).toEqual({ domain: null });
  expect(edited('l.brand.example')).toEqual({ domain: 'l.brand.example' });
  expect(changeOf({ ...valuesOf(aLink), domain: '' }, aLink)).toEqual({});
});

test('an expiration is sent only when it was changed, and to the minute', () => {
  const link = { ...aLink, profitPerSale: 1050, expiresAt: '2027-03-28T09:30:17.000Z' };
  const values = valuesOf(link);
  const later = valuesOf({ ...link, expiresAt: '2027-03-28T09:31:00.000Z' });

  expect(values.profitPerSale).toBe('10.50');
  expect(changeOf(values, link)).not.toHaveProperty('expiresAt');
  expect(changeOf(later, link)).toMatchObject({ expiresAt: '2027-03-28T09:31:00.000Z' });
});

test('the first destination of a split test is typed in the URL field and sent as both', () => {
  const tested = {
    ...aLink,
    originalUrl: 'https://example.com/kept',
    splitTestEnabled: true,
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  };
  const values = valuesOf(tested);

  expect([values.originalUrl, values.otherDestinations]).toEqual([
    'https://example.com/a',
    [{ url: 'https://example.com/b' }],
  ]);
  expect(changeOf(values, tested)).not.toHaveProperty('originalUrl');
  expect(changeOf(values, aLink)).toMatchObject({
    originalUrl: 'https://example.com/a',
    splitTestUrls: ['https://example.com/a', 'https://example.com/b'],
  });
});

test('other destinations of a running test are corrections, unless there are more or fewer', () => {
  const urls = ['https://example.com/', 'https://example.com/b'];
  const running: Link = { ...aLink, splitTestEnabled: true, splitTestUrls: urls };
  const other = { otherDestinations: [{ url: 'https://example.com/c' }] };
  const asked = (change: Partial<LinkValues>, link = running) => {
    const values = { ...valuesOf(link), ...change };
    return { count: changesCount(values, link), places: correctedPlaces(values, link) };
  };

  expect(asked({ title: 'Sale', splitTestEnabled: false })).toEqual({ count: false, places: [] });
  expect(asked({ originalUrl: 'example.com' })).toEqual({ count: false, places: [] });
  expect(asked(other)).toEqual({ count: false, places: [1] });
  expect(asked({ originalUrl: 'https://example.com/?utm_source=x' }).places).toEqual([0]);
  const more = { otherDestinations: [...urls, ...urls].map((url) => ({ url })) };
  expect(asked(more)).toEqual({ count: true, places: [] });
  expect(asked({ ...other, splitTestEnabled: true }, aLink)).toEqual({ count: false, places: [] });
});

test('whether a running test continues is sent with a corrected destination alone', () => {
  const urls = ['https://example.com/', 'https://example.com/b'];
  const running: Link = { ...aLink, splitTestEnabled: true, splitTestUrls: urls };
  const sent = (change: Partial<LinkValues>) =>
    changeOf({ ...valuesOf(running), ...change }, running);
  const corrected = { otherDestinations: [{ url: 'https://example.com/c' }] };

  const splitTestUrls = ['https://example.com/', 'https://example.com/c'];
  expect(sent({ ...corrected, splitTestContinues: 'continue' })).toMatchObject({
    splitTestUrls,
    splitTestContinues: true,
  });
  expect(sent({ ...corrected, splitTestContinues: 'new' })).toMatchObject({
    splitTestContinues: false,
  });
  expect(sent({ splitTestContinues: 'new' })).toEqual({});
  const more = { otherDestinations: [...urls].map((url) => ({ url })) };
  expect(sent({ ...more, splitTestContinues: 'continue' })).not.toHaveProperty(
    'splitTestContinues',
  );
});

test('hidden fields are neither validated nor sent', () => {
  const hidden = typed({
    trackConversions: true,
    autoTrackProfit: false,
    profitPerSale: '-5',
    splitTestEnabled: false,
    otherDestinations: [{ url: 'nonsense' }],
  });

  expect(linkProblems(hidden)).toEqual([]);
  for (const sent of [newLinkOf(hidden), changeOf(hidden, aLink)]) {
    expect(sent).not.toHaveProperty('profitPerSale');
    expect(sent).not.toHaveProperty('splitTestUrls');
  }
});

test.each([
  [{ customAlias: 'a'.repeat(51) }, 'Use at most 50 characters'],
  [{ customAlias: 'two words' }, 'Use letters, numbers, hyphens and underscores only'],
  [
    { originalUrl: `https://x.example/${'a'.repeat(2048)}` },
    'Use a URL of at most 2,048 characters',
  ],
  [{ splitTestEnabled: true }, 'A split test needs at least two destinations'],
  [{ trackConversions: true, autoTrackProfit: true }, 'Enter the profit per sale'],
  [{ title: 'x'.repeat(201) }, 'Use at most 200 characters'],
  [{ notes: 'x'.repeat(5001) }, 'Use at most 5000 characters'],
])('%j is refused with its reason', (change, message) => {
  expect(complaints(change)).toEqual([message]);
});

test('a URL may have no scheme', () => {
  for (const originalUrl of ['shop.example/sale', 'shop.example:8080', 'bücher.example?a=b']) {
    expect([originalUrl, complaints({ originalUrl })]).toEqual([originalUrl, []]);
  }
});

test('only web addresses are destinations', () => {
  const hostile = ['', 'example', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com'];
  for (const originalUrl of hostile) {
    expect([originalUrl, complaints({ originalUrl })]).toEqual([
      originalUrl,
      ['Please enter a valid URL'],
    ]);
  }
  const others = [{ url: '' }, { url: 'nonsense' }];
  expect(complaints({ splitTestEnabled: true, otherDestinations: others })).toEqual([
    'Please enter a valid URL',
  ]);
});

test('a negative profit is rejected', () => {
  const counting = { trackConversions: true, autoTrackProfit: true };
  expect(complaints({ ...counting, profitPerSale: '-0.01' })).toEqual(['Profit must be positive']);
  expect(complaints({ ...counting, profitPerSale: '1,299' })).toEqual([
    'Enter an amount such as 49.99',
  ]);
  expect(complaints({ ...counting, profitPerSale: '0' })).toEqual([]);
});

test('a time that is none is rejected', () => {
  expect(complaints({ expiresAt: '20266-01-01T00:00' })).toEqual(['Please enter a valid date']);
  expect(complaints({ options: { ...noOptionValues, startsAt: '20266-01-01T00:00' } })).toEqual([
    'Please enter a valid date',
  ]);
});

test('a new link starts with the settings, and sends null for no expiration', () => {
  const now = new Date('2026-11-21T09:30:00Z');
  const settled = { trackClicks: false, trackConversions: true, expirationDays: 7 };
  const begun = { ...newValuesOf(settled, now), originalUrl: 'https://example.com/' };

  expect(newLinkOf(begun)).toMatchObject({
    trackClicks: false,
    trackConversions: true,
    expiresAt: '2026-11-28T09:30:00.000Z',
  });
  expect(newLinkOf({ ...begun, expiresAt: '' })).toMatchObject({ expiresAt: null });
  expect(newValuesOf(undefined, now)).toEqual(newLinkValues);
});
