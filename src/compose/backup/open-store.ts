import { resolve } from 'node:path';
import { keySeal } from '#adapters/backups/key-seal';
import { bucketPlace } from '#adapters/backups/bucket-place';
import { folderPlace } from '#adapters/backups/folder-place';
import type { Place } from '#adapters/backups/place';
import { noSeal } from '#adapters/backups/seal';
import { backupStore } from '#adapters/backups/store';
import type { BackupStore } from '#core/backup/backup-store';
import { ConfigError, type Config } from '#config';
import { isBucketAddress } from '#roots/config/backups';

export { newBackupKey } from '#adapters/backups/key-seal';

/** A place for backups: its name, without credentials, and its store. */
export type OpenStore = { readonly place: string; readonly store: BackupStore };

/**
 * Opens the folder or the bucket that the operator names.
 *
 * @throws ConfigError for a bucket without its settings.
 */
export function openStore(target: string, config: Pick<Config, 's3' | 'backups'>): OpenStore {
  const { key } = config.backups;
  const { name, place } = placeOf(target, config);
  return { place: name, store: backupStore(place, key === null ? noSeal : keySeal(key)) };
}

function placeOf(target: string, { s3 }: Pick<Config, 's3'>): { name: string; place: Place } {
  if (!target.startsWith('s3:')) {
    const folder = resolve(target);
    return { name: folder, place: folderPlace(folder) };
  }
  if (!isBucketAddress(target)) throw new ConfigError('a bucket is named like s3://bucket/prefix');
  if (s3 === null) throw new ConfigError('S3_ENDPOINT: a bucket needs the S3 variables');
  const { hostname: bucket, pathname } = new URL(target);
  const path = pathname.replaceAll(/^\/+|\/+$/g, '');
  const prefix = path === '' ? '' : `${path}/`;
  return { name: `s3://${bucket}/${path}`, place: bucketPlace({ ...s3, bucket, prefix }) };
}
