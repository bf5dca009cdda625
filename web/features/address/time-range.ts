import { atom } from 'jotai';
import type { TimeRange } from '#web/api.ts';
import { searchParamsAtom } from '#web/app/state/search-params.ts';
import { firstPages } from './use-list-page.ts';
import { timeRangeOf } from './covering-range.ts';

/** The page's time range, kept in its address (`?range=30d`). */
export const timeRangeAtom = atom(
  (get) => timeRangeOf(get(searchParamsAtom)),
  (_, set, range: TimeRange): void =>
    set(searchParamsAtom, { ...firstPages, range, from: null, to: null }, { replace: true }),
);
