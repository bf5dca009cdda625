import { describe, expect, test } from 'bun:test';
import { exportAccount, type KeptTable } from '#core/accounts/export-account';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { Refusal } from '#core/shared/refusal';
import { hourMs } from '#core/shared/time';

/** A table with one row, the account's id. */
const tableOf = (name: string, userId: string): KeptTable => ({
  name,
  columns: ['user_id'],
  async *rows() {
    yield [{ user_id: userId }];
  },
});

function world() {
  const time = { nowMs: Date.UTC(2026, 5, 1) };
  const asked: string[] = [];
  const storeOf = (...names: string[]) => ({
    async tablesOf(userId: string) {
      asked.push(...names);
      return names.map((name) => tableOf(name, userId));
    },
  });
  const exports = rateLimit({ limit: 2, windowMs: hourMs });
  const clock = { now: () => time.nowMs };
  const ports = { stores: [storeOf('users', 'links'), storeOf('clicks')], exports, clock };
  return { time, asked, ports, exportOf: (userId: string) => exportAccount(ports, userId) };
}

describe('[account-export] the export of an account', () => {
  test('has the tables of every store, with the rows of this account', async () => {
    const { exportOf } = world();

    const tables = await exportOf('ada');

    expect(tables.map(({ name }) => name)).toEqual(['users', 'links', 'clicks']);
    const rows = await Promise.all(tables.map((table) => Array.fromAsync(table.rows())));
    expect(rows.flat(2).map((row) => row['user_id'])).toEqual(['ada', 'ada', 'ada']);
  });

  test('is limited for each account, and asks no store beyond the limit', async () => {
    const { exportOf, asked, time } = world();
    await exportOf('ada');
    await exportOf('ada');
    asked.length = 0;

    await expect(exportOf('ada')).rejects.toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 3600,
    });
    expect(asked).toEqual([]);
    await exportOf('grace');
    time.nowMs += hourMs;

    expect(await exportOf('ada')).toHaveLength(3);
  });

  test('fails as a whole while one store is away, and is never a part of the data', async () => {
    const { ports } = world();
    const away = { tablesOf: () => Promise.reject(new Refusal('unavailable', 'Away')) };
    const exportOf = (userId: string) =>
      exportAccount({ ...ports, stores: [...ports.stores, away] }, userId);

    await expect(exportOf('ada')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
