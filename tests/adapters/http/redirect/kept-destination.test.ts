import { expect, test } from 'bun:test';
import type { RoutedLink } from '#core/redirect/routed-link';
import { keptInCookies } from '#adapters/http/cookies/kept-variant';
import { nameOn } from '#core/links/link-domain';
import { aServedDomain } from '#tests/support/builders/domains';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';
import {
  startRedirect,
  type RedirectServerOptions,
} from '#tests/support/processes/redirect-server';
import { agents } from '#tests/support/visitor';

const destinations = ['a', 'b', 'c'].map((page) => `https://shop.example/${page}`);
const even = [{ fromDay: '2026-01-01', slots: [1, 1, 1] }];

function aStickyLink(change: Partial<RoutedLink> = {}): RoutedLink {
  return aRoutedLink({
    destinations,
    splitVersion: 4,
    rotation: { isShuffled: false, isSticky: true, shares: even },
    ...change,
  });
}

function started(options: RedirectServerOptions = {}) {
  const server = startRedirect(options);
  /** The page that a visit gets, and the cookie that it sets. */
  const visit = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await server.get(path, {
      method,
      headers: { 'user-agent': agents.phone, ...headers },
    });
    return {
      page: answer.headers.get('location')?.replace('https://shop.example/', ''),
      cookies: answer.headers.getSetCookie(),
    };
  };
  return { server, visit, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test('[kept-destination] a person who comes again gets the same destination, and takes no turn of those who are new', async () => {
  await using here = started({ appUrl: 'https://go.example' });
  here.server.put(aStickyLink());

  const cookie = 'wp_kept_Ab3dEfG_4=2';
  const first = await here.visit('/Ab3dEfG');
  const second = await here.visit('/Ab3dEfG');
  const again = await here.visit('/Ab3dEfG/?utm_source=mail', { cookie: `a=b; ${cookie}` });
  const third = await here.visit('/Ab3dEfG', { cookie: 'a=b' });

  const attributes = 'Path=/Ab3dEfG; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure';
  expect(first).toEqual({ page: 'a', cookies: [`wp_kept_Ab3dEfG_4=1; ${attributes}`] });
  expect(second).toEqual({ page: 'b', cookies: [`${cookie}; ${attributes}`] });
  expect(again).toEqual({ page: 'b', cookies: [] });
  expect(third.page).toBe('c');
  expect(here.server.recorded().map(({ variant, position }) => [variant, position])).toEqual([
    [1, 1],
    [2, 2],
    [2, 0],
    [3, 3],
  ]);
});

test('[kept-destination] over plain http the cookie is not Secure, and an alias has its own path', async () => {
  await using here = started();
  here.server.put(aStickyLink({ aliases: ['sommer'] }));

  const { cookies } = await here.visit('/Sommer');

  expect(cookies).toEqual([
    'wp_kept_Ab3dEfG_4=1; Path=/Sommer; Max-Age=2592000; HttpOnly; SameSite=Lax',
  ]);
});

test.each([
  ['no number', 'wp_kept_Ab3dEfG_4=two'],
  ['no destination', 'wp_kept_Ab3dEfG_4=0'],
  ['more than there are', 'wp_kept_Ab3dEfG_4=4'],
  ['more than a digit', 'wp_kept_Ab3dEfG_4=22'],
  ['a list', 'wp_kept_Ab3dEfG_4=2,2'],
  ['a part of a header', 'wp_kept_Ab3dEfG_4=2%0d%0aset-cookie: a=b'],
  ['nothing', 'wp_kept_Ab3dEfG_4='],
  ['an address', 'wp_kept_Ab3dEfG_4=https://evil.example/'],
  ['of an earlier test of the link', 'wp_kept_Ab3dEfG_3=2'],
  ['of another link', 'wp_kept_Zz9yXwV_4=2'],
  ['whose name only ends alike', 'xwp_kept_Ab3dEfG_4=2'],
])(
  '[kept-destination] a cookie with %s is ignored: the visitor gets the next turn',
  async (_, cookie) => {
    await using here = started();
    here.server.put(aStickyLink());

    const { page, cookies } = await here.visit('/Ab3dEfG', { cookie });

    expect(page).toBe('a');
    expect(cookies).toEqual([expect.stringMatching(/^wp_kept_Ab3dEfG_4=1; /)]);
  },
);

test('only one digit from 1 to 4 is read of the cookie', () => {
  const read = (value: string) => keptInCookies(aStickyLink(), `wp_kept_Ab3dEfG_4=${value}`);

  expect(['1', '2', '3', '4'].map(read)).toEqual([1, 2, 3, 4]);
  for (const value of ['', '0', '5', '12', '2,2', '-1', '1.5', '1e0', 'two']) {
    expect([value, read(value)]).toEqual([value, 0]);
  }
  expect(keptInCookies(aStickyLink(), null)).toBe(0);
});

test('[kept-destination] a destination that is paused meanwhile is left for the next turn, and that one is kept', async () => {
  await using here = started();
  const shares = [{ fromDay: '2026-01-01', slots: [10, 0, 10] }];
  here.server.put(aStickyLink({ rotation: { isShuffled: false, isSticky: true, shares } }));

  const moved = await here.visit('/Ab3dEfG', { cookie: 'wp_kept_Ab3dEfG_4=2' });
  const stayed = await here.visit('/Ab3dEfG', { cookie: 'wp_kept_Ab3dEfG_4=3' });

  expect(moved).toEqual({ page: 'a', cookies: [expect.stringContaining('_4=1; ')] });
  expect(stayed).toEqual({ page: 'c', cookies: [] });
});

test('[kept-destination] people who opt out, programs, HEAD and prefetches get no cookie, and theirs is not used', async () => {
  await using here = started();
  here.server.put(aStickyLink());
  const cookie = 'wp_kept_Ab3dEfG_4=3';

  const visits = [
    await here.visit('/Ab3dEfG', { cookie, dnt: '1' }),
    await here.visit('/Ab3dEfG', { cookie, 'sec-gpc': '1' }),
    await here.visit('/Ab3dEfG', { cookie, 'user-agent': agents.crawler }),
    await here.visit('/Ab3dEfG', { cookie, 'user-agent': '' }),
    await here.visit('/Ab3dEfG', { cookie, 'sec-purpose': 'prefetch' }),
    await here.visit('/Ab3dEfG', { cookie }, 'HEAD'),
  ];

  expect(visits.map(({ page }) => page).join('')).toBe('abaaaa');
  expect(visits.flatMap(({ cookies }) => cookies)).toEqual([]);
});

test('[kept-destination] links without the switch read and set no such cookie', async () => {
  await using here = started();
  const { rotation: _, ...plain } = aStickyLink();
  here.server.put(plain);
  here.server.put(
    aStickyLink({
      id: '0193c0de-0000-7000-8000-0000000000ab',
      number: 8,
      code: 'Zz9yXwV',
      rotation: { isShuffled: true, shares: even },
    }),
  );
  const cookie = 'wp_kept_Ab3dEfG_4=3; wp_kept_Zz9yXwV_4=3';

  const visits = [];
  for (const path of ['/Ab3dEfG', '/Ab3dEfG', '/Ab3dEfG', '/Zz9yXwV', '/Zz9yXwV', '/Zz9yXwV']) {
    visits.push(await here.visit(path, { cookie }));
  }

  expect(visits.slice(0, 3).map(({ page }) => page)).toEqual(['a', 'b', 'c']);
  expect(new Set(visits.slice(3).map(({ page }) => page)).size).toBe(3);
  expect(visits.flatMap(({ cookies }) => cookies)).toEqual([]);
});

test('[kept-destination] the cookie of one link says nothing on another, and tells nobody apart', async () => {
  await using here = started();
  here.server.put(aStickyLink());
  here.server.put(
    aStickyLink({ id: '0193c0de-0000-7000-8000-0000000000ab', number: 8, code: 'Zz9yXwV' }),
  );

  const elsewhere = await here.visit('/Zz9yXwV', { cookie: 'wp_kept_Ab3dEfG_4=3' });
  const given = new Set<string>();
  for (let person = 0; person < 30; person += 1) {
    const { cookies } = await here.visit('/Ab3dEfG');
    for (const cookie of cookies) given.add(cookie.split(';')[0] ?? '');
  }

  expect(elsewhere.page).toBe('a');
  expect([...given].toSorted()).toEqual([1, 2, 3].map((number) => `wp_kept_Ab3dEfG_4=${number}`));
  expect(here.server.recorded().every(({ visitorCookie }) => visitorCookie === '')).toBe(true);
});

test('[kept-destination] a custom domain sets and reads no cookie: each visit there takes a turn', async () => {
  await using here = started();
  here.server.domains.replace([aServedDomain({ number: 3, host: 'links.example' })]);
  here.server.put(aStickyLink({ domainNames: [nameOn(3, 'Ab3dEfG')] }));
  const onDomain = { host: 'links.example', cookie: 'wp_kept_Ab3dEfG_4=3' };

  const visits = [await here.visit('/Ab3dEfG', onDomain), await here.visit('/Ab3dEfG', onDomain)];

  expect(visits).toEqual([
    { page: 'a', cookies: [] },
    { page: 'b', cookies: [] },
  ]);
});

test('beside the cookie that recognizes visitors, both are set', async () => {
  await using here = started({ newVisitorCookie: () => 'ab'.repeat(16) });
  here.server.put(aStickyLink());

  const { cookies } = await here.visit('/Ab3dEfG');

  expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual([
    'wp_visitor',
    'wp_kept_Ab3dEfG_4',
  ]);
});

test('the page that opens an app keeps the destination behind it', async () => {
  await using here = started();
  const app = { url: 'shop://sale', fallbackUrl: null };
  here.server.put(aStickyLink({ options: routedOptions({ ios: app }) }));

  const first = await here.visit('/Ab3dEfG');
  const again = await here.visit('/Ab3dEfG', { cookie: 'wp_kept_Ab3dEfG_4=1' });

  expect(first.cookies).toEqual([expect.stringContaining('wp_kept_Ab3dEfG_4=1; ')]);
  expect(again.cookies).toEqual([]);
  expect(here.server.recorded().map(({ variant }) => variant)).toEqual([1, 1]);
});
