import { resolve } from 'node:path';
import { keySeal } from '#adapters/backups/key-seal';
import { bucketStorage } from '#adapters/backups/bucket-storage';
import { folderStorage } from '#adapters/backups/folder-storage';
import type { BackupStorage } from '#adapters/backups/storage';
import { noSeal } from '#adapters/backups/seal';
import { backupStore } from '#adapters/backups/store';
import type { BackupStore } from '#core/backup/backup-store';
import { plainPath } from '#core/shared/plain-path';
import { ConfigError, type Config } from '#config';
import { isBucketUrl } from '#roots/config/backups';

export { newBackupKey } from '#adapters/backups/key-seal';

/** A place for backups: its name, without credentials, and its store. */
export type OpenStore = { readonly place: string; readonly store: BackupStore };

/**
 * Opens the folder or the bucket that the operator names. With a key it takes about 0.1 s of this
 * thread.
 *
 * @throws ConfigError for a bucket without its settings.
 */
export function openStore(target: string, config: Pick<Config, 's3' | 'backups'>): OpenStore {
  const { key } = config.backups;
  const seal = key === null ? noSeal : keySeal(key);
  return { place: placeName(target), store: backupStore(storageOf(target, config), seal) };
}

/** The normalized name of a place. */
export function placeName(target: string): string {
  if (!target.startsWith('s3:')) return resolve(target);
  const { bucket, path } = bucketOf(target);
  return `s3://${bucket}/${path}`;
}

function storageOf(target: string, { s3 }: Pick<Config, 's3'>): BackupStorage {
  if (!target.startsWith('s3:')) return folderStorage(resolve(target));
  const { bucket, path } = bucketOf(target);
  if (s3 === null) throw new ConfigError('S3_ENDPOINT: a bucket needs the S3 variables');
  return bucketStorage({ ...s3, bucket, prefix: path === '' ? '' : `${path}/` });
}

function bucketOf(target: string): { readonly bucket: string; readonly path: string } {
  if (!isBucketUrl(target)) throw new ConfigError('a bucket is named like s3://bucket/prefix');
  const { hostname: bucket, pathname } = new URL(target);
  return { bucket, path: plainPath(pathname) };
}
