import {
  type Dimension,
  filterOfDimension,
  unlabelled,
  unmatchedName,
} from '#contract/analytics/report-filters';
import { IconBox } from './icon-box.tsx';
import type { ListRow } from './list-rows.ts';
import { iconOf } from './value-icon.ts';
import { Country } from '#web/features/events/country.tsx';
import { RuleValue } from '#web/features/analytics/filters/rule-value.tsx';
import { valueLabel } from '#web/features/events/value-label.ts';
import { withoutScheme } from '#web/format.ts';

type RowLabelProps = {
  readonly dimension: Dimension;
  readonly row: Pick<ListRow, 'name' | 'detail' | 'value'>;
};

/** A value in a list: places with their flag, links with their name and short address. */
export function RowLabel({ dimension, row }: RowLabelProps) {
  const { name, detail, value } = row;
  if (value === '' || value === unmatchedName) {
    return <span className="block leading-4.5 md:truncate">{name}</span>;
  }
  switch (dimension) {
    case 'countries':
      return <Country code={value} />;
    case 'cities':
      return <Country code={detail} name={name} />;
    case 'rules':
      return <RuleValue id={value} />;
    case 'links':
      return (
        <span className="flex min-w-0 items-baseline gap-2">
          <span title={name} dir="auto" className="truncate">
            {withoutScheme(name)}
          </span>
          {detail !== name && (
            <span className="hidden max-w-1/2 shrink-0 truncate text-xs text-muted @xl:inline">
              {withoutScheme(detail)}
            </span>
          )}
        </span>
      );
    default: {
      const icon = value === unlabelled ? null : iconOf(dimension, value);
      return (
        <span className="flex min-w-0 items-center gap-2">
          {icon !== null && <IconBox icon={icon} />}
          <span title={name} className="truncate">
            {valueLabel(filterOfDimension[dimension], value)}
          </span>
        </span>
      );
    }
  }
}
