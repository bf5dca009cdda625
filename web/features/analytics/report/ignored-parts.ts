import { filterNames } from '#contract/analytics/report-filters';
import { filterLabels } from '#web/features/address/filter-names.ts';
import { filtersOf, operatorParameters } from '#web/features/analytics/filters/filters.ts';
import { comparisonOf, rangeOf, unitIn } from '#web/features/address/ranges.ts';

/** The parts of an address that the report ignores, in words. */
export function ignoredParts(searchParams: URLSearchParams): readonly string[] {
  const has = (name: string) => searchParams.has(name);
  const isTwice = (name: string) => searchParams.getAll(name).length > 1;
  const range = rangeOf(searchParams);
  const isOtherPreset = range.kind === 'preset' && searchParams.get('range') !== range.preset;
  const isWithoutDays = range.kind === 'preset' && (has('from') || has('to'));
  const isRangeLost = (has('range') && isOtherPreset && !isWithoutDays) || isTwice('range');
  const isComparisonLost = has('compare') && comparisonOf(searchParams) === 'none';
  return [
    ...(isWithoutDays || isTwice('from') || isTwice('to') ? ['the days'] : []),
    ...(isRangeLost ? ['the range'] : []),
    ...(has('unit') && unitIn(searchParams) !== searchParams.get('unit') ? ['the unit'] : []),
    ...(isComparisonLost || isTwice('compare') ? ['the comparison'] : []),
    ...filtersWithLostValues(searchParams).map((label) => `values of ${label}`),
    ...(hasLostOperators(searchParams) ? ['what filters leave out or contain'] : []),
  ];
}

function hasLostOperators(searchParams: URLSearchParams): boolean {
  const followed = operatorParameters(filtersOf(searchParams));
  return (['not', 'contains'] as const).some((parameter) =>
    searchParams
      .getAll(parameter)
      .some((name) => !followed[parameter]?.some((one) => one === name)),
  );
}

function filtersWithLostValues(searchParams: URLSearchParams): readonly string[] {
  const filters = filtersOf(searchParams);
  return filterNames
    .filter((name) => new Set(searchParams.getAll(name)).size > (filters[name]?.length ?? 0))
    .map((name) => filterLabels[name]);
}
