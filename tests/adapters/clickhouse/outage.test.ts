import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { migrateClickHouse } from '#adapters/clickhouse/migrate';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import { readReportQuestion } from '#core/analytics/report/report-question';
import { zoneOffsets } from '#core/analytics/periods';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { tempFolder } from '#tests/support/temp-folder';

const files = join(import.meta.dir, '../../../clickhouse');
const store = await testClickHouse();
afterAll(() => store.drop());

/** Applies the files of the event store up to one number, like a migration that is under way. */
async function migrateUntil(last: string): Promise<void> {
  using folder = tempFolder();
  for (const name of readdirSync(files)) {
    if (name.endsWith('.sql') && name.slice(0, 4) <= last) {
      copyFileSync(join(files, name), join(folder.path, name));
    }
  }
  const exclusively = (work: () => Promise<void>) => work();
  await migrateClickHouse({ url: urlOf(store), folder: folder.path, exclusively });
}

async function askReport(): Promise<unknown> {
  const { period, compared, filters, lists } = readReportQuestion(() => [], Date.now());
  const scope = { userId: Bun.randomUUIDv7(), filters, among: null, erasedLinkIds: [] };
  const offsets = zoneOffsets(period);
  return clickhouseReports(store.client)
    .read(scope, {
      period,
      compared,
      hasVisitors: true,
      lists: { dimensions: lists, longest: 10, hasConversions: true },
      offsets,
      totals: null,
    })
    .then(
      () => null,
      (error: unknown) => error,
    );
}

test.each([
  ['no table', '0000', '60'],
  ['not every column', '0008', '47'],
])('[no-false-zeros] an event store that has %s yet counts as away', async (_, until, code) => {
  await migrateUntil(until);

  const failure = await askReport();

  expect(failure).toMatchObject({ code });
  expect(isClickHouseOutage(failure)).toBe(true);
});

test('with all of its columns it answers', async () => {
  await migrateUntil('9999');

  expect(await askReport()).toBe(null);
});
