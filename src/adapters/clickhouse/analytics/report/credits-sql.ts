import type { ReportScope } from '#core/analytics/report/report-reading';
import { needsCredit, passingConversions, passingCredit } from './filters-sql.ts';
import { matchColumns } from './matches-sql.ts';
import { within, type Span } from './spans.ts';

/**
 * The conversions of a period that pass the filters, as a table. With `hasCredit`, or when a filter
 * needs it, each row also has the columns that only its click has. Columns of `matchColumns` say which
 * of them are known; the others hold defaults.
 */
export function conversionsIn(scope: ReportScope, span: Span, hasCredit = false): string {
  const isJoined = hasCredit || needsCredit(scope);
  const conversions = `
    SELECT ${ownColumns}, ${matchColumns(isJoined)}${isJoined ? `, ${creditColumns}` : ''}
    FROM conversions AS c FINAL ${isJoined ? credit(span) : ''}
    WHERE ${passingConversions(scope)} AND NOT c.removed AND ${within(span, 'c.converted_at')}`;
  return isJoined ? `${conversions} AND ${passingCredit(scope)}` : conversions;
}

const ownColumns = `
  c.converted_at AS converted_at, c.conversion_key AS conversion_key, c.currency AS currency,
  c.value_cents AS value_cents, c.profit_cents AS profit_cents, c.link_id AS link_id,
  c.country AS country, c.city AS city, c.device AS device, c.referrer AS referrer,
  c.variant AS variant`;

const creditColumns = `
  k.browser AS browser, k.os AS os, k.channel AS channel, k.entry AS entry, k.rule AS rule, k.utm_source AS utm_source,
  k.utm_medium AS utm_medium, k.utm_campaign AS utm_campaign, k.utm_term AS utm_term,
  k.utm_content AS utm_content`;

/**
 * The clicks that got the credit for the period's conversions. A click id does not sort by time in
 * ClickHouse, so each click is searched on the day and the link that its conversion names.
 */
function credit(span: Span): string {
  const ofPeriod = `
    FROM conversions
    WHERE user_id = {userId:UUID} AND ${within(span, 'converted_at')}
      AND click_id != toUUID('00000000-0000-0000-0000-000000000000')`;
  return `
    LEFT ANY JOIN (
      SELECT click_id, class, browser, os, channel, entry, rule,
        utm_source, utm_medium, utm_campaign, utm_term, utm_content
      FROM clicks
      WHERE user_id = {userId:UUID}
        AND (toDate(clicked_at), link_id) IN (SELECT toDate(clicked_at), link_id ${ofPeriod})
        AND click_id IN (SELECT click_id ${ofPeriod})
    ) AS k ON c.click_id = k.click_id`;
}
