import { connect } from '#adapters/postgres/connect';
import { readLedger } from '#adapters/postgres/backup/dump';
import type { BackupStore } from '#core/backup/backup-store';
import { joinLedgers } from '#core/backup/manifest';
import { enginesOf, type Installation } from './engines.ts';

/** Writes the deletions of links and accounts beside the backups. */
export async function noteDeletions(
  installation: Installation & { readonly store: BackupStore },
): Promise<void> {
  const engines = await enginesOf(installation);
  const sql = connect(engines.postgresUrl, { connections: 1 });
  try {
    const { store } = installation;
    await store.writeLedger(joinLedgers(await store.ledger(), await readLedger(sql)));
  } finally {
    await sql.end({ timeout: 1 });
    await engines.end();
  }
}
