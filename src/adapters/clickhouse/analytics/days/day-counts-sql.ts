/**
 * The projections that count an account's clicks by UTC day and class, with the columns that they
 * keep apart. A query whose columns and conditions are among these reads days × values instead of
 * clicks. Parts of the table that have no such projection yet are read click by click: the numbers
 * are the same.
 */
export const dayProjections = {
  agents: ['device', 'browser', 'os', 'channel'],
  places: ['country', 'city'],
  origins: ['referrer', 'entry', 'rule'],
  campaigns: ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  link_day: ['link_id', 'variant'],
} as const;

export type DayProjection = keyof typeof dayProjections;

/** True for the clicks of whole UTC days. Its parameters are those of `wholeDays`. */
export const inWholeDays =
  '(toDate(clicked_at) >= {firstDay:Date} AND toDate(clicked_at) < {endDay:Date})';

/** True for the clicks of the days at the edges; a condition on the time must cut them. */
export const inEdgeDays = 'toDate(clicked_at) IN {edgeDays:Array(Date)}';

/**
 * The whole days' clicks by all columns of the projection, as a table with the column `clicks`.
 * `condition` names the account (`user_id = …`), and may name classes. `ranges` are other conditions
 * on UTC days, each with the name of a column that says whether it is true for the row's clicks.
 */
export function dayCounts(
  projection: DayProjection,
  condition: string,
  ranges: Readonly<Record<string, string>> = {},
): string {
  const inDays = Object.keys(ranges).join(' OR ') || inWholeDays;
  const columns = dayProjections[projection];
  const flags = Object.entries(ranges).map(([name, inRange]) => `${inRange} AS ${name}`);
  return `
    SELECT ${[...columns, ...flags].join(', ')}, toInt64(count()) AS clicks
    FROM clicks WHERE ${condition} AND (${inDays})
    GROUP BY ${[...columns, ...Object.keys(ranges)].join(', ')}`;
}
