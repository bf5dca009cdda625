import { join } from 'node:path';
import type { SpoolLocation } from './disk.ts';
import { firstVisitMs } from './read-segment.ts';
import { withoutZeros } from './reserve/chunk.ts';
import { giveBack } from './reserve/give-back.ts';
import { readSegmentFile, segmentFile, type Segment, type SegmentKind } from './segments.ts';

/** A segment with the time of its first visit, epoch milliseconds. */
export type DatedSegment = { readonly segment: Segment; readonly firstVisitMs: number };

const headBytes = 256;

/**
 * Seals a file that its writer has closed: sync, rename, sync the folder. It may be sent only after
 * that. Null for an empty file, which is removed, and for a file that is no open segment.
 */
export function sealSegment(spool: SpoolLocation, file: string): Segment | null {
  const { disk, folder } = spool;
  const segment = readSegmentFile(file);
  if (segment?.state !== 'open' || !disk.list(folder).includes(file)) return null;
  if (withoutZeros(disk.readHead(join(folder, file), 1)).length === 0) {
    giveBack(spool, file);
    return null;
  }
  const sealed: Segment = { ...segment, state: 'sealed' };
  disk.sync(join(folder, file));
  disk.rename(join(folder, file), join(folder, segmentFile(sealed)));
  disk.syncFolder(folder);
  return sealed;
}

/** The spool's segments of one kind and state, without those that contain no line. */
export function segmentsOf(
  spool: SpoolLocation,
  kind: SegmentKind,
  state: Segment['state'],
): readonly DatedSegment[] {
  return spool.disk.list(spool.folder).flatMap((file) => {
    const segment = readSegmentFile(file);
    return segment?.kind === kind && segment.state === state
      ? (dateSegment(spool, segment) ?? [])
      : [];
  });
}

/**
 * Reads the time of a segment's first visit: the day's start when its line is damaged; null when it
 * is empty.
 */
export function dateSegment(
  { disk, folder }: SpoolLocation,
  segment: Segment,
): DatedSegment | null {
  const head = withoutZeros(disk.readHead(join(folder, segmentFile(segment)), headBytes));
  if (head.length === 0) return null;
  return { segment, firstVisitMs: firstVisitMs(head) ?? Date.parse(segment.day) };
}
