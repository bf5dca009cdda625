import { cpus } from 'node:os';
import type { ClickHouseClient } from '@clickhouse/client';
import { clickhouseNumbers } from '#adapters/clickhouse/analytics/analytics';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { lastDays } from '#core/analytics/days';
import { dayMs, hourMs } from '#core/shared/time';
import { testEventStore } from '#tests/support/builders/events';

/*
 * How long the numbers of an account with a million clicks in 90 days on 5,000 links take, beside
 * another million clicks of 500 accounts. Times are of the whole call over HTTP, in milliseconds.
 */

const userId = '00000000-0000-7000-8000-000000000001';
const link = (n: string) =>
  `toUUID(concat('00000000-0000-7000-9000-0000000', leftPad(toString(${n}), 5, '0')))`;
const nowMs = Math.floor(Date.now() / hourMs) * hourMs;
const rounds = 15;

const store = await testEventStore();
try {
  await fill(store.client);
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}; ${rounds} rounds each`);
  await measureAnswers();
  await measureTotals();
} finally {
  await store.drop();
}
// The engine, in its own process, would keep this one running.
process.exit(0);

async function fill(client: ClickHouseClient): Promise<void> {
  const others = `toUUID(concat('00000000-0000-7000-8000-0000000', leftPad(toString(2 + rand(9) % 500), 5, '0')))`;
  for (const user of [`toUUID('${userId}')`, others]) {
    for (let part = 0; part < 4; part += 1) await client.command({ query: clicksSql(user) });
  }
  await client.command({ query: conversionsSql() });
}

function clicksSql(user: string): string {
  const few = (list: string, n: number) =>
    `[${list}][1 + toUInt32(${list.split(',').length} * pow(rand(${n}) / 4294967296, 2))]`;
  return `
    INSERT INTO clicks (user_id, link_id, clicked_at, click_id, class, visitor_id, country, city,
      device, browser, os, referrer, batch)
    SELECT ${user}, ${link('toUInt32(5000 * pow(rand(1) / 4294967296, 2))')},
      fromUnixTimestamp64Milli(toInt64(${nowMs} - rand64(2) % ${90 * dayMs}), 'UTC'), generateUUIDv7(),
      multiIf(rand(3) % 10 = 0, 'bot', rand(3) % 50 = 1, 'prefetch', 'human'),
      if(rand(4) % 20 = 0, 0, rand(4) % 600000 + 1),
      ${few(`'US','GB','DE','FR','IN','BR','JP','','CA','AU','NL','ES','IT','PL','SE'`, 5)},
      concat('City', toString(toUInt32(3000 * pow(rand(6) / 4294967296, 3)))),
      ${few(`'desktop','mobile','tablet','other','unknown'`, 7)},
      ${few(`'Chrome','Safari','Firefox','Edge','Opera','','Brave'`, 8)},
      ${few(`'Windows','iOS','Android','macOS','Linux',''`, 10)},
      if(rand(11) % 3 = 0, '',
        concat('site', toString(toUInt32(500 * pow(rand(12) / 4294967296, 3))), '.example')),
      generateUUIDv4()
    FROM numbers(250000)`;
}

function conversionsSql(): string {
  return `
  INSERT INTO conversions (user_id, link_id, event_type, conversion_key, version, id, converted_at,
    received_at, value_cents, profit_cents, currency, source, trust)
  SELECT toUUID('${userId}'), ${link('rand(1) % 5000')}, 'sale', concat('o:', toString(number)), 1,
    generateUUIDv4(),
    fromUnixTimestamp64Milli(toInt64(${nowMs} - rand64(2) % ${90 * dayMs}), 'UTC') AS at, at,
    4999, 1000, ['USD', 'EUR'][1 + rand(3) % 2], 'pixel', 'verified'
  FROM numbers(50000)`;
}

async function measureAnswers(): Promise<void> {
  const numbers = clickhouseNumbers(store.client);
  const whole = { userId, linkId: null, erasedLinkIds: [] };
  const scopes = {
    'whole account': whole,
    'one link': { ...whole, linkId: '00000000-0000-7000-9000-000000000007' },
    'without 20 links': {
      ...whole,
      erasedLinkIds: Array.from({ length: 20 }, () => Bun.randomUUIDv7()),
    },
  };
  const untilMs = nowMs + hourMs;
  const periods = { beforeMs: untilMs - 60 * dayMs, sinceMs: untilMs - 30 * dayMs, untilMs };
  for (const days of [7, 30, 90]) {
    for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
      const { boundariesMs } = lastDays(days, zone, nowMs);
      for (const [name, scope] of Object.entries(scopes)) {
        await measure(`analytics ${days}d, ${zone}, ${name}`, () =>
          numbers.read(scope, { boundariesMs, periods, longestList: 10 }),
        );
      }
    }
  }
}

async function measureTotals(): Promise<void> {
  const totals = clickhouseLinkTotals(store.client);
  const linkIdOf = (n: number) => `00000000-0000-7000-9000-0000000${String(n).padStart(5, '0')}`;
  const some = Array.from({ length: 50 }, (_, n) => linkIdOf(n * 90));
  const many = Array.from({ length: 1000 }, (_, n) => linkIdOf(n));
  await measure('totals of 1,000 links', () => totals.of(userId, many));
  await measure('totals of 50 links', () => totals.of(userId, some));
}

async function measure(name: string, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startMs = performance.now();
    await call();
    times.push(performance.now() - startMs);
  }
  times.sort((left, right) => left - right);
  const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(0);
  console.log(`${name.padEnd(55)} min ${at(0)}  median ${at(0.5)}  max ${at(1)}`);
}
