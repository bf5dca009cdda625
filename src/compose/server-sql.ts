import { randomBytes } from 'node:crypto';
import { probe } from '#adapters/clickhouse/analysts/server/probe';
import { databaseIn, serverNames } from '#adapters/clickhouse/analysts/server/names';
import { serverEngine } from '#adapters/clickhouse/analysts/server/run-server';
import { serverAccounts } from '#adapters/clickhouse/analysts/server/server-accounts';
import { serverLinks } from '#adapters/clickhouse/analysts/server/server-links';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { postgresEventStoreLogins } from '#adapters/postgres/analytics/event-store-logins';
import type { Sql } from '#adapters/postgres/connect';
import { postgresChangedLinks } from '#adapters/postgres/links/changed-links';
import type { Locks } from '#adapters/postgres/pool/locks';
import { aesSeal } from '#adapters/mail/seal';
import { eventStoreLogins } from '#core/analytics/sql/event-store-logins';
import { clusterOf } from '#core/shared/cluster-url';
import type { Log } from '#core/shared/log';
import { minuteMs, secondMs } from '#core/shared/time';
import { jobLock } from '#adapters/timers/jobs';
import type { Config } from '#config';
import type { Origins } from '#roots/config/origins';
import { sealKeys, type AppSecret } from './secrets.ts';
import { systemClock as clock } from './system.ts';

type ServerSqlParts = {
  readonly sql: Sql;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  /** CLICKHOUSE_URL. */
  readonly clickHouseUrl: string;
  readonly secret: AppSecret;
  readonly log: Log;
  readonly config: Pick<Config, 'analystSql'>;
  readonly origins: Pick<Origins, 'shortUrl'>;
};

/** Pause before a server that did not isolate accounts is probed again. */
const againMs = 5 * minuteMs;
const passwordBytes = 24;

/**
 * SQL for accounts on the operator's own ClickHouse: each account that uses it has a user there. It
 * is on only after a probe has shown that the server refuses everything that such a user must not
 * do.
 */
export function openServerSql(parts: ServerSqlParts) {
  const { sql, locks, clickHouse, clickHouseUrl, secret, config, origins } = parts;
  const names = serverNames(databaseIn(clickHouseUrl));
  const plain = serverAccounts(clickHouse, { names, isPoliced: false });
  const policed = serverAccounts(clickHouse, { names, isPoliced: true });
  const proof = openProof(parts, async (isPoliced) => {
    accounts = isPoliced ? policed : plain;
    await accounts.prepare();
  });
  let accounts = plain;
  const logins = eventStoreLogins({
    logins: postgresEventStoreLogins(sql, aesSeal(sealKeys(secret, 'event store logins'))),
    server: {
      shape: () => accounts.shape,
      open: (userId, password) => accounts.open(userId, password),
      close: plain.close,
      remove: plain.remove,
    },
    exclusively: (userId, work) =>
      locks.exclusively({ name: `waypost SQL login: ${userId}`, waitMs: 20 * secondMs }, work),
    newPassword: () => randomBytes(passwordBytes).toBase64({ alphabet: 'base64url' }),
    clock,
  });
  const links = serverLinks(clickHouse, postgresChangedLinks(sql, origins.shortUrl));

  return {
    isProven: proof.isProven,
    databaseOf: names.of,
    logins,
    links,
    engine: serverEngine(clickHouseUrl, { names, logins }),

    /**
     * Probes the server at the start, and maintains its users: it removes those of deleted or
     * disabled accounts, and all of them when SQL is off. It also updates the links of accounts
     * that connect directly.
     */
    async maintain(): Promise<void> {
      const isAllowed = config.analystSql && (await proof.isProven());
      await locks.unlessHeld(jobLock('update users of the event store'), async () => {
        if (!isAllowed) return logins.closeAll();
        await logins.closeFormer();
        for (const userId of await logins.shown()) await links.refresh(userId);
      });
    },
  };
}

export type ServerSql = ReturnType<typeof openServerSql>;

/**
 * The result of probing the server. It is determined at the first call and cached; an outage is not
 * cached.
 */
function openProof(
  { clickHouse, clickHouseUrl, locks, log }: ServerSqlParts,
  prepare: (isPoliced: boolean) => Promise<void>,
) {
  const names = serverNames(databaseIn(clickHouseUrl));
  const turn = { name: 'waypost turn: proving the event store', waitMs: minuteMs };
  let proving: Promise<boolean> | null = null;
  let said = '';
  let askAgainMs = Infinity;

  const prove = async (): Promise<boolean> => {
    const reason = await locks.exclusively(turn, async () => {
      if (clusterOf(clickHouseUrl).cluster !== null) return 'users are made on one server alone';
      const proof = await probe({ client: clickHouse, url: clickHouseUrl, names });
      if (proof.kind === 'unproven') return proof.reason;
      await prepare(proof.withoutPolicies === null);
      const rowPolicies = proof.withoutPolicies ?? 'on';
      log.info('accounts can run SQL: the ClickHouse server keeps them apart', { rowPolicies });
      return null;
    });
    if (reason !== null && reason !== said) {
      log.warn('accounts cannot run SQL on this ClickHouse server', { reason });
    }
    said = reason ?? '';
    askAgainMs = reason === null ? Infinity : clock.now() + againMs;
    return reason === null;
  };

  return {
    async isProven(): Promise<boolean> {
      if (clock.now() >= askAgainMs) proving = null;
      proving ??= prove();
      try {
        return await proving;
      } catch (error) {
        proving = null;
        throw error;
      }
    },
  };
}
