import type { SearchParamsChange } from '#web/app/state/search-params.ts';
import {
  type FilterName,
  filterNames,
  longestFilterValue,
  mostFilterValues,
} from '#contract/analytics/report-filters';

/** The values of each filter that is set. A row matches one of the values in every filter. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>>;

/** The filters of an address. Empty, repeated and too long values are left out. */
export function filtersOf(searchParams: URLSearchParams): Filters {
  const filters: Partial<Record<FilterName, readonly string[]>> = {};
  for (const name of filterNames) {
    const values = [...new Set(searchParams.getAll(name))].filter(
      (value) => value !== '' && value.length <= longestFilterValue,
    );
    if (values.length > 0) filters[name] = values.slice(0, mostFilterValues);
  }
  return filters;
}

/** The parameters of the address for filters. */
export function filterChange(filters: Filters): SearchParamsChange {
  const change: Record<string, readonly string[] | null> = {};
  for (const name of filterNames) change[name] = filters[name] ?? null;
  return change;
}

export function hasValue(filters: Filters, name: FilterName, value: string): boolean {
  return filters[name]?.includes(value) ?? false;
}

/** Adds one value; a full filter does not change. */
export function withValue(filters: Filters, name: FilterName, value: string): Filters {
  const before = filters[name] ?? [];
  if (before.includes(value) || before.length >= mostFilterValues) return filters;
  return { ...filters, [name]: [...before, value] };
}

/** Removes one value, and the filter when it was the last value. */
export function withoutValue(filters: Filters, name: FilterName, value: string): Filters {
  const left = filters[name]?.filter((each) => each !== value) ?? [];
  if (left.length > 0) return { ...filters, [name]: left };
  return withoutFilter(filters, name);
}

export function withoutFilter(filters: Filters, name: FilterName): Filters {
  const { [name]: _, ...others } = filters;
  return others;
}

/** The id of the button that adds a filter. */
export const addFilterId = 'add-filter';

/**
 * Moves the focus to the button that adds a filter. For a focused control that is about to
 * disappear.
 */
export function focusAddFilter(): void {
  document.getElementById(addFilterId)?.focus();
}
