import { resolve } from 'node:path';
import { appSecret } from '#adapters/embedded/app-secret';
import { postgresAccountCounts } from '#adapters/postgres/accounts/account-counts';
import { forgetStripeAccount } from '#adapters/postgres/billing/account-proof';
import { connect } from '#adapters/postgres/connect';
import { postgresRecentMessages } from '#adapters/postgres/notices/recent-messages';
import { postgresRecentReports } from '#adapters/postgres/notices/recent-reports';
import type { Config } from '#config';
import { addressesOf } from '#roots/compose/addresses';
import { enginesOf } from '#roots/compose/backup/engines';
import { composeOperatedAccounts } from './operators.ts';

/** What `bun run admin` works with, on the databases of this installation, running or not. */
export async function openOperators(config: Config) {
  const dataDir = resolve(config.dataDir);
  const engines = await enginesOf({ config, dataDir });
  const newest = await appSecret(dataDir, config.appSecret);
  const secret = [newest, ...config.appSecretPrevious] as const;
  const sql = connect(engines.postgresUrl, { connections: 2 });
  const addresses = addressesOf(config, config.port);

  return {
    accounts: composeOperatedAccounts({ sql, secret, addresses, config }, 'command'),
    counts: postgresAccountCounts(sql),
    messages: postgresRecentMessages(sql),
    reports: postgresRecentReports(sql),
    forgetStripeAccount: forgetStripeAccount(sql),
    async end(): Promise<void> {
      await sql.end({ timeout: 1 });
      await engines.end();
    },
  };
}
