import { keepFingerprint } from '#adapters/postgres/accounts/secret-fingerprint';
import type { Sql } from '#adapters/postgres/connect';
import { ConfigError } from '#config';
import { fingerprintOf, type AppSecret } from '#roots/compose/secrets';

/**
 * Refuses a secret that the data of this database were not made with: postbacks, click ids and waiting
 * mails would fail one by one. An earlier secret that is still listed is replaced by the newest.
 *
 * @throws ConfigError
 */
export async function refuseUnknownSecret(
  sql: Sql,
  [newest, ...earlier]: AppSecret,
): Promise<void> {
  const fingerprints = { own: fingerprintOf(newest), earlier: earlier.map(fingerprintOf) };
  if (await keepFingerprint(sql, fingerprints)) return;
  throw new ConfigError(
    'APP_SECRET: this database was used with another one, and all instances need the same: set that one (a generated one is in DATA_DIR/app-secret), or list it in APP_SECRET_PREVIOUS to change it; if it is lost, run bun run admin new-secret',
  );
}
