import type { Bytes } from '#core/backup/backup-store';

/** Encrypts and decrypts files of a backup. */
export type Seal = {
  /** The end of a sealed file's name: empty without encryption. */
  readonly suffix: string;
  close(content: Bytes): Bytes;
  /** Rejects when the content was sealed with another key, or has changed. */
  open(content: Bytes): Bytes;
};

/** No encryption. */
export const noSeal: Seal = {
  suffix: '',
  close: (content) => content,
  open: (content) => content,
};
