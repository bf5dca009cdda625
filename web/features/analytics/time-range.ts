import { atom } from 'jotai';
import type { TimeRange } from '#web/api.ts';
import { addressAtom } from '#web/app/state/address.ts';
import { firstPages } from '#web/features/listing/use-place.ts';
import { timeRangeOf } from './range/covering-range.ts';

/** The page's time range, kept in its address (`?range=30d`). */
export const timeRangeAtom = atom(
  (get) => timeRangeOf(get(addressAtom)),
  (_, set, range: TimeRange): void =>
    set(addressAtom, { ...firstPages, range, from: null, to: null }, { replace: true }),
);
