import { atom } from 'jotai';
import { addressAtom } from '#web/app/state/address.ts';
import { filterChange, type Filters, filtersOf } from '#web/features/analytics/filters/filters.ts';
import { type Measure, measureOf } from '#web/features/analytics/measures/measures.ts';
import {
  type Comparison,
  comparisonOf,
  rangeChange,
  rangeOf,
  type ReportRange,
} from '#web/features/analytics/range/ranges.ts';

/** The report's filters, kept in its address. Each change is a step that the browser can go back. */
export const filtersAtom = atom(
  (get) => filtersOf(get(addressAtom)),
  (_, set, filters: Filters): void => set(addressAtom, filterChange(filters)),
);

export const rangeAtom = atom(
  (get) => rangeOf(get(addressAtom)),
  (_, set, range: ReportRange): void => set(addressAtom, rangeChange(range)),
);

export const comparisonAtom = atom(
  (get) => comparisonOf(get(addressAtom)),
  (_, set, comparison: Comparison): void =>
    set(addressAtom, { compare: comparison === 'none' ? null : comparison }),
);

/** Asks for the last seven days without filters, when the address's report cannot be shown. */
export const startOverAtom = atom(null, (_, set): void =>
  set(addressAtom, {
    ...filterChange({}),
    ...rangeChange({ kind: 'preset', preset: '7d' }),
    compare: null,
  }),
);

/** What the chart shows. It is a look at the same numbers and no step of its own. */
export const measureAtom = atom(
  (get) => measureOf(get(addressAtom).get('measure')),
  (_, set, measure: Measure): void =>
    set(addressAtom, { measure: measure === 'clicks' ? null : measure }, { replace: true }),
);

/** Which tab of a card is open: `name` is the card's parameter, the first of `tabs` needs none. */
export function tabAtom<T extends string>(name: string, tabs: readonly [T, ...T[]]) {
  return atom(
    (get): T => {
      const wanted = get(addressAtom).get(name);
      return tabs.find((tab) => tab === wanted) ?? tabs[0];
    },
    (_, set, tab: T): void =>
      set(addressAtom, { [name]: tab === tabs[0] ? null : tab }, { replace: true }),
  );
}
