import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes a folder's entries survive a loss of power: created, renamed and removed names. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `syncFolder`, which blocks this thread. */
export function syncFolderNow(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/**
 * Creates a folder, and those above it, for this user alone, unless it exists. A new one survives a
 * loss of power.
 */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  for (const each of foldersAbove(path, first)) await syncFolder(each);
}

/** `makeFolder`, which blocks this thread. */
export function makeFolderNow(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  for (const each of foldersAbove(path, first)) syncFolderNow(each);
}

/** The folders that got a new entry: `first` is the uppermost folder that was created, if any. */
function foldersAbove(path: string, first: string | undefined): string[] {
  if (first === undefined) return [];
  const above = dirname(path);
  return above.length < first.length ? [above] : [above, ...foldersAbove(above, first)];
}

/**
 * Writes a file for this user alone. A kill or a loss of power leaves the old content or the new
 * one; after it resolves, the new one. `draft`: a temporary file beside it, removed after an error.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  draft = `${path}.new`,
): Promise<void> {
  const isWhole = typeof content === 'string' || content instanceof Uint8Array;
  try {
    await writeSynced(draft, 'w', isWhole ? [Buffer.from(content)] : content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Writes a file for this user alone, and syncs it; its name may still be lost. `wx`: a new one. */
export async function writeSynced(
  path: string,
  flags: 'w' | 'wx',
  pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const handle = await open(path, flags, 0o600);
  try {
    for await (const piece of pieces) await writeAll(handle, piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Continues after short writes: a disk that becomes full takes a part first, and then refuses. */
async function writeAll(handle: FileHandle, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length;) at += (await handle.write(piece, at)).bytesWritten;
}
