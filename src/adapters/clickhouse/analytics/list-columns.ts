import type { Dimension } from '#core/analytics/report/dimensions';
import { directName, noneName, unknownName } from '#core/analytics/report/filters';
import type { DayProjection } from '#adapters/clickhouse/analytics/days/day-counts-sql';

/**
 * The values of these lists in the rows of `from`: list (`part`), `value`, `second`, and `numbers`, an
 * expression that aggregates. Values are counted before they become texts, which take longer to
 * compare. The statement is kept short: the engine takes longer to plan it than to run it.
 */
export function valuesOf(lists: readonly Dimension[], from: string, numbers: string): string {
  const columns = [...new Set(lists.flatMap((each) => columnsOf[each]))];
  const isAlone = lists.length === 1;
  const sets = lists.map((each) => `(${columnsOf[each].join(', ')})`).join(', ');
  const at = isAlone
    ? '1'
    : `indexOf([${lists.map((each) => setOf(each, columns)).join(', ')}], set)`;
  return `
    SELECT [${quoted(lists)}][${at} AS at] AS part,
      [${lists.map(valueOf).join(', ')}][at] AS value,
      ${lists.includes('cities') ? `if(part = 'cities', toString(country), '')` : `''`} AS second,
      numbers
    FROM (
      SELECT ${columns.join(', ')}, ${isAlone ? '' : `grouping(${columns.join(', ')}) AS set,`}
        ${numbers} AS numbers
      FROM ${from} GROUP BY ${isAlone ? columns.join(', ') : `GROUPING SETS (${sets})`})`;
}

/** What `grouping` of the columns is for the rows of a list: the last column is the lowest bit. */
function setOf(list: Dimension, columns: readonly string[]): number {
  return columns.reduce((bits, column) => bits * 2 + (columnsOf[list].includes(column) ? 0 : 1), 0);
}

/** The empty value as a text. */
function valueOf(list: Dimension): string {
  const [column = ''] = columnsOf[list];
  const text = `toString(${column})`;
  return column === 'variant' || column === 'rule' ? `if(${column} = 0, '', ${text})` : text;
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
export const detailOfValue = `if(part = 'cities' AND second = '', '${unknownName}', second)`;

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
