import { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '#core/shared/time';
import { optional, wholeNumber } from './fields.ts';

const megabyte = 1024 * 1024;
const unitsMs = { m: minuteMs, h: hourMs, d: dayMs } as const;

/** The variables about backups. */
export const backupsEnvironment = {
  BACKUP_TO: optional.refine(
    isPlace,
    'must be an absolute folder, or a bucket as s3://name/prefix',
  ),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,4}[mhd]$/, 'must be a number of minutes, hours or days, such as 12h')
    .default('24h')
    .transform(durationMs)
    .refine((ms) => ms >= 5 * minuteMs && ms <= 30 * dayMs, 'must be from 5m to 30d'),
  BACKUP_KEEP: wholeNumber({ least: 1, most: 1000 }).default(14),
  UPGRADE_BACKUP_MB: wholeNumber({ least: 0, most: 1_000_000, of: 'megabytes' }).default(4096),
  BACKUP_KEY: optional
    .refine(
      (text) => text === undefined || text.length >= 32,
      'must have at least 32 characters: bun run backup key makes one',
    )
    .refine(
      (text) => text === undefined || new Set(text).size >= 8,
      'must be random: it repeats too few characters',
    ),
};

export type BackupConfig = {
  /** Null: only the operator's own commands make backups. */
  readonly to: string | null;
  readonly everyMs: number;
  /** The number of backups to keep at `to`. */
  readonly keep: number;
  /** Null: backups are not encrypted. */
  readonly key: string | null;
  /**
   * A start makes a backup before it migrates only when the data has at most this many bytes; 0:
   * never.
   */
  readonly upgradeBytes: number;
};

/** `UPGRADE_BACKUP_MB` in bytes. */
export function upgradeBytesOf(read: { readonly UPGRADE_BACKUP_MB: number }): number {
  return read.UPGRADE_BACKUP_MB * megabyte;
}

function durationMs(text: string): number {
  const unit = text.at(-1);
  return Number(text.slice(0, -1)) * unitsMs[unit === 'm' || unit === 'h' ? unit : 'd'];
}

function isPlace(text: string | undefined): boolean {
  return text === undefined || text.startsWith('/') || isBucketUrl(text);
}

/** Whether a text is `s3://bucket` or `s3://bucket/prefix`. */
export function isBucketUrl(text: string): boolean {
  return /^s3:\/\/[a-z\d][a-z\d.-]{1,61}[a-z\d](?:\/[\w./-]*)?$/.test(text);
}
