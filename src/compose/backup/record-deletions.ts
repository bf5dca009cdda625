import { connect } from '#adapters/postgres/connect';
import { readLedger } from '#adapters/postgres/backup/dump';
import { openLocks, type Locks } from '#adapters/postgres/pool/locks';
import type { BackupStore } from '#core/backup/backup-store';
import { minuteMs } from '#core/shared/time';
import { enginesOf, type Installation } from './engines.ts';

/** Writes the deletions of links and accounts beside the backups. */
export async function recordDeletions(
  installation: Installation & { readonly store: BackupStore },
): Promise<void> {
  const engines = await enginesOf(installation);
  const sql = connect(engines.postgresUrl, { connections: 1 });
  const locks = openLocks(engines.postgresUrl);
  try {
    const { addToLedger } = inTurns(installation.store, locks);
    await addToLedger(await readLedger(sql));
  } finally {
    await Promise.all([locks.close(), sql.end({ timeout: 1 })]);
    await engines.end();
  }
}

/** The store of an installation that backs up and writes down deletions at the same time. */
export function inTurns(store: BackupStore, locks: Locks): BackupStore {
  const turn = { name: 'waypost turn: deletions beside backups', waitMs: minuteMs };
  return {
    ...store,
    addToLedger: (ledger) => locks.exclusively(turn, () => store.addToLedger(ledger)),
  };
}
