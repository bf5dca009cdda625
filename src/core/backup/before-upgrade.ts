const megabyte = 1024 * 1024;

type Amounts = {
  /** Upper estimate of the backup's size. */
  readonly bytes: number;
  readonly limit: number;
  /** Free bytes of the disk, without the space that visits may need. */
  readonly room: number;
  /** The id of the backup that an interrupted upgrade made before it began; null without one. */
  readonly interrupted: string | null;
};

/** Why a start makes no backup before it migrates: the end of a sentence. Null when it makes one. */
export function whyNoBackup({ bytes, limit, room, interrupted }: Amounts): string | null {
  if (limit === 0) return 'UPGRADE_BACKUP_MB is 0';
  if (interrupted !== null) {
    return `${interrupted} is the backup from before this upgrade, which was interrupted`;
  }
  if (bytes > limit) {
    return `the data has ${mb(bytes)} MB, which is more than UPGRADE_BACKUP_MB (${mb(limit)})`;
  }
  if (bytes > room) {
    return `the disk of DATA_DIR has room for ${mb(Math.max(room, 0))} MB, and the data has ${mb(bytes)} MB`;
  }
  return null;
}

/** Whole megabytes. */
export function mb(bytes: number): number {
  return Math.ceil(bytes / megabyte);
}
