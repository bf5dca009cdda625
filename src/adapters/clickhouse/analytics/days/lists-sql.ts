import type { Dimension } from '#core/analytics/report/dimensions';
import type { Scope } from '#core/analytics/reading';
import {
  detailOfValue,
  nameOfValue,
  projectionOf,
  valuesOf,
} from '#adapters/clickhouse/analytics/list-columns';
import { inRange, narrowedTo } from '#adapters/clickhouse/analytics/narrowing';
import { dayCounts, inEdgeDays, inWholeDays } from './day-counts-sql.ts';
import type { TakenOff } from './erased-numbers.ts';
import { isErased, takenLists } from './less-erased.ts';
import type { WholeDays } from './whole-days.ts';

/** The lists of the dashboard. */
const allLists: readonly Dimension[] = [
  'devices',
  'browsers',
  'systems',
  'cities',
  'countries',
  'referrers',
];

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
    const condition = `${narrowedTo(scope)} AND ${ofHumans} AND ${inRange('clicked_at')}`;
    return namedClicks(allLists, `clicks WHERE ${condition}`, 'toInt64(count())');
  }
  const counted = [...Map.groupBy(allLists, projectionOf)].map(([projection, lists]) =>
    namedClicks(lists, `(${dayCounts(projection, ofAccount)})`, 'sum(clicks)'),
  );
  if (whole.edgeDays.length > 0) {
    const atEdges = `${narrowedTo(scope)} AND ${ofHumans} AND ${inEdgeDays} AND ${inRange('clicked_at')}`;
    counted.push(namedClicks(allLists, `clicks WHERE ${atEdges}`, 'toInt64(count())'));
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
  return namedClicks(
    allLists,
    `clicks WHERE ${isErased} AND ${ofHumans} AND ${inWholeDays}`,
    clicks,
  );
}

function namedClicks(lists: readonly Dimension[], from: string, clicks: string): string {
  return `
    SELECT part, ${nameOfValue} AS name, ${detailOfValue} AS detail, numbers AS clicks
    FROM (${valuesOf(lists, { from, numbers: clicks })})`;
}
