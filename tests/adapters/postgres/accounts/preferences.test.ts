import { afterAll, beforeAll, expect, test } from 'bun:test';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { connect } from '#adapters/postgres/connect';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { changeLinkDefaults } from '#core/links/link-defaults';
import { changePreferences } from '#core/notices/preferences';
import { newUser } from '#tests/support/builders/people';
import { type TestDatabase, testDatabase } from '#tests/support/databases/postgres';
import { schema } from '#tests/support/databases/schema';
import { waitsForLock } from '#tests/support/databases/waits-for-lock';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase(schema);
});
afterAll(() => database.drop());

/** Makes a change while another one, which sets `column`, has not ended yet. */
async function during(
  column: string,
  change: (userId: string) => Promise<unknown>,
): Promise<unknown> {
  const { sql, url } = database;
  const pool = connect(url, { connections: 1 });
  const userId = await newUser(sql);
  await sql`INSERT INTO settings (user_id) VALUES (${userId})`;

  const changing = await sql.begin(async (tx) => {
    await tx`UPDATE settings SET ${tx(column)} = false WHERE user_id = ${userId}`;
    const isChanged = change(userId);
    await waitsForLock(pool);
    return { isChanged };
  });
  await changing.isChanged;
  const [row] = await sql`SELECT ${sql(column)} AS value FROM settings WHERE user_id = ${userId}`;
  await pool.end();
  return row?.['value'];
}

test('a change of one preference does not undo another one that is made at the same time', async () => {
  const sql = connect(database.url);
  const preferences = postgresPreferences(sql);
  const ports = { preferences, clock: { now: Date.now } };
  const defaults = postgresLinkDefaults(sql);

  const kept = [
    await during('email_notifications', (userId) =>
      changePreferences(ports, userId, { conversionAlerts: false }),
    ),
    await during('conversion_alerts', (userId) =>
      changePreferences(ports, userId, { email: false }),
    ),
    await during('link_track_clicks', (userId) =>
      changeLinkDefaults(defaults, userId, { expirationDays: 30 }),
    ),
  ];

  expect(kept).toEqual([false, false, false]);
  await sql.end();
});
