import { afterEach, expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { createMemoryRouter } from 'react-router';
import { timeRangeAtom } from '#web/features/address/time-ranges.tsx';
import { linkInUrlAtom } from '#web/features/links/link-in-url.ts';
import { followRouterAtom, searchParamsAtom } from '#web/app/state/search-params.ts';
import { until } from '#tests/support/until';

const ends: (() => void)[] = [];

function world(searchParams: string) {
  const store = createStore();
  const router = createMemoryRouter([{ path: '*', Component: () => null }], {
    initialEntries: [searchParams],
  });
  const leave = store.set(followRouterAtom, router);
  ends.push(leave, () => router.dispose());
  const search = () => router.state.location.search;
  return { store, router, leave, search };
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test('the filters of a screen are read from its address', () => {
  const { store } = world('/analytics?range=30d&link=abc');

  expect(store.get(timeRangeAtom)).toBe('30d');
  expect(store.get(linkInUrlAtom)).toBe('abc');
});

test('writing a filter changes the address, and resets lists to their first page', async () => {
  const { store, search } = world('/conversions?link=abc&page=3&cursor=xyz');

  store.set(timeRangeAtom, '90d');
  await until('the address has changed', () => search() === '?link=abc&range=90d');

  expect(store.get(timeRangeAtom)).toBe('90d');
  expect(store.get(linkInUrlAtom)).toBe('abc');
});

test('a replacing filter adds no history entry, and another one does', async () => {
  const { store, router, search } = world('/links?page=2');
  store.set(searchParamsAtom, { page: '3' });
  await until('the address has changed', () => search() === '?page=3');
  store.set(searchParamsAtom, { search: 'summer' }, { replace: true });
  await until('the address has changed', () => search() === '?page=3&search=summer');

  await router.navigate(-1);
  await until('the address has changed', () => search() === '?page=2');

  expect(store.get(searchParamsAtom).get('page')).toBe('2');
});

test('writing what the address already says adds no history entry', async () => {
  const { store, router, search } = world('/analytics');
  await router.navigate('/analytics?country=DE&country=JP&range=30d');

  store.set(searchParamsAtom, { country: ['DE', 'JP'] });
  await router.navigate(-1);
  await until('the address has changed', () => search() === '');
});

test('a filter that is written on the way to another screen does not cancel the way', async () => {
  const { store, router, search } = world('/links');
  const loaded = Promise.withResolvers<{ Component: () => null }>();
  router.patchRoutes(null, [{ path: '/conversions', lazy: () => loaded.promise }]);
  const leaving = router.navigate('/conversions');

  store.set(searchParamsAtom, { search: 'ga' });
  loaded.resolve({ Component: () => null });
  await leaving;

  expect([router.state.location.pathname, search()]).toEqual(['/conversions', '']);
});

test('the address follows navigations until its router is left', async () => {
  const { store, router, leave } = world('/analytics?link=abc');
  await router.navigate('/analytics?link=def');
  await until('the address has changed', () => store.get(linkInUrlAtom) === 'def');
  leave();
  await router.navigate('/analytics?link=ghi');

  expect(store.get(linkInUrlAtom)).toBe('def');
});
