import { expect, test } from 'bun:test';
import type { LinkRule } from '#core/links/options/link-options';
import type { RoutedOptions } from '#core/redirect/options/routed-options';
import { type Visit, type Visitor, visitLink } from '#core/redirect/visit-link';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';

const noon = Date.UTC(2026, 10, 22, 12);
const human: Visitor = {
  isHead: false,
  isPrefetch: false,
  isAnonymous: false,
  userAgent: 'iPhone',
  address: '203.0.113.7',
  referrer: '',
  query: '',
  visitorCookie: '',
  acceptLanguage: 'de-DE,de;q=0.9',
  isTrusted: false,
};
const germanRule: LinkRule = {
  id: 41,
  devices: [],
  countries: ['DE'],
  languages: ['de'],
  systems: ['ios'],
  url: 'https://shop.example/de',
};

function world() {
  const counts = new Map<string, number>();
  const asked = { countries: 0 };
  let position = 0;
  const visit = visitLink({
    clock: { now: () => noon },
    newId: (atMs) => `id-at-${atMs}`,
    positions: { take: () => (position += 1) },
    clickLimits: {
      isSpent: (number, { most, version }) => (counts.get(`${number}.${version}`) ?? 0) >= most,
      count: (number, { version }) => {
        const key = `${number}.${version}`;
        counts.set(key, (counts.get(key) ?? 0) + 1);
      },
    },
    isBot: (userAgent) => userAgent.includes('bot'),
    isPreviewBot: (userAgent) => userAgent.includes('previewbot'),
    describeAgent: (userAgent) =>
      userAgent === 'iPhone' ? { device: 'mobile', os: 'iOS' } : { device: 'desktop', os: 'Linux' },
    countryOf: () => {
      asked.countries += 1;
      return 'DE';
    },
    clickIds: { sign: ({ linkNumber, variant }) => `cid.${linkNumber}.${variant}` },
  });
  return { visit, asked, positions: () => position };
}

const linkWith = (options: Partial<RoutedOptions>, more = {}) =>
  aRoutedLink({ options: routedOptions(options), ...more });

function destinationOf(visit: Visit): string {
  return visit.kind === 'redirect' ? visit.destination : visit.kind;
}

test('[link-gates] before its start a link is early, from its exact millisecond on it redirects', () => {
  const { visit } = world();

  expect(visit(linkWith({ startsAtMs: noon + 1 }), human)).toEqual({
    kind: 'early',
    startsAtMs: noon + 1,
  });
  expect(visit(linkWith({ startsAtMs: noon }), human).kind).toBe('redirect');
});

test('[link-gates] a link that expired before its start is over', () => {
  const { visit } = world();
  const link = linkWith({ startsAtMs: noon + 1 }, { expiresAtMs: noon });

  expect(visit(link, human)).toEqual({ kind: 'gone', because: 'expired' });
});

test('[link-gates] an expired link leads to its destination for afterwards, uncounted, if it has one', () => {
  const { visit } = world();
  const expiredUrl = 'https://shop.example/over';
  const expiresAtMs = noon;

  expect(visit(linkWith({ expiredUrl }, { expiresAtMs }), human)).toEqual({
    kind: 'redirect',
    destination: expiredUrl,
    record: null,
  });
  expect(visit(linkWith({ passQuery: true }, { expiresAtMs }), human)).toEqual({
    kind: 'gone',
    because: 'expired',
  });
  expect(visit(linkWith({ expiredUrl: 'javascript:1' }, { expiresAtMs }), human).kind).toBe('gone');
});

test('[click-limit] a link with a limit of n redirects n human visits, and bots use up none', () => {
  const { visit } = world();
  const link = linkWith({ clickLimit: { most: 3, version: 1 } });
  const bot = { ...human, userAgent: 'a bot' };

  const kinds = [human, bot, human, { ...human, isPrefetch: true }, human, human, bot].map(
    (visitor) => visit(link, visitor).kind,
  );

  expect(kinds).toEqual([
    ...Array.from({ length: 5 }, () => 'redirect' as const),
    'gone' as const,
    'gone' as const,
  ]);
  expect(visit(link, human)).toEqual({ kind: 'gone', because: 'spent' });
  expect(visit(linkWith({ clickLimit: { most: 4, version: 1 } }), human).kind).toBe('redirect');
  expect(visit(linkWith({ clickLimit: { most: 1, version: 2 } }), human).kind).toBe('redirect');
  expect(visit(linkWith({ isSpent: true }), human)).toEqual({ kind: 'gone', because: 'spent' });
});

test('[link-password] without a proof nobody learns the destination, and nothing is counted', () => {
  const { visit } = world();
  const limit = { clickLimit: { most: 1, version: 1 } };
  const link = linkWith({ passwordHash: 'hash', rules: [germanRule], ...limit });

  for (const userAgent of ['iPhone', 'a bot', '']) {
    expect(visit(link, { ...human, userAgent, referrer: 'https://r.example/' })).toEqual({
      kind: 'locked',
      referrer: 'https://r.example/',
    });
  }
  expect(destinationOf(visit(link, { ...human, isTrusted: true }))).toBe(germanRule.url);
});

test('rules decide before app links and before the split test, and the click records the rule', () => {
  const { visit, positions } = world();
  const destinations = ['https://a.example/', 'https://b.example/'];
  const ios = { url: 'https://apps.example/ios', fallbackUrl: null };
  const link = linkWith({ rules: [germanRule], ios }, { destinations, splitVersion: 3 });

  const german = visit(link, human);
  const english = visit(link, { ...human, acceptLanguage: 'en' });
  const desktop = visit(link, { ...human, userAgent: 'Firefox' });

  expect(german).toMatchObject({
    destination: germanRule.url,
    record: { rule: 41, variant: 0, position: 0, splitVersion: 0 },
  });
  expect(english).toMatchObject({ destination: ios.url, record: { rule: 0, variant: 0 } });
  expect(desktop).toMatchObject({
    destination: 'https://a.example/',
    record: { rule: 0, variant: 1, position: 1, splitVersion: 3 },
  });
  expect(positions()).toBe(1);
});

test('the country is looked up only for links with a rule by country', () => {
  const { visit, asked } = world();
  visit(linkWith({ rules: [{ ...germanRule, countries: [] }] }), human);
  expect(asked.countries).toBe(0);
  visit(linkWith({ rules: [germanRule] }), human);
  expect(asked.countries).toBe(1);
});

test('an app’s own scheme is opened by a page, with the fallback or the link’s own destination', () => {
  const { visit } = world();
  const app = (fallbackUrl: string | null) =>
    linkWith(
      { ios: { url: 'shop://item/5', fallbackUrl }, passQuery: true },
      { trackConversions: true },
    );

  expect(visit(app('https://store.example/'), { ...human, query: 'x=1' })).toMatchObject({
    kind: 'app',
    appUrl: 'shop://item/5?x=1&wp_cid=cid.7.0',
    destination: 'https://store.example/?x=1&wp_cid=cid.7.0',
  });
  expect(visit(app(null), human)).toMatchObject({
    kind: 'app',
    destination: 'https://shop.example/sale?wp_cid=cid.7.0',
  });
  const planted = linkWith({ ios: { url: 'javascript://x', fallbackUrl: null } });
  expect(visit(planted, human)).toEqual({ kind: 'unknown' });
});

test('only programs that make previews get the preview, recorded as a bot', () => {
  const { visit } = world();
  const preview = { title: 'Sale', text: null, picture: null };
  const link = linkWith({ preview, passwordHash: 'hash' });

  expect(visit(link, { ...human, userAgent: 'a previewbot' })).toMatchObject({
    kind: 'preview',
    preview,
    record: { class: 'bot' },
  });
  expect(visit(link, { ...human, userAgent: 'a bot' }).kind).toBe('locked');
  expect(visit(linkWith({ preview }), human).kind).toBe('redirect');
  expect(
    visit(linkWith({ preview }, { trackClicks: false }), { ...human, userAgent: 'previewbot' }),
  ).toMatchObject({ kind: 'preview', record: null });
});

test('the visitor’s query is handed on only when the owner wants it', () => {
  const { visit } = world();
  const visitor = { ...human, query: 'utm_source=x' };

  expect(destinationOf(visit(linkWith({ passQuery: true }), visitor))).toBe(
    'https://shop.example/sale?utm_source=x',
  );
  expect(destinationOf(visit(linkWith({ startsAtMs: 1 }), visitor))).toBe(
    'https://shop.example/sale',
  );
});
