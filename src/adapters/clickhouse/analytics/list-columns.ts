import type { Dimension } from '#core/analytics/report/dimensions';
import { directName, noneName, unknownName, unmatchedName } from '#core/analytics/report/filters';
import type { DayProjection } from '#adapters/clickhouse/analytics/days/day-counts-sql';

type Counted = {
  readonly from: string;
  /** An expression that aggregates. */
  readonly numbers: string;
  /** The column that is false for rows without a value in the list; null: all rows have one. */
  readonly matchOf?: (list: Dimension) => string | null;
};

/**
 * The values of these lists in the rows of `from`: list (`part`), `value`, `second`, and `numbers`. Values are counted before they become texts, which take longer to
 * compare. The statement is kept short: the engine takes longer to plan it than to run it.
 */
export function valuesOf(
  lists: readonly Dimension[],
  { from, numbers, matchOf = () => null }: Counted,
): string {
  const sets = lists.map((list) => [...columnsOf[list], ...optional(matchOf(list))]);
  const columns = [...new Set(sets.flat())];
  const isAlone = lists.length === 1;
  const at = isAlone
    ? '1'
    : `indexOf([${sets.map((set) => bitsOf(set, columns)).join(', ')}], set)`;
  return `
    SELECT [${quoted(lists)}][${at} AS at] AS part,
      [${lists.map((list) => valueOf(list, matchOf(list))).join(', ')}][at] AS value,
      ${lists.includes('cities') ? `if(part = 'cities', toString(country), '')` : `''`} AS second,
      numbers
    FROM (
      SELECT ${columns.join(', ')}, ${isAlone ? '' : `grouping(${columns.join(', ')}) AS set,`}
        ${numbers} AS numbers
      FROM ${from} GROUP BY ${isAlone ? columns.join(', ') : `GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`})`;
}

/** What `grouping` of the columns is for the rows of a list: the last column is the lowest bit. */
function bitsOf(set: readonly string[], columns: readonly string[]): number {
  return columns.reduce((bits, column) => bits * 2 + (set.includes(column) ? 0 : 1), 0);
}

/** The empty value as a text. */
function valueOf(list: Dimension, match: string | null): string {
  const [column = ''] = columnsOf[list];
  const text = `toString(${column})`;
  const value = column === 'variant' || column === 'rule' ? `if(${column} = 0, '', ${text})` : text;
  return match === null ? value : `if(${match}, ${value}, '${unmatchedName}')`;
}

function optional(column: string | null): readonly string[] {
  return column === null ? [] : [column];
}

/** The columns of clicks that tell a list's values apart: `value` and, for cities alone, `second`. */
const columnsOf: Readonly<Record<Dimension, readonly string[]>> = {
  links: ['link_id'],
  countries: ['country'],
  cities: ['city', 'country'],
  devices: ['device'],
  browsers: ['browser'],
  systems: ['os'],
  referrers: ['referrer'],
  channels: ['channel'],
  entries: ['entry'],
  utmSources: ['utm_source'],
  utmMediums: ['utm_medium'],
  utmCampaigns: ['utm_campaign'],
  utmTerms: ['utm_term'],
  utmContents: ['utm_content'],
  variants: ['variant'],
  rules: ['rule'],
};

const places: readonly Dimension[] = ['countries', 'cities'];
const agents: readonly Dimension[] = ['browsers', 'systems'];

/** The name of a row of `valuesOf`: an empty value has one, too. */
export const nameOfValue = `
  if(value != '', value, multiIf(part IN (${quoted([...places, ...agents])}), '${unknownName}',
    part = 'referrers', '${directName}', '${noneName}'))`;

/** What stands under that name. */
export const detailOfValue = `
  multiIf(part != 'cities' OR value = '${unmatchedName}', '', second = '', '${unknownName}', second)`;

function quoted(lists: readonly Dimension[]): string {
  return lists.map((each) => `'${each}'`).join(', ');
}

/** The projection that has a list's columns. */
export function projectionOf(list: Dimension): DayProjection {
  switch (list) {
    case 'links':
    case 'variants':
      return 'link_day';
    case 'countries':
    case 'cities':
      return 'places';
    case 'devices':
    case 'browsers':
    case 'systems':
    case 'channels':
      return 'agents';
    case 'referrers':
    case 'entries':
    case 'rules':
      return 'origins';
    case 'utmSources':
    case 'utmMediums':
    case 'utmCampaigns':
    case 'utmTerms':
    case 'utmContents':
      return 'campaigns';
  }
}
