import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#core/shared/time';
import type { StoredClick } from './events.ts';

/** The UTC day of an instant, as `YYYY-MM-DD`. */
export const utcDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** Visitor ids may be the same on several days until this one, `YYYY-MM-DD`, and are daily later. */
export async function setLastingUntil(client: ClickHouseClient, day: string): Promise<void> {
  await client.command({ query: 'TRUNCATE TABLE lasting_visitors' });
  await client.insert({ table: 'lasting_visitors', values: [{ day }], format: 'JSONEachRow' });
}

/** After the day `lastingUntil` the same visitor has another id on every UTC day. */
export function withDailyIds(click: StoredClick, lastingUntil: string): StoredClick {
  if (click.visitorId === 0 || utcDay(click.atMs) <= lastingUntil) return click;
  return { ...click, visitorId: click.visitorId + 1000 * Math.floor(click.atMs / dayMs) };
}
