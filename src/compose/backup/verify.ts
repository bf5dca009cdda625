import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DamagedBackup, type BackupStore } from '#core/backup/backup-store';
import { filesOf, type Manifest } from '#core/backup/manifest';
import { restore } from './restore.ts';

/**
 * Checks the checksum of every file, then restores the backup into a scratch folder with real
 * databases and compares all counts. Returns what is wrong: nothing when the backup is good.
 */
export async function verify(store: BackupStore, manifest: Manifest): Promise<string[]> {
  const problems: string[] = [];
  for (const file of filesOf(manifest)) {
    await store.check(file).catch((error: unknown) => {
      if (!(error instanceof DamagedBackup)) throw error;
      problems.push(error.message);
    });
  }
  if (problems.length > 0) return problems;

  const scratch = await mkdtemp(join(tmpdir(), 'waypost-verify-'));
  try {
    const config = { databaseUrl: null, clickhouseUrl: null };
    return await restore({ config, dataDir: scratch, store, manifest });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
