import type { Filter } from '#contract/analytics/query';
import {
  type ClickProperty,
  type ConversionProperty,
  type FilterDimension,
  filterDimensions,
  type LinkLabel,
  notAssigned,
  variantNames,
} from '#contract/analytics/query-words';
import { type FilterName, textFilters, unlabelled } from '#contract/analytics/report-filters';
import type { Condition } from '#core/analytics/reading';

/** A condition on the labels of links. */
export type LabelCondition = {
  readonly label: LinkLabel;
  readonly isNegated: boolean;
  readonly values: readonly string[];
};

type ValuesCondition = Extract<Condition, { kind: 'values' }>;

/** What filters ask of the events themselves. */
export function conditionsOf(filters: readonly Filter[]): readonly ValuesCondition[] {
  return filters.flatMap(([operator, dimension, values]) =>
    dimension === 'class' || dimension === 'tag' || dimension === 'folder'
      ? []
      : [
          {
            kind: 'values' as const,
            property: dimension satisfies ClickProperty | ConversionProperty,
            isPart: operator === 'contains' || operator === 'doesNotContain',
            isNegated: operator === 'isNot' || operator === 'doesNotContain',
            values: [...new Set(values)].toSorted(),
          },
        ],
  );
}

/** What filters ask of the labels of links. */
export function labelsOf(filters: readonly Filter[]): readonly LabelCondition[] {
  return filters.flatMap(([operator, dimension, values]) =>
    dimension === 'tag' || dimension === 'folder'
      ? [{ label: dimension, isNegated: operator === 'isNot', values }]
      : [],
  );
}

/** The query's name of a report's filter: `utm_source` is `utmSource`. */
export function dimensionOf(name: FilterName): FilterDimension {
  const camel = name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const found = filterDimensions.find((dimension) => dimension === camel);
  if (found === undefined) throw new Error(`No dimension is ${camel}`);
  return found;
}

/** The dimensions that are free text. */
export const textDimensions = textFilters.map(dimensionOf);

/** A report's filter has a variant's place, the query its letter. */
export function queryValue(name: FilterName, value: string): string {
  if (name !== 'variant') return value;
  return value === unlabelled ? notAssigned : (variantNames[Number(value) - 1] ?? value);
}
