import { filterOfDimension, type Dimension } from '#core/analytics/report/dimensions';
import { noClickId } from '#adapters/clickhouse/events/conversion-row';

/** Filters of columns that a conversion has itself. */
export const ownFilters = ['link', 'country', 'city', 'device', 'referrer', 'variant'] as const;
/** Filters of columns that only a click has. */
export const clickFilters = [
  'browser',
  'os',
  'channel',
  'entry',
  'rule',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
] as const;

export type EventFilter = (typeof ownFilters)[number] | (typeof clickFilters)[number];

/** What has to be known of a conversion's click for a value. */
type Match = 'is_named' | 'is_complete' | 'is_stored';

const isNamed = `c.click_id != toUUID('${noClickId}')`;

/** As conditions on the conversion `c` and, for the last one, on its click `k`. */
const matches: Readonly<Record<Match, string>> = {
  is_named: isNamed,
  // The version's last bit says that the click's data was added.
  is_complete: `(${isNamed} AND bitTest(c.version, 0))`,
  is_stored: `k.click_id != toUUID('${noClickId}')`,
};

/** The columns for `matchOfList`; `isJoined`: whether the clicks are there. */
export function matchColumns(isJoined: boolean): string {
  const { is_stored: isStored, ...own } = matches;
  const found = isJoined ? { ...own, is_stored: isStored } : own;
  return Object.entries(found)
    .map(([name, condition]) => `${condition} AS ${name}`)
    .join(', ');
}

/** True for conversions that have a value for the filter; null: all have one. */
export function hasValueFor(filter: EventFilter): string | null {
  const match = matchOf(filter);
  return match && matches[match];
}

/** The column that is false for conversions without a value in the list; null: all have one. */
export function matchOfList(list: Dimension): string | null {
  return matchOf(filterOfDimension[list]);
}

/** A signed click id names the variant, too; what else a conversion has itself came with the click. */
function matchOf(filter: EventFilter): Match | null {
  if (filter === 'link') return null;
  if (filter === 'variant') return 'is_named';
  return ownFilters.some((name) => name === filter) ? 'is_complete' : 'is_stored';
}
