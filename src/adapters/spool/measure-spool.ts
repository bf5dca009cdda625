import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '#core/shared/errno';
import { deadLetterFolder } from './drain/dead-letters.ts';
import { readSegmentFile } from './segments.ts';

/** The size of a spool's files on the disk. */
export type SpoolFiles = {
  readonly segments: number;
  readonly segmentBytes: number;
  /** The earliest time of a last write to a segment; null without segments. */
  readonly oldestWriteMs: number | null;
  readonly deadLetterFiles: number;
  readonly deadLetterBytes: number;
};

type Measured = { readonly size: number; readonly mtimeMs: number };

/** Measures the files of the spool in `folder`, outside this thread. A missing folder is empty. */
export async function measureSpool(folder: string): Promise<SpoolFiles> {
  const [segments, dead] = await Promise.all([
    measure(folder, (file) => readSegmentFile(file) !== null),
    measure(deadLetterFolder(folder), () => true),
  ]);
  return {
    segments: segments.length,
    segmentBytes: sizeOf(segments),
    oldestWriteMs: segments.reduce<number | null>(
      (oldest, { mtimeMs }) => Math.min(oldest ?? mtimeMs, mtimeMs),
      null,
    ),
    deadLetterFiles: dead.length,
    deadLetterBytes: sizeOf(dead),
  };
}

function sizeOf(files: readonly Measured[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

/** A file that is removed meanwhile does not count. */
async function measure(folder: string, counts: (file: string) => boolean): Promise<Measured[]> {
  const files = await readdir(folder).catch(unlessMissing<string[]>([]));
  const measured = await Promise.all(
    files
      .filter(counts)
      .map((file) => stat(join(folder, file)).catch(unlessMissing<Measured | null>(null))),
  );
  return measured.flatMap((file) => file ?? []);
}

function unlessMissing<Value>(value: Value) {
  return (error: unknown): Value => {
    if (isErrno(error, 'ENOENT')) return value;
    throw error;
  };
}
