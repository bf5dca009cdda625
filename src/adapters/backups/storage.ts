import type { Bytes } from '#core/backup/backup-store';

/** Storage of files under names such as `files/1f3a….zst`. */
export type BackupStorage = {
  /** A file appears completely or not at all. */
  write(name: string, content: Bytes): Promise<void>;
  /** Rejects with `NoSuchFile`. */
  read(name: string): Bytes;
  /** The names that begin with `prefix`, which ends with `/`, in order. */
  list(prefix: string): Promise<string[]>;
  /** Succeeds too when the file does not exist. */
  remove(name: string): Promise<void>;
};

/** The place has no file of that name. */
export class NoSuchFile extends Error {
  override readonly name = 'NoSuchFile';
}
