import { atom } from 'jotai';
import {
  changedSearchParams,
  type SearchParamsChange,
  searchParamsAtom,
} from '#web/app/state/search-params.ts';
import { filterChange, type Filters, filtersOf } from '#web/features/analytics/filters/filters.ts';
import type { Currency } from '#contract/money';
import type { ReportUnit } from '#contract/analytics/report-filters';
import { currencyIn } from '#web/features/analytics/report/question.ts';
import { type Measure, measureOf } from '#contract/analytics/measures';
import {
  type Comparison,
  comparisonOf,
  isAllTime,
  rangeChange,
  rangeOf,
  type ReportRange,
  unitIn,
} from '#web/features/address/ranges.ts';

/** The report's filters, kept in its address. Each change is a step in the browser's history. */
export const filtersAtom = atom(
  (get) => filtersOf(get(searchParamsAtom)),
  (_, set, filters: Filters): void => set(searchParamsAtom, filterChange(filters)),
);

/** Changes the range or the comparison. A unit that the new ones cannot be shown by is removed. */
const changeDaysAtom = atom(null, (get, set, change: SearchParamsChange): void => {
  const changed = changedSearchParams(get(searchParamsAtom), change);
  const fits = unitIn(changed) === changed.get('unit');
  set(searchParamsAtom, { ...change, ...(!fits && { unit: null }) });
});

export const rangeAtom = atom(
  (get) => rangeOf(get(searchParamsAtom)),
  (_, set, range: ReportRange): void =>
    set(changeDaysAtom, {
      ...rangeChange(range),
      ...(isAllTime(range) && { compare: null, unit: null }),
    }),
);

export const comparisonAtom = atom(
  (get) => comparisonOf(get(searchParamsAtom)),
  (_, set, comparison: Comparison): void =>
    set(changeDaysAtom, { compare: comparison === 'none' ? null : comparison }),
);

/** What several days are shown by. */
export const unitAtom = atom(
  (get) => unitIn(get(searchParamsAtom)),
  (_, set, unit: ReportUnit): void => set(searchParamsAtom, { unit: unit === 'day' ? null : unit }),
);

/** The chosen currency of the amounts and the costs; null: the report's own. */
export const currencyAtom = atom(
  (get) => currencyIn(get(searchParamsAtom)),
  (_, set, currency: Currency): void => set(searchParamsAtom, { currency }, { replace: true }),
);

/** Opens the last seven days without filters. For an address whose report cannot be shown. */
export const startOverAtom = atom(null, (_, set): void =>
  set(searchParamsAtom, {
    ...filterChange({}),
    ...rangeChange({ kind: 'preset', preset: '7d' }),
    compare: null,
    unit: null,
  }),
);

/** The cards of lists, each of which has an order of its own. */
export type ListCardName = 'sources' | 'places' | 'devices';

export function sortName(card: ListCardName): string {
  return `${card}-sort`;
}

/** Lists are sorted by the measure until a column is chosen, also when another measure is. */
const sortedByMeasure: SearchParamsChange = {
  [sortName('sources')]: null,
  [sortName('places')]: null,
  [sortName('devices')]: null,
};

type ChosenMeasure = {
  readonly measure: Measure;
  /** Whether the address also names clicks: a shared report can open with another measure. */
  readonly isAlwaysNamed: boolean;
};

/**
 * The measure of the chart. Changing it adds no step to the browser's history, because the numbers
 * are the same.
 */
export const measureAtom = atom(
  (get) => measureOf(get(searchParamsAtom).get('measure')),
  (_, set, { measure, isAlwaysNamed }: ChosenMeasure): void =>
    set(
      searchParamsAtom,
      { ...sortedByMeasure, measure: measure === 'clicks' && !isAlwaysNamed ? null : measure },
      { replace: true },
    ),
);

/**
 * The open tab of a card. `name` is the card's parameter; the first of `tabs` is shown without it.
 */
export function tabAtom<T extends string>(name: string, tabs: readonly [T, ...T[]]) {
  return atom(
    (get): T => {
      const wanted = get(searchParamsAtom).get(name);
      return tabs.find((tab) => tab === wanted) ?? tabs[0];
    },
    (_, set, tab: T): void =>
      set(searchParamsAtom, { [name]: tab === tabs[0] ? null : tab }, { replace: true }),
  );
}
