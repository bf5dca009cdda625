import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '#adapters/disk/durable';
import type { LinkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { type Gone, snapshotFormat, snapshotLine } from './snapshot-line.ts';

/** An open snapshot file, to which changes are appended. */
export type SnapshotFile = {
  /** In bytes. */
  size(): number;
  add(links: readonly RoutedLink[], gone: readonly Gone[]): Promise<void>;
  close(): Promise<void>;
};

/** Links per line: writing one takes well under a millisecond of the redirect thread. */
export const linksPerLine = 100;

/**
 * Writes the whole index to a temporary file and renames it, so that a kill leaves the old file or
 * the new one. `between` runs after each line; changes made meanwhile may be missing.
 */
export async function writeSnapshot(
  path: string,
  index: LinkIndex,
  between: () => Promise<void>,
): Promise<SnapshotFile> {
  const temporary = `${path}.new`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    const file = snapshotFile(handle, 0);
    await file.head();
    for (const part of slices(index.links())) {
      await file.add(part, []);
      await between();
    }
    for (const part of slices(index.erased())) {
      await file.add(
        [],
        part.map((linkId) => ({ linkId, isErased: true })),
      );
      await between();
    }
    await handle.sync();
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return file;
  } catch (error) {
    await handle.close();
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Opens a snapshot to append after its first `size` bytes; the rest is cut off. */
export async function continueSnapshot(path: string, size: number): Promise<SnapshotFile> {
  const handle = await open(path, 'r+');
  await handle.truncate(size);
  return snapshotFile(handle, size);
}

function snapshotFile(handle: FileHandle, from: number): SnapshotFile & { head(): Promise<void> } {
  let size = from;
  // A nearly full disk may write only a part: a gap before the next line would invalidate the file.
  const write = async (line: string): Promise<void> => {
    const bytes = Buffer.from(line);
    for (let done = 0; done < bytes.length;) {
      done += (await handle.write(bytes, done, bytes.length - done, size + done)).bytesWritten;
    }
    size += bytes.length;
  };

  return {
    size: () => size,
    head: () => write(snapshotLine({ format: snapshotFormat })),
    add: (links, gone) => write(snapshotLine({ links, gone })),
    close: () => handle.close(),
  };
}

function* slices<T>(values: Iterable<T>): Generator<T[]> {
  let slice: T[] = [];
  for (const value of values) {
    slice.push(value);
    if (slice.length < linksPerLine) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
