import { afterEach, expect, test } from 'bun:test';
import { createStore } from 'jotai';
import { createMemoryRouter } from 'react-router';
import { comparisonAtom, rangeAtom } from '#web/features/analytics/report/report-state.ts';
import { ignoredParts } from '#web/features/analytics/report/ignored-parts.ts';
import { followRouterAtom, searchParamsAtom } from '#web/app/state/search-params.ts';
import type { Preset } from '#web/features/address/ranges.ts';

const ends: (() => void)[] = [];

function reportAt(search: string) {
  const store = createStore();
  const router = createMemoryRouter([{ path: '*', Component: () => null }], {
    initialEntries: [`/analytics?${search}`],
  });
  ends.push(store.set(followRouterAtom, router), () => router.dispose());
  const unit = () => {
    const searchParams = store.get(searchParamsAtom);
    expect(ignoredParts(searchParams)).toEqual([]);
    return searchParams.get('unit');
  };
  return { store, unit };
}

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

test.each<[search: string, preset: Preset, unit: string | null]>([
  ['range=30d&unit=week', 'today', null],
  ['compare=previous&unit=week', '30d', null],
  ['range=30d&unit=week', '90d', 'week'],
])('at %s, the range %s leaves the unit %p', (search, preset, unit) => {
  const report = reportAt(search);

  report.store.set(rangeAtom, { kind: 'preset', preset });

  expect(report.unit()).toBe(unit);
});

test('a comparison that months cannot have shows days', () => {
  const report = reportAt('range=90d&unit=month');

  report.store.set(comparisonAtom, 'year');
  expect(report.unit()).toBe('month');
  report.store.set(comparisonAtom, 'previous');
  expect(report.unit()).toBeNull();
});
