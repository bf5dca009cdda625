import type { Dimension } from '#core/analytics/report/dimensions';
import { directName, noneName, unknownName } from '#core/analytics/report/filters';
import type { DayProjection } from '#adapters/clickhouse/analytics/days/day-counts-sql';

/**
 * Rows of `part`, the lists' columns and `numbers`, with a name and a detail instead of the columns.
 * Values are counted before they are named, because names take longer to compare.
 */
export function named(lists: readonly Dimension[], values: string): string {
  const ofList = (of: (list: Dimension) => string) =>
    `multiIf(${lists.map((each) => `part = '${each}', ${of(each)}`).join(', ')}, '')`;
  return `
    SELECT part, ${ofList((each) => namings[each].name)} AS name,
      ${ofList((each) => namings[each].detail)} AS detail, numbers
    FROM (${values})`;
}

/** The columns that the lists are grouped by. */
export function listedColumns(lists: readonly Dimension[]): string {
  return [...new Set(lists.flatMap((each) => namings[each].columns))].join(', ');
}

/** One grouping set for each list. */
export function groupingSets(lists: readonly Dimension[]): string {
  const sets = lists.map((each) => `(${namings[each].columns.join(', ')})`);
  return `GROUPING SETS (${sets.join(', ')})`;
}

/** The list (`part`) of a row's grouping set. Cities are grouped together with their countries. */
export function listOfSet(lists: readonly Dimension[]): string {
  const cases = lists.map((each) => {
    const isOf = `grouping(${namings[each].columns[0]}) = 0`;
    const isOfCities = each === 'countries' && lists.includes('cities');
    return `${isOfCities ? `${isOf} AND grouping(city) = 1` : isOf}, '${each}'`;
  });
  return `multiIf(${cases.join(', ')}, '')`;
}

/**
 * How a list names the value of a click: the columns that tell values apart, the name over them, and
 * more when one name is not enough.
 */
type Naming = {
  readonly columns: readonly string[];
  readonly name: string;
  readonly detail: string;
};

/** The expressions of each list over the columns of clicks. */
const namings: Readonly<Record<Dimension, Naming>> = {
  links: naming('link_id'),
  countries: naming('country', unknownName),
  cities: {
    columns: ['city', 'country'],
    name: orName('city', unknownName),
    detail: orName('country', unknownName),
  },
  devices: naming('device'),
  browsers: naming('browser', unknownName),
  systems: naming('os', unknownName),
  referrers: naming('referrer', directName),
  channels: naming('channel'),
  entries: naming('entry'),
  utmSources: naming('utm_source', noneName),
  utmMediums: naming('utm_medium', noneName),
  utmCampaigns: naming('utm_campaign', noneName),
  utmTerms: naming('utm_term', noneName),
  utmContents: naming('utm_content', noneName),
  variants: numbered('variant'),
  rules: numbered('rule'),
};

function naming(column: string, emptyName?: string): Naming {
  const name = emptyName === undefined ? `toString(${column})` : orName(column, emptyName);
  return { columns: [column], name, detail: `''` };
}

function numbered(column: string): Naming {
  const name = `if(${column} = 0, '${noneName}', toString(${column}))`;
  return { columns: [column], name, detail: `''` };
}

function orName(column: string, emptyName: string): string {
  return `if(${column} = '', '${emptyName}', toString(${column}))`;
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
    case 'entries':
      return 'entries';
    case 'rules':
      return 'rules';
    case 'referrers':
      return 'referrers';
    case 'utmSources':
    case 'utmMediums':
    case 'utmCampaigns':
    case 'utmTerms':
    case 'utmContents':
      return 'campaigns';
  }
}
