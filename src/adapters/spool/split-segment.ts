import { join } from 'node:path';
import type { SpoolLocation } from './disk.ts';
import { readSegmentFile, segmentFile, type Segment } from './segments.ts';

/** `<the part's name>.of.<its parent's batch>`: not a segment yet, so that it is not sent. */
const between = '.sealed.of.';
const batch = /^[0-9a-f-]{36}$/;

/**
 * Replaces sealed segments by parts. The removal of the parent is the commit: before it the parts are
 * drafts beside it, after it they replace it. After a kill at every point, `finishSplits` at the next
 * start can therefore decide which of them count. A failure before the commit leaves the segment, one
 * after it leaves a split that `finish` completes.
 */
export function segmentSplitter(spool: SpoolLocation) {
  /** Segments that may have drafts of a split that failed. */
  const failed = new Set<string>();
  let unfinished = (): void => {};

  /**
   * To be called before the segment leaves the folder: without it, the drafts of a split that failed
   * would become segments at the next start.
   */
  const clear = (segment: Segment): void => {
    if (failed.has(segment.batch)) removeDrafts(spool, segment);
    failed.delete(segment.batch);
  };

  return {
    clear,
    /** Completes a split that failed after its commit. To be called before the next segment is read. */
    finish: (): void => unfinished(),
    /** Calls `onSplit` with the parts once they have replaced the segment, by `finish` if not now. */
    split(
      segment: Segment,
      contents: readonly Uint8Array[],
      onSplit: (parts: readonly Segment[]) => void,
    ): void {
      clear(segment);
      failed.add(segment.batch);
      const parts = replace(spool, segment, contents);
      failed.delete(segment.batch);
      unfinished = () => {
        spool.disk.syncFolder(spool.folder);
        finishSplits(spool);
        unfinished = () => {};
        onSplit(parts);
      };
      unfinished();
    },
  };
}

/** Writes the parts as drafts, durably, and then removes their parent. */
function replace(
  { disk, folder }: SpoolLocation,
  parent: Segment,
  contents: readonly Uint8Array[],
): readonly Segment[] {
  const parts = contents.map((bytes) => ({ ...parent, batch: partBatch(parent, bytes) }));
  for (const [index, part] of parts.entries()) {
    const draft = `${segmentFile(part)}.of.${parent.batch}`;
    disk.write(join(folder, draft), contents[index] ?? new Uint8Array());
  }
  disk.syncFolder(folder);
  disk.remove(join(folder, segmentFile(parent)));
  return parts;
}

/** Removes the drafts of a split that failed, durably. */
function removeDrafts({ disk, folder }: SpoolLocation, { batch: parent }: Segment): void {
  for (const file of disk.list(folder)) {
    if (file.endsWith(`${between}${parent}`)) disk.remove(join(folder, file));
  }
  disk.syncFolder(folder);
}

/** Completes the splits whose parent is removed, and undoes the others. */
export function finishSplits({ disk, folder }: SpoolLocation): void {
  const files = disk.list(folder);
  const parents = new Set(files.map((file) => readSegmentFile(file)?.batch));
  const drafts = files.flatMap((file) => {
    const [name = '', parent = '', ...more] = file.split(between);
    const isDraft = name !== '' && batch.test(parent) && more.length === 0;
    return isDraft ? [{ file, part: `${name}.sealed`, isUndone: parents.has(parent) }] : [];
  });
  if (drafts.length === 0) return;

  for (const { file, part, isUndone } of drafts) {
    if (isUndone) disk.remove(join(folder, file));
    else disk.rename(join(folder, file), join(folder, part));
  }
  disk.syncFolder(folder);
}

/**
 * A part's id: a UUID (version 8) derived from its parent's id and its content. Two copies of one
 * spool that split the same segment give the parts the same ids, and the store accepts each once.
 */
function partBatch(parent: Segment, bytes: Uint8Array): string {
  const hash = new Bun.CryptoHasher('sha256').update(parent.batch).update(bytes).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([start, end]) => hex.slice(start, end))
    .join('-');
}
