import { resolve } from 'node:path';
import { folderPlace } from '#adapters/backups/folder-place';
import { noSeal } from '#adapters/backups/seal';
import { backupStore } from '#adapters/backups/store';
import type { BackupStore } from '#core/backup/backup-store';

/** A place for backups: its name, without credentials, and its store. */
export type OpenStore = { readonly place: string; readonly store: BackupStore };

/** Opens the folder that the operator names. */
export async function openStore(target: string): Promise<OpenStore> {
  const folder = resolve(target);
  return { place: folder, store: backupStore(folderPlace(folder), noSeal) };
}
