import type { Ledger, Manifest, StoredFile } from './manifest.ts';

/** The bytes of a file, in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Stores a file and returns what a later `get` needs. */
export type Put = (content: Bytes) => Promise<StoredFile>;

/** The place that keeps backups: a folder or a bucket. */
export type BackupStore = {
  readonly put: Put;
  /** The content as it was put. Rejects with `DamagedBackup` when the stored bytes have changed. */
  get(file: StoredFile): Bytes;
  /** Reads the stored bytes alone, without a key. Rejects with `DamagedBackup`. */
  check(file: StoredFile): Promise<void>;
  /** The ids of all complete backups, oldest first. */
  ids(): Promise<string[]>;
  /** Rejects with `DamagedBackup` when it is missing, damaged, or sealed with another key. */
  manifest(id: string): Promise<Manifest>;
  /** Makes the backup complete. */
  commit(manifest: Manifest): Promise<void>;
  /** The deletions known here, of all backups. */
  ledger(): Promise<Ledger>;
  /** Adds deletions. One call at a time: of two at once, one could be lost. */
  addToLedger(ledger: Ledger): Promise<void>;
  /** Removes files that were put for a backup that will not be made. */
  discard(files: readonly StoredFile[]): Promise<void>;
  /**
   * Removes these backups, then all files that no backup refers to. Returns how many files. Rejects
   * with `DamagedBackup` and removes no file when it cannot know what another backup refers to.
   */
  remove(ids: readonly string[]): Promise<number>;
};

/** A backup that cannot be used. The message is a sentence for the operator. */
export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup';
}
