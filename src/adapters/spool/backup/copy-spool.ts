import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Put } from '#core/backup/backup-store';
import type { KeptFile } from '#core/backup/manifest';
import { isErrno } from '#core/shared/errno';
import { readSegmentFile, segmentFile, spoolFolder, type Segment } from '#adapters/spool/segments';
import { countLineEnds, wholeLines } from '#adapters/spool/whole-lines';

/** A split segment's parts while the split is not finished: `….sealed.of.<parent>`. */
const unfinishedPart = /^(.+\.sealed)\.of\.[\da-f-]{36}$/;

/**
 * Copies the segments of a spool that is in use, each up to its last whole line. A segment that
 * disappears meanwhile was stored, or split into parts that the next pass finds. So every line that
 * was in the spool at the start is copied, or its row is in the event store by now.
 */
export async function copySpool(dataDir: string, put: Put): Promise<KeptFile[]> {
  const folder = spoolFolder(dataDir);
  const copied = new Map<string, KeptFile>();
  while (!(await copyAll(folder, copied, put)));
  return [...copied.values()];
}

/**
 * One pass over the folder; false when something changed meanwhile, so that another pass is needed.
 */
async function copyAll(folder: string, copied: Map<string, KeptFile>, put: Put): Promise<boolean> {
  const files = filesIn(folder);
  const segments = files.flatMap((file) => readSegmentFile(file) ?? []);
  const present = new Set(segments.map(({ batch }) => batch));
  // A segment that has left was stored, or its parts are in the folder. So its copy is removed.
  for (const batch of copied.keys()) if (!present.has(batch)) copied.delete(batch);
  // While a split is being finished, its parts get their names, or their parent is still there.
  let isWhole = !files.some((file) => unfinishedPart.test(file));
  for (const segment of segments) {
    if (copied.has(segment.batch)) continue;
    const bytes = readWhole(folder, segment);
    if (bytes === null) isWhole = false;
    else if (bytes.length > 0) copied.set(segment.batch, await keep(segment, bytes, put));
  }
  return isWhole;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * The whole lines of a segment, under the name that it has now; null when it is gone. The file of a
 * stored segment may be used again for another one: what was read counts only when the segment
 * still has the same file afterwards.
 */
function readWhole(folder: string, segment: Segment): Uint8Array | null {
  const paths = (['sealed', 'open'] as const).map((state) =>
    join(folder, segmentFile({ ...segment, state })),
  );
  for (const path of paths) {
    const read = readIfThere(path);
    if (read === null) continue;
    const isSame = paths.some(
      (each) => statSync(each, { throwIfNoEntry: false })?.ino === read.inode,
    );
    if (isSame) return wholeLines(read.bytes);
  }
  return null;
}

function readIfThere(path: string): { bytes: Uint8Array; inode: number } | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return { bytes: readFileSync(file), inode: fstatSync(file).ino };
  } finally {
    closeSync(file);
  }
}

/** The copy is sealed: it is complete, and nobody writes to it. */
async function keep(segment: Segment, bytes: Uint8Array, put: Put): Promise<KeptFile> {
  const file = await put(once(bytes));
  const name = segmentFile({ ...segment, state: 'sealed' });
  return { path: `spool/${name}`, lines: countLineEnds(bytes), fingerprint: null, file };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
