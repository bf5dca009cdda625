import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { appSecret } from '#adapters/embedded/app-secret';
import { postgresAccountCounts } from '#adapters/postgres/accounts/account-counts';
import { forgetFingerprint } from '#adapters/postgres/accounts/secret-fingerprint';
import { forgetStripeAccount } from '#adapters/postgres/billing/account-proof';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import type { AdminRoutesPorts } from '#adapters/http/operators/admin';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseStorage } from '#adapters/clickhouse/events/storage';
import { openProofs } from '#adapters/postgres/accounts/email-proofs';
import { postgresOperatedAccounts } from '#adapters/postgres/accounts/operated-accounts';
import { connect, type Sql } from '#adapters/postgres/connect';
import { postgresNewestSupport } from '#adapters/postgres/notices/support-inbox';
import { resendVerification } from '#core/accounts/email-proofs';
import { requireRecentProof } from '#core/accounts/sign-in/session';
import { operateAccounts, type Act } from '#core/accounts/operators/operate-accounts';
import type { AccountPorts } from '#core/accounts/ports';
import { isOperator } from '#core/accounts/operators/operator';
import type { Log } from '#core/shared/log';
import type { Config } from '#config';
import { originsOf, type Origins } from '#roots/config/origins';
import { enginesOf } from './installation.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type AccountParts = {
  readonly sql: Sql;
  readonly secret: AppSecret;
  readonly origins: Pick<Origins, 'appUrl'>;
  readonly config: Pick<Config, 'operators' | 'payments'>;
};

/** The operators' actions on accounts, from the page or the command line. */
export function composeOperatedAccounts(parts: AccountParts, by: Act['by']) {
  const { sql, secret, origins, config } = parts;
  const { kind } = config.payments;
  const proofs = { open: openProofs(sql, sealOf(secret)) };
  const proving = { proofs, appUrl: origins.appUrl, digest: sha256, newId, randomBytes, clock };
  return operateAccounts(
    {
      ...proving,
      accounts: postgresOperatedAccounts(sql, kind === 'off' ? null : kind),
      operators: new Set(config.operators),
      resendVerification: (user) => resendVerification(proving, user),
    },
    by,
  );
}

type OperatorParts = AccountParts & {
  readonly clickHouse: ClickHouse;
  readonly log: Log;
  readonly instance: AdminRoutesPorts['instance'];
  readonly redirects: { readonly blocklist: { text(): string } };
};

/** The operator's page. */
export function composeOperators(
  parts: OperatorParts,
  people: AccountPorts,
): Omit<AdminRoutesPorts, 'session'> {
  const operators = new Set(parts.config.operators);
  return {
    requireProof: (token) => requireRecentProof(people, token),
    isOperator: (user) => isOperator(user, operators),
    accounts: composeOperatedAccounts(parts, 'page'),
    instance: parts.instance,
    storage: clickhouseStorage(parts.clickHouse),
    inbox: postgresNewestSupport(parts.sql),
    blocklist: parts.redirects.blocklist.text,
    log: parts.log,
  };
}

/** Opens the databases of this installation for `bun run admin`; Waypost may be running or not. */
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
    inbox: postgresNewestSupport(sql),
    forgetStripeAccount: forgetStripeAccount(sql),
    forgetSecret: forgetFingerprint(sql),
    confirmClock: () => postgresClockMark(sql).advance(new Date(clock.now())),
    async end(): Promise<void> {
      await sql.end({ timeout: 1 });
      await engines.end();
    },
  };
}
