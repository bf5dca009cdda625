import { describe, expect, test } from 'bun:test';
import { keepQuery, newLinkPath } from '#web/features/address/keep-query.ts';

const before = (path: string) => {
  const [pathname = '', search = ''] = path.split('?');
  return { pathname, searchParams: new URLSearchParams(search) };
};
const link = '/links/0198';

describe('from screen to screen', () => {
  test.each([
    ['/analytics?range=30d&country=DE&country=JP', '/', '/?range=30d&country=DE&country=JP'],
    ['/?range=30d&country=DE', '/analytics', '/analytics?range=30d&country=DE'],
    ['/analytics?from=2026-01-02&to=2026-01-03', link, `${link}?from=2026-01-02&to=2026-01-03`],
    ['/analytics?tag=a&link=x&link=y', '/analytics', '/analytics?tag=a&link=x&link=y'],
    ['/analytics?tag=a&link=x', link, `${link}?tag=a`],
    ['/analytics?tag=a&device=mobile', '/links', '/links?device=mobile'],
    ['/conversions?link=x&page=2&cursor=c', '/tracking', '/tracking?link=x'],
    ['/analytics?range=12m&country=DE', '/', '/?range=90d&country=DE'],
    ['/analytics?range=today', '/conversions', '/conversions?range=7d'],
    ['/analytics?from=2026-01-02&to=2026-01-03', '/dashboard', '/dashboard?range=90d'],
    ['/analytics?range=12m', '/tracking', '/tracking?range=12m'],
    ['/analytics?measure=profit', '/conversions', '/conversions'],
    ['/analytics?country=DE&not=country', '/links', '/links?country=DE&not=country'],
    [
      '/links?os=iOS&referrer=news&not=os&not=referrer&contains=referrer',
      link,
      `${link}?os=iOS&referrer=news&not=os&not=referrer&contains=referrer`,
    ],
    ['/analytics?link=x&not=link', '/tracking', '/tracking?link=x&not=link'],
    ['/analytics?tag=a&link=x&os=iOS&not=tag&not=link&not=os', '/links', '/links?os=iOS&not=os'],
  ])('%s leads to %s as %s', (from, to, path) => {
    expect(keepQuery(to, before(from))).toBe(path);
  });

  test.each([
    ['/links?search=sale&page=3&range=30d', '/links?search=sale&page=3&range=30d&new=link'],
    ['/?range=90d', '/?range=90d&new=link'],
    ['/analytics?range=90d&country=DE', '/dashboard?range=90d&country=DE&new=link'],
    ['/settings/profile', '/dashboard?new=link'],
  ])('a new link from %s is made at %s', (from, to) => {
    expect(newLinkPath(before(from), 'link')).toBe(to);
  });

  test('a chosen link replaces those of the address', () => {
    const path = keepQuery('/analytics', before('/analytics?link=x&os=iOS&not=link&not=os'), 'z');

    expect(path).toBe('/analytics?os=iOS&not=os&link=z');
  });
});

describe('from My Links to a link and back', () => {
  const list = 'search=50+%25&status=paused&tag=a&sort=name&order=desc&page=3&cursor=c';

  test('the list is as it was', () => {
    const there = keepQuery(link, before(`/links?range=30d&${list}`));
    const back = keepQuery('/links', before(there));

    expect(new URLSearchParams(there.split('?')[1]).getAll('tag')).toEqual([]);
    expect(back).toBe(`/links?range=30d&${list}`);
  });

  test('another link keeps the way back', () => {
    const there = keepQuery(link, before(`/links?${list}`));

    expect(keepQuery('/links', before(keepQuery('/links/0199', before(there))))).toBe(
      `/links?${list}`,
    );
  });

  test('only what the list has in its address comes back', () => {
    expect(keepQuery('/links', before(`${link}?list=search%3Da%26range%3D90d%26x%3D1`))).toBe(
      '/links?search=a',
    );
  });

  test.each(['/links', '/links/import', '/analytics'])('%s has no place of the list', (to) => {
    expect(keepQuery(to, before(`/links?${list}`))).toBe(to);
  });
});
