import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { lastDays } from '#core/analytics/periods';
import { dashboard, wholeAccount } from '#tests/support/builders/reports';
import { testEventStore, type StoredClick } from '#tests/support/builders/events';
import { anyClick } from '#tests/support/builders/generated-events';
import { dayIn } from '#tests/support/readers/oracle';

const store = await testEventStore();
afterAll(() => store.drop());

/** One click every 13 minutes for ten days, including the whole quarter hours of midnights. */
function everyFewMinutes(nowMs: number, userId: string): StoredClick[] {
  const [click] = fc.sample(anyClick(nowMs, userId, [Bun.randomUUIDv7()]), 1);
  if (!click) throw new Error('No click was made');
  const quarters = Array.from({ length: 10 * 96 }, (_, i) => nowMs - i * 15 * 60_000);
  const between = Array.from({ length: 1100 }, (_, i) => nowMs - i * 13 * 60_000 - 1);
  return [...quarters, ...between].map((atMs) => ({ ...click, class: 'human', atMs }));
}

test.each([
  '2026-03-29T11:00:00Z',
  '2026-11-01T18:15:00Z',
  '2026-04-05T03:30:00Z',
  '2012-01-02T09:45:00Z',
])('[time-zones] at %s every zone has each click on its local day', async (now) => {
  const nowMs = Date.parse(now);
  const userId = Bun.randomUUIDv7();
  const clicks = everyFewMinutes(nowMs, userId);
  await store.store({ clicks });
  const zones = [...Intl.supportedValuesOf('timeZone'), 'UTC'];
  const alike = Map.groupBy(zones, (zone) => JSON.stringify(lastDays(7, zone, nowMs)));

  for (const [zone = ''] of alike.values()) {
    const { dates, boundariesMs } = lastDays(7, zone, nowMs);
    const { period, lists } = await clickhouseReports(store.client).read(
      wholeAccount(userId),
      dashboard(boundariesMs),
    );

    const dayOf = dayIn(zone);
    const expected = Map.groupBy(clicks, (click) => dayOf(click.atMs));
    const counted = dates.map((_, i) => period.byUnit.get(boundariesMs[i] ?? 0)?.clicks ?? 0);
    expect(counted).toEqual(dates.map((date) => expected.get(date)?.length ?? 0));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(lists.devices?.clicks ?? 0);
  }
});
