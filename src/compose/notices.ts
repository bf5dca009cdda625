import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import type { Sql } from '#adapters/postgres/connect';
import { changePreferences, readPreferences } from '#core/notices/preferences';
import { systemClock as clock } from './system.ts';

/** What people want to be notified of. */
export function composePreferences(sql: Sql) {
  const ports = { preferences: postgresPreferences(sql), clock };
  return { readPreferences: readPreferences(ports), changePreferences: changePreferences(ports) };
}
