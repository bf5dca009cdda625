import type { Scope } from '#core/analytics/reading';
import { inRange, narrowedTo } from '#adapters/clickhouse/analytics/narrowing';
import { dayCounts, inEdgeDays, inWholeDays, type DayProjection } from './day-counts-sql.ts';
import type { TakenOff } from './erased-numbers.ts';
import { isErased, takenLists } from './less-erased.ts';
import type { WholeDays } from './whole-days.ts';

/** A list, and the columns that make its values. The last decides which list a row belongs to. */
type List = { readonly part: string; readonly columns: readonly string[] };

const listsOf: readonly { readonly projection: DayProjection; readonly lists: readonly List[] }[] =
  [
    {
      projection: 'agents',
      lists: [
        { part: 'devices', columns: ['device'] },
        { part: 'browsers', columns: ['browser'] },
        { part: 'systems', columns: ['os'] },
      ],
    },
    {
      projection: 'places',
      lists: [
        { part: 'cities', columns: ['country', 'city'] },
        { part: 'countries', columns: ['country'] },
      ],
    },
    { projection: 'origins', lists: [{ part: 'referrers', columns: ['referrer'] }] },
  ];

const allLists = listsOf.flatMap(({ lists }) => lists);

/**
 * Human clicks of every value of all lists: list (`part`), `name`, `detail` and `clicks`. A value may
 * come in several rows. Without whole days, every click of the range is read.
 */
export function listedClicks(
  scope: Scope,
  whole: WholeDays | null,
  taken: TakenOff['lists'],
): string {
  if (whole === null || scope.linkId !== null) {
    const condition = `${narrowedTo(scope)} AND class = 'human' AND ${inRange('clicked_at')}`;
    return valuesOf(allLists, `clicks WHERE ${condition}`, 'toInt64(count())');
  }
  const counted = listsOf.map(({ projection, lists }) =>
    valuesOf(lists, `(${dayCounts(projection, ofAccount)})`, 'sum(clicks)'),
  );
  if (whole.edgeDays.length > 0) {
    const atEdges = `${narrowedTo(scope)} AND ${ofHumans} AND ${inEdgeDays} AND ${inRange('clicked_at')}`;
    counted.push(valuesOf(allLists, `clicks WHERE ${atEdges}`, 'toInt64(count())'));
  }
  if (taken === null && scope.erasedLinkIds.length > 0)
    counted.push(erasedClicks('-toInt64(count())'));
  if (taken) {
    counted.push(`
      SELECT t.1 AS part, t.2 AS name, t.3 AS detail, -t.4 AS clicks FROM ${takenLists(taken)}`);
  }
  return counted.map((rows) => `SELECT * FROM (${rows})`).join('\nUNION ALL\n');
}

const ofHumans = `class = 'human'`;
const ofAccount = `user_id = {userId:UUID} AND ${ofHumans}`;

/** The values that `listedClicks` takes off: those of the erased links on whole days. */
export const erasedListedClicks = `
  SELECT part, name, detail, [clicks] AS numbers FROM (${erasedClicks('toInt64(count())')})`;

function erasedClicks(clicks: string): string {
  return valuesOf(allLists, `clicks WHERE ${isErased} AND ${ofHumans} AND ${inWholeDays}`, clicks);
}

/** Values are counted before they are named, because names take longer to compare. */
function valuesOf(lists: readonly List[], from: string, clicks: string): string {
  const columns = [...new Set(lists.flatMap((list) => list.columns))];
  const sets = lists.map((list) => `(${list.columns.join(', ')})`).join(', ');
  const part = lists.map((list) => `${isOfList(list)}, '${list.part}'`).join(', ');
  const name = lists
    .map((list) => `part = '${list.part}', ${named(list.columns.at(-1) ?? '')}`)
    .join(', ');
  const hasCities = lists.some((list) => list.part === 'cities');
  return `
    SELECT multiIf(${part}, '') AS part, multiIf(${name}, '') AS name,
      ${hasCities ? `if(part = 'cities', ${named('country')}, '')` : `''`} AS detail, clicks
    FROM (
      SELECT ${columns.join(', ')}, ${columns.map((column) => `grouping(${column}) AS no_${column}`).join(', ')},
        ${clicks} AS clicks
      FROM ${from} GROUP BY GROUPING SETS (${sets}))`;
}

/** Lists that share a column: the one with more columns comes first. */
function isOfList(list: List): string {
  return list.columns.map((column) => `no_${column} = 0`).join(' AND ');
}

function named(column: string): string {
  if (column === 'device') return 'toString(device)';
  return `if(${column} = '', '${column === 'referrer' ? 'Direct' : 'Unknown'}', ${column})`;
}
