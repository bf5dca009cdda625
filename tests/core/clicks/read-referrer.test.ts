import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readReferrers } from '#core/clicks/read-referrer';
import { anyVisit, aVisit } from '#tests/support/builders/visits';

const ownHosts = new Set(['go.example']);
const read = (referrer: string) => readReferrers(ownHosts)(aVisit({ referrer }));

test.each([
  ['https://www.News.Example/a/b?email=x@y.z#top', 'news.example', 'https://www.news.example/a/b'],
  ['http://news.example:8080/', 'news.example', 'http://news.example:8080/'],
  ['https://user:secret@news.example/a', 'news.example', 'https://news.example/a'],
  ['https://news.example.', 'news.example', 'https://news.example./'],
  ['https://bücher.example/', 'xn--bcher-kva.example', 'https://xn--bcher-kva.example/'],
])(
  '[no-queries-kept] %p is stored as host, and as origin and path only',
  (given, referrer, referrerUrl) => {
    expect(read(given)).toEqual({ referrer, referrerUrl });
  },
);

test.each([
  ['https://l.instagram.com/?u=x', 'instagram.com'],
  ['https://lm.facebook.com/l.php', 'facebook.com'],
  ['https://t.co/abc', 'x.com'],
  ['https://l.instagram.com.evil.example/', 'l.instagram.com.evil.example'],
])('%p is counted for the site that sent the visitor', (given, referrer) => {
  expect(read(given).referrer).toBe(referrer);
});

test.each([
  '',
  'news.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'android-app://com.example',
  'file:///etc/passwd',
  'https://',
  'http://a b/',
  '<script>alert(1)</script>',
  'https://go.example/abc',
  'https://www.GO.example/abc',
])('%p is a direct visit', (given) => {
  expect(read(given)).toEqual({ referrer: '', referrerUrl: '' });
});

test('[bounded-input] any referrer becomes a short, clean address or none', () => {
  fc.assert(
    fc.property(
      anyVisit,
      fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.string()),
      (visit, referrer) => {
        const kept = readReferrers(ownHosts)({ ...visit, referrer });

        expect(kept.referrerUrl.length).toBeLessThanOrEqual(512);
        expect(kept.referrerUrl).not.toMatch(/[?#\s<>]/);
        expect(kept.referrer === '').toBe(kept.referrerUrl === '');
        expect(URL.parse(kept.referrerUrl)?.username ?? '').toBe('');
      },
    ),
  );
});

test('a cached referrer equals the parsed one, at once and after many others', () => {
  const cached = readReferrers(ownHosts);
  const pages = Array.from({ length: 5000 }, (_, page) => `https://news.example/${page}?x=${page}`);
  const some = [
    '',
    'https://go.example/a',
    `https://news.example/${'a'.repeat(600)}`,
    'no address',
  ];

  for (const referrer of [...some, ...some, ...pages, ...some, ...pages.slice(0, 10)]) {
    expect(cached(aVisit({ referrer }))).toEqual(read(referrer));
  }
});
