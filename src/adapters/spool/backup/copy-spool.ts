import { closeSync, fstatSync, openSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Put } from '#core/backup/backup-store';
import type { KeptFile } from '#core/backup/manifest';
import { isErrno } from '#core/shared/errno';
import { readSegmentFile, segmentFile, spoolFolder, type Segment } from '#adapters/spool/segments';
import { countLineEnds, wholeLines } from '#adapters/spool/whole-lines';

/** A split segment's parts while the split is not finished: `….sealed.of.<parent>`. */
const unfinishedPart = /^(.+\.sealed)\.of\.([\da-f-]{36})$/;

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
  const found = segmentsAmong(files);
  const present = new Set(found.map(({ segment }) => segment.batch));
  // A segment that has left was stored, or its parts are in the folder. So its copy is removed.
  for (const batch of copied.keys()) if (!present.has(batch)) copied.delete(batch);
  let isWhole = true;
  for (const one of found) {
    if (copied.has(one.segment.batch)) continue;
    const bytes = readWhole(folder, one);
    if (bytes === null) isWhole = false;
    else if (bytes.length > 0) {
      copied.set(one.segment.batch, await keep(one.segment, bytes, put));
    }
  }
  // While a split is being finished, a part that gets its name may be missing in a list of the folder.
  const isStill =
    !files.some((file) => unfinishedPart.test(file)) || isSame(files, filesIn(folder));
  return isWhole && isStill;
}

/** A segment, and the file in which it may be beside those with its own names. */
type Found = { readonly segment: Segment; readonly draft: string | null };

/** Parts of a split count as soon as their parent is gone. Until then they are drafts. */
function segmentsAmong(files: readonly string[]): Found[] {
  const segments = files.flatMap((file) => readSegmentFile(file) ?? []);
  const parents = new Set(segments.map(({ batch }) => batch));
  const parts = files.flatMap((draft) => {
    const [, name = '', parent = ''] = unfinishedPart.exec(draft) ?? [];
    const segment = readSegmentFile(name);
    return segment === null || parents.has(parent) ? [] : [{ segment, draft }];
  });
  return [...segments.map((segment) => ({ segment, draft: null })), ...parts];
}

function isSame(before: readonly string[], after: readonly string[]): boolean {
  const left = new Set(before);
  return left.size === after.length && after.every((file) => left.has(file));
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
function readWhole(folder: string, { segment, draft }: Found): Uint8Array | null {
  const names = (['sealed', 'open'] as const).map((state) => segmentFile({ ...segment, state }));
  const paths = [...names, ...(draft === null ? [] : [draft])].map((name) => join(folder, name));
  for (const path of paths) {
    const read = readIfThere(path);
    if (read === null) continue;
    const isThere = paths.some(
      (each) => statSync(each, { throwIfNoEntry: false })?.ino === read.inode,
    );
    if (isThere) return wholeLines(read.bytes);
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
