import { resolve } from 'node:path';
import { appSecret } from '#adapters/embedded/app-secret';
import { postgresAccountCounts } from '#adapters/postgres/accounts/account-counts';
import { forgetFingerprint } from '#adapters/postgres/accounts/secret-fingerprint';
import { forgetStripeAccount } from '#adapters/postgres/billing/account-proof';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import { connect } from '#adapters/postgres/connect';
import { postgresNewestLetters } from '#adapters/postgres/notices/letters';
import type { Config } from '#config';
import { originsOf } from '#roots/config/origins';
import { enginesOf } from '#roots/compose/backup/engines';
import { systemClock as clock } from '#roots/compose/system';
import { composeOperatedAccounts } from './operators.ts';

/** What `bun run admin` works with, on the databases of this installation, running or not. */
export async function openOperators(config: Config) {
  const dataDir = resolve(config.dataDir);
  const engines = await enginesOf({ config, dataDir });
  const newest = await appSecret(dataDir, config.appSecret);
  const secret = [newest, ...config.appSecretPrevious] as const;
  const sql = connect(engines.postgresUrl, { connections: 2 });
  const origins = originsOf(config, config.port);

  return {
    accounts: composeOperatedAccounts({ sql, secret, origins, config }, 'command'),
    counts: postgresAccountCounts(sql),
    letters: postgresNewestLetters(sql),
    forgetStripeAccount: forgetStripeAccount(sql),
    forgetSecret: forgetFingerprint(sql),
    confirmClock: () => postgresClockMark(sql).advance(new Date(clock.now())),
    async end(): Promise<void> {
      await sql.end({ timeout: 1 });
      await engines.end();
    },
  };
}
