import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#core/shared/time';

/** The measured account. */
export const userId = '00000000-0000-7000-8000-000000000001';
export const filledLinks = 5000;
/** Links of the measured account: a click's link is one of `filledLinks`, the first ones most often. */
export const linkIdOf = (n: number) =>
  `00000000-0000-7000-9000-0000000${String(n).padStart(5, '0')}`;

const rowsAtOnce = 500_000;

/**
 * Stores `clicks` clicks of the last 90 days for the measured account, and `ofOthers` clicks of
 * `accounts` other accounts. Visitor ids are daily, as without cookies.
 */
export async function fillClicks(
  client: ClickHouseClient,
  { nowMs, clicks, ofOthers, accounts, owner = userId }: Filling,
): Promise<void> {
  // Ids of visitors are daily from the first click on.
  await client.command({ query: 'TRUNCATE TABLE lasting_visitors' });
  const others = `toUUID(concat('00000000-0000-7000-8000-0000000', leftPad(toString(2 + rand(9) % ${accounts}), 5, '0')))`;
  for (const [user, rows] of [
    [`toUUID('${owner}')`, clicks],
    [others, ofOthers],
  ] as const) {
    for (let stored = 0; stored < rows; stored += rowsAtOnce) {
      await client.command({ query: clicksSql(user, nowMs, Math.min(rowsAtOnce, rows - stored)) });
    }
  }
  await client.command({ query: conversionsSql(owner, nowMs) });
}

export type Filling = {
  readonly nowMs: number;
  readonly clicks: number;
  readonly ofOthers: number;
  readonly accounts: number;
  /** Instead of the measured account. */
  readonly owner?: string;
};

function clicksSql(user: string, nowMs: number, rows: number): string {
  const few = (list: string, n: number) =>
    `[${list}][1 + toUInt32(${list.split(',').length} * pow(rand(${n}) / 4294967296, 2))]`;
  return `
    INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, country, city,
      device, browser, os, referrer, utm_source, utm_medium, utm_campaign, batch)
    SELECT ${user}, ${linkSql(`toUInt32(${filledLinks} * pow(rand(1) / 4294967296, 2))`)},
      fromUnixTimestamp64Milli(toInt64(${nowMs} - rand64(2) % ${90 * dayMs}), 'UTC') AS at,
      generateUUIDv7(),
      multiIf(rand(3) % 10 = 0, 'bot', rand(3) % 50 = 1, 'prefetch', 'human'),
      if(rand(4) % 20 = 0, 0, sipHash64(toDate(at), rand(4) % 600000)),
      ${few(`'US','GB','DE','FR','IN','BR','JP','','CA','AU','NL','ES','IT','PL','SE'`, 5)} AS land,
      if(land = '', '', concat(land, toString(toUInt32(200 * pow(rand(6) / 4294967296, 3))))),
      ${few(`'desktop','mobile','tablet','other','unknown'`, 7)},
      ${few(`'Chrome','Safari','Firefox','Edge','Opera','','Brave'`, 8)},
      ${few(`'Windows','iOS','Android','macOS','Linux',''`, 10)},
      if(rand(11) % 3 = 0, '',
        concat('site', toString(toUInt32(500 * pow(rand(12) / 4294967296, 3))), '.example')),
      if(rand(13) % 5 = 0, 'newsletter', ''), if(rand(13) % 5 = 0, 'email', ''),
      if(rand(13) % 5 = 0, concat('campaign', toString(rand(14) % 20)), ''),
      generateUUIDv4()
    FROM numbers(${rows})`;
}

function conversionsSql(owner: string, nowMs: number): string {
  return `
  INSERT INTO conversions (user_id, link_id, event_type, conversion_key, version, id, converted_at,
    received_at, value_cents, profit_cents, currency, source, trust)
  SELECT toUUID('${owner}'), ${linkSql(`rand(1) % ${filledLinks}`)}, 'sale',
    concat('o:', toString(number)), 1, generateUUIDv4(),
    fromUnixTimestamp64Milli(toInt64(${nowMs} - rand64(2) % ${90 * dayMs}), 'UTC') AS at, at,
    4999, 1000, ['USD', 'EUR'][1 + rand(3) % 2], 'pixel', 'verified'
  FROM numbers(50000)`;
}

function linkSql(n: string): string {
  return `toUUID(concat('00000000-0000-7000-9000-0000000', leftPad(toString(${n}), 5, '0')))`;
}
