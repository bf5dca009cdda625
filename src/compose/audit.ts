import type { Config } from '#config';
import { auditTrail } from '#adapters/http/frame/audit-trail';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { auditQueue } from '#adapters/postgres/accounts/audit-queue';
import type { Sql } from '#adapters/postgres/connect';
import type { Log } from '#core/shared/log';
import { systemClock as clock } from './system.ts';

type AuditParts = {
  readonly sql: Sql;
  readonly log: Log;
  readonly config: Pick<Config, 'ipStorage'>;
  readonly addressOf: (request: Request) => string;
};

/** Records what happens to accounts, at the edge; `stop` writes the waiting entries. */
export function openAudit({ sql, log, config, addressOf }: AuditParts) {
  const { record, stop, waiting } = auditQueue({ add: postgresAudit(sql).add, log });
  return {
    audit: auditTrail({ record, addressOf, keepsNetworks: config.ipStorage !== 'none', clock }),
    stop,
    waiting,
  };
}
