import { expect, test } from 'bun:test';
import {
  followingUtm,
  keptUtm,
  type Utm,
  utmOf,
  withUtm,
  withUtmOfFirst,
} from '#web/features/links/utm/utm.ts';

const none: Utm = {
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

test.each<[string, Partial<Utm>]>([
  ['', {}],
  ['https://a.example', {}],
  ['https://a.example/?x=utm_source', {}],
  [
    'https://a.example/?utm_source=letter&utm_medium=e-mail',
    { utm_source: 'letter', utm_medium: 'e-mail' },
  ],
  ['https://a.example/?utm_term=red+shoes%20%26%20more', { utm_term: 'red shoes & more' }],
  ['https://a.example/?utm_source=first&utm_source=second', { utm_source: 'first' }],
  ['https://a.example/?utm_source=a=b', { utm_source: 'a=b' }],
  ['https://a.example/?utm_source', {}],
  ['https://a.example/?utm%5Fsource=letter', { utm_source: 'letter' }],
  ['https://a.example/?utm_content=50%', { utm_content: '50%' }],
  ['https://a.example/#?utm_source=no', {}],
  ['https://a.example/?utm_campaign=%C3%BC', { utm_campaign: 'ü' }],
  ['a.example?utm_source=bare', { utm_source: 'bare' }],
])('the parameters of %j are %j', (searchParams, utm) => {
  expect(utmOf(searchParams)).toEqual({ ...none, ...utm });
});

test.each<[string, Partial<Utm>, string]>([
  ['https://a.example', { utm_source: 'letter' }, 'https://a.example?utm_source=letter'],
  ['https://a.example/?', { utm_source: 'x' }, 'https://a.example/?utm_source=x'],
  ['https://a.example/#top', { utm_source: 'x' }, 'https://a.example/?utm_source=x#top'],
  [
    'https://a.example/?a=1#t?b',
    { utm_term: 'red & blue' },
    'https://a.example/?a=1&utm_term=red%20%26%20blue#t?b',
  ],
  [
    'https://a.example/?utm_source=x&b=%7e+%20',
    { utm_source: 'y' },
    'https://a.example/?utm_source=y&b=%7e+%20',
  ],
  ['https://a.example/?a=1&utm_source=x', { utm_source: '' }, 'https://a.example/?a=1'],
  ['https://a.example/?utm_source=x#top', { utm_source: '' }, 'https://a.example/#top'],
  [
    'https://a.example/?utm_source=x&a&utm_source=y',
    { utm_source: 'z' },
    'https://a.example/?utm_source=z&a',
  ],
  [
    'https://a.example/?utm_term=red+shoes',
    { utm_term: 'red shoes' },
    'https://a.example/?utm_term=red+shoes',
  ],
  ['https://a.example/?a=&&b', { utm_medium: 'm' }, 'https://a.example/?a=&&b&utm_medium=m'],
  ['https://a.example/?a=1', {}, 'https://a.example/?a=1'],
  ['https://a.example/?a=1', { utm_source: '' }, 'https://a.example/?a=1'],
  [
    'https://ä.example/ü?ö=ß',
    { utm_campaign: 'grün' },
    'https://ä.example/ü?ö=ß&utm_campaign=gr%C3%BCn',
  ],
])('%j with %j is %j', (searchParams, wanted, expected) => {
  expect(withUtm(searchParams, wanted)).toBe(expected);
  expect(utmOf(withUtm(searchParams, wanted))).toEqual({ ...utmOf(searchParams), ...wanted });
});

test.each([
  'https://a.example/sale ',
  '\thttps://a.example/sale',
  'https://a.example/sale\u00A0\n',
])('blanks around %j do not become a part of the address', (typed) => {
  expect(withUtm(typed, { utm_source: 'news' })).toBe('https://a.example/sale?utm_source=news');
  expect(withUtm(typed, {})).toBe(typed);
});

test('destinations without UTM parameters get those of the first, and others keep theirs', () => {
  const first = 'https://a.example/?x=1&utm_source=news&utm_campaign=sale';

  expect(
    withUtmOfFirst([
      first,
      'https://b.example/?y=2#top',
      'https://c.example/?utm_content=video',
      'https://d.example/?utm_source=',
    ]),
  ).toEqual([
    first,
    'https://b.example/?y=2&utm_source=news&utm_campaign=sale#top',
    'https://c.example/?utm_content=video',
    'https://d.example/?utm_source=news&utm_campaign=sale',
  ]);
  expect(withUtmOfFirst(['https://a.example/', 'https://b.example/?y=2'])).toEqual([
    'https://a.example/',
    'https://b.example/?y=2',
  ]);
});

test('each destination gets back the parameters that it had, also when they were equal for a while', () => {
  const restored = keptUtm(['https://a.example/', 'https://b.example/?utm_source=x', '']);

  expect(
    restored([
      'https://a.example/new?utm_source=x',
      'https://b.example/?utm_source=x&utm_medium=y',
      ' ',
      'https://d.example/?utm_source=x',
    ]),
  ).toEqual([
    'https://a.example/new',
    'https://b.example/?utm_source=x',
    ' ',
    'https://d.example/?utm_source=x',
  ]);
});

test('another destination follows a change where it has the value of the first, and keeps its own', () => {
  const before = utmOf('https://a.example/?utm_source=news&utm_content=photo');
  const follow = (url: string, wanted: Partial<Utm>) => followingUtm(url, { before, wanted });
  const own = 'https://b.example/?utm_source=news&utm_content=video';

  expect(follow(own, { utm_content: 'photos' })).toBe(own);
  expect(follow(own, { utm_source: 'mail', utm_content: '' })).toBe(
    'https://b.example/?utm_source=mail&utm_content=video',
  );
  expect(follow(own, { utm_campaign: 'sale' })).toBe(`${own}&utm_campaign=sale`);
  expect(follow(own, { utm_source: '' })).toBe('https://b.example/?utm_content=video');
  expect(follow('https://b.example/', { utm_content: 'photos' })).toBe(
    'https://b.example/?utm_source=news&utm_content=photos',
  );
});
