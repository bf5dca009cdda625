import type { FilterName } from '#contract/analytics/report-filters';
import { asksForParts, type Filters, operatorOf } from './filters.ts';
import { FilterValue } from './filter-value.tsx';

export type FilterValuesProps = {
  readonly filters: Filters;
  readonly name: FilterName;
  /** The limit of values that are named; the others are counted. */
  readonly most?: number;
};

/** The values of a filter in words: `Germany or France`. */
export function FilterValues({ filters, name, most = Infinity }: FilterValuesProps) {
  const values = filters[name] ?? [];
  const isPart = asksForParts(operatorOf(filters, name));
  return (
    <>
      {values.slice(0, most).map((value, index) => (
        <span key={value}>
          {index > 0 && ' or '}
          <bdi>{isPart ? value : <FilterValue name={name} value={value} />}</bdi>
        </span>
      ))}
      {values.length > most && ` or ${values.length - most} more`}
    </>
  );
}
