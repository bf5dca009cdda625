import type { SearchParamsChange } from '#web/app/state/search-params.ts';
import {
  type FilterName,
  filterNames,
  longestFilterValue,
  mostFilterValues,
  textFilters,
} from '#contract/analytics/report-filters';

/** How values are compared; a filter without an operator wants one of its values. */
export type Operator = 'is' | 'isNot' | 'contains' | 'doesNotContain';

/** The values of each filter that is set. A row matches one of the values in every filter. */
export type Filters = Readonly<Partial<Record<FilterName, readonly string[]>>> & {
  /** Of the filters that do not want their values as they are; absent without any. */
  readonly operators?: Readonly<Partial<Record<FilterName, Operator>>>;
};

export function operatorsFor(name: FilterName): readonly Operator[] {
  return isText(name) ? ['is', 'isNot', 'contains', 'doesNotContain'] : ['is', 'isNot'];
}

function isText(name: FilterName): boolean {
  return textFilters.some((each) => each === name);
}

export function operatorOf({ operators }: Filters, name: FilterName): Operator {
  return operators?.[name] ?? 'is';
}

/** Whether values are parts of names. */
export function asksForParts(operator: Operator): boolean {
  return operator === 'contains' || operator === 'doesNotContain';
}

/** The filter with these values instead of its former ones; without values it is removed. */
export function withFilter(
  filters: Filters,
  name: FilterName,
  { operator, values }: { readonly operator: Operator; readonly values: readonly string[] },
): Filters {
  const others = withoutFilter(filters, name);
  if (values.length === 0) return others;
  const operators = { ...others.operators, ...(operator !== 'is' && { [name]: operator }) };
  return {
    ...others,
    [name]: values,
    ...(Object.keys(operators).length > 0 && { operators }),
  };
}

/** The classes of visits that are counted. */
export function countedClasses(filters: Filters): readonly string[] {
  const { class: values } = filters;
  if (values === undefined) return ['human'];
  return ['human', 'bot', 'prefetch'].filter(
    (each) => values.includes(each) === (operatorOf(filters, 'class') === 'is'),
  );
}

/** The names of the filters that an address turns around (`not`), or whose values are parts. */
function namedBy(searchParams: URLSearchParams, parameter: 'not' | 'contains') {
  const names = searchParams.getAll(parameter);
  return filterNames.filter((name) => names.includes(name));
}

/** The filters of an address. Empty, repeated and too long values are left out. */
export function filtersOf(searchParams: URLSearchParams): Filters {
  const filters: Partial<Record<FilterName, readonly string[]>> = {};
  const operators: Partial<Record<FilterName, Operator>> = {};
  const [negated, parts] = [namedBy(searchParams, 'not'), namedBy(searchParams, 'contains')];
  for (const name of filterNames) {
    const values = [...new Set(searchParams.getAll(name))].filter(
      (value) => value !== '' && value.length <= longestFilterValue,
    );
    if (values.length === 0) continue;
    filters[name] = values.slice(0, mostFilterValues);
    const isPart = parts.includes(name) && isText(name);
    if (isPart) operators[name] = negated.includes(name) ? 'doesNotContain' : 'contains';
    else if (negated.includes(name)) operators[name] = 'isNot';
  }
  return Object.keys(operators).length === 0 ? filters : { ...filters, operators };
}

/** The parameters of the address for filters. */
export function filterChange(filters: Filters): SearchParamsChange {
  const change: Record<string, readonly string[] | null> = { ...operatorParameters(filters) };
  for (const name of filterNames) change[name] = filters[name] ?? null;
  return change;
}

/** The operators as parameters of the page's address and of the API; null: none has them. */
export function operatorParameters({ operators = {} }: Filters) {
  const having = (...wanted: readonly Operator[]) => {
    const names = filterNames.filter((name) => wanted.includes(operators[name] ?? 'is'));
    return names.length === 0 ? null : names;
  };
  return {
    not: having('isNot', 'doesNotContain'),
    contains: having('contains', 'doesNotContain'),
  };
}

export function hasValue(filters: Filters, name: FilterName, value: string): boolean {
  return operatorOf(filters, name) === 'is' && (filters[name]?.includes(value) ?? false);
}

/** Wants one more value; a full filter does not change. */
export function withValue(filters: Filters, name: FilterName, value: string): Filters {
  if (operatorOf(filters, name) !== 'is') {
    return withFilter(filters, name, { operator: 'is', values: [value] });
  }
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
  const { [name]: _, operators = {}, ...others } = filters;
  const { [name]: __, ...kept } = operators;
  return Object.keys(kept).length === 0 ? others : { ...others, operators: kept };
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
