import type { Dimension } from '#core/analytics/report/dimensions';
import type { Scope } from '#core/analytics/reading';
import {
  detailOfValue,
  nameOfValue,
  projectionOf,
  valuesOf,
} from '#adapters/clickhouse/analytics/list-columns';
import { inRange, isWholeAccount, narrowedTo } from '#adapters/clickhouse/analytics/narrowing';
import { dayCounts, inEdgeDays } from './day-counts-sql.ts';
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
export function listedClicks(scope: Scope, whole: WholeDays | null): string {
  if (whole === null || !isWholeAccount(scope)) {
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
  return counted.map((rows) => `SELECT * FROM (${rows})`).join('\nUNION ALL\n');
}

const ofHumans = `class = 'human'`;
const ofAccount = `user_id = {userId:UUID} AND ${ofHumans}`;

function namedClicks(lists: readonly Dimension[], from: string, clicks: string): string {
  return `
    SELECT part, ${nameOfValue} AS name, ${detailOfValue} AS detail, numbers AS clicks
    FROM (${valuesOf(lists, { from, numbers: clicks })})`;
}
