import type { Scope } from '#core/analytics/reading';
import { eventFilters, factOf, isOfClicks, matches } from './facts.ts';
import { passingConversions, passingCredit } from './scope-sql.ts';

/**
 * The conversions of a time that pass the filters, as a table. `when` says of a column with a time
 * whether it counts. With `hasCredit`, or when a filter needs it, each row also has the columns that
 * only its click has, and columns of `matches` say which of them are known; the others hold defaults.
 */
export function conversionsIn(
  scope: Scope,
  when: (time: string) => string,
  hasCredit = false,
): string {
  const passing = passingCredit(scope);
  const isJoined = hasCredit || passing !== null;
  const { is_stored: isStored, ...own } = matches;
  const known = Object.entries(isJoined ? { ...own, is_stored: isStored } : own);
  const columns = [
    ...['converted_at', 'conversion_key', 'currency', 'value_cents', 'profit_cents'].map(
      ofConversion,
    ),
    ...ownColumns.map(ofConversion),
    ...known.map(([name, condition]) => `${condition} AS ${name}`),
    ...(isJoined ? clickColumns.map((name) => `k.${name} AS ${name}`) : []),
  ];
  return `
    SELECT ${columns.join(', ')}
    FROM conversions AS c FINAL ${isJoined ? credit(when) : ''}
    WHERE ${passingConversions(scope)} AND NOT c.removed AND ${when('c.converted_at')}
      AND ${passing ?? 'true'}`;
}

const ofConversion = (name: string) => `c.${name} AS ${name}`;

function columnsOf(isWanted: (name: (typeof eventFilters)[number]) => boolean): readonly string[] {
  return [...new Set(eventFilters.filter(isWanted).flatMap((name) => factOf(name).columns))];
}

const ownColumns = columnsOf((name) => !isOfClicks(factOf(name)));
const clickColumns = columnsOf((name) => isOfClicks(factOf(name)));

/**
 * The clicks that got the credit for the conversions. A click id does not sort by time in ClickHouse,
 * so each click is searched on the day and the link that its conversion names.
 */
function credit(when: (time: string) => string): string {
  const conversions = `
    FROM conversions
    WHERE user_id = {userId:UUID} AND ${when('converted_at')}
      AND click_id != toUUID('00000000-0000-0000-0000-000000000000')`;
  return `
    LEFT ANY JOIN (
      SELECT click_id, class, ${clickColumns.join(', ')}
      FROM clicks
      WHERE user_id = {userId:UUID}
        AND (toDate(clicked_at), link_id) IN (SELECT toDate(clicked_at), link_id ${conversions})
        AND click_id IN (SELECT click_id ${conversions})
    ) AS k ON c.click_id = k.click_id`;
}
