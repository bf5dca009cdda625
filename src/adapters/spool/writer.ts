import { open } from 'node:fs/promises';
import type { RawVisit } from '#core/redirect/raw-visit';
import { dayMs, utcDay } from '#core/shared/time';
import { encodeVisit } from './line.ts';
import { type Losses, isErrno } from './losses.ts';
import type { FromWriter } from './messages.ts';
import { createSegment, type OpenSegment } from './open-segment.ts';
import { diskIo, type SegmentIo } from './segment-io.ts';
import { maxSegmentLines, segmentFile } from './segments.ts';

/** Where visits wait for the drain. One writer per folder. */
export type SpoolWriter = {
  /** Takes a visit; it is in the file when `written()` resolves. */
  append(visit: RawVisit): void;
  /**
   * Resolves when everything appended until now is in the file, and so survives the end of this
   * process, or is counted as lost: a disk that fails never stops a redirect, so it never rejects.
   * All visits of one turn of the event loop share one write and one promise.
   */
  written(): Promise<void>;
  /** Leaves the open segment to the drain when it has lines. */
  handOver(): void;
  /** The segment that is being written; null when there is none. */
  openFile(): string | null;
  /** Writes, syncs and hands over what there is. Nothing may be appended afterwards. */
  close(): Promise<void>;
};

export type SpoolWriterOptions = {
  /** Exists. */
  readonly folder: string;
  readonly newBatch: () => string;
  readonly losses: Losses;
  /** The lines of all visits appended until now have been written, or are lost. */
  readonly onWritten: () => void;
  /** Follows each sync of a segment; brings what belongs to it to the disk. */
  readonly onSync: () => Promise<void>;
  /** A sync failed: what was written to that segment may not outlive a loss of power. */
  readonly onSyncFailure: (error: unknown) => void;
  readonly tell: (message: FromWriter) => void;
  readonly io?: SegmentIo;
};

/** A loss of power costs at most this much. */
const syncAfterMs = 50;
/** More than this is not kept back until the end of the turn. */
const maxPendingLength = 1 << 20;

export function spoolWriter(options: SpoolWriterOptions): SpoolWriter {
  const { folder, newBatch, losses, onWritten, onSync, onSyncFailure, tell, io = diskIo } = options;
  let segment: OpenSegment | null = null;
  let segmentDay = -1;
  /** The last segment whose name is known to be on the disk. */
  let synced: OpenSegment | null = null;
  let pending = '';
  let pendingLines = 0;
  let pendingDay = -1;
  let turn: Promise<void> | null = null;
  let endTurn = (): void => {};
  let syncTimer: ReturnType<typeof setTimeout> | null = null;
  let syncing: Promise<void> = Promise.resolve();

  const leave = (): void => {
    if (segment === null) return;
    segment.leave();
    if (segment.lines() > 0) tell({ kind: 'closed', file: segment.file });
    segment = null;
  };
  const segmentFor = (day: number): OpenSegment => {
    const isFull = (segment?.lines() ?? 0) + pendingLines > maxSegmentLines;
    if (segment !== null && (segmentDay !== day || isFull)) leave();
    if (segment !== null) return segment;
    const name = {
      kind: 'clicks',
      day: utcDay(day * dayMs),
      batch: newBatch(),
      state: 'open',
    } as const;
    segmentDay = day;
    segment = createSegment(folder, segmentFile(name), io);
    return segment;
  };
  const write = (): void => {
    const [text, count, day] = [pending, pendingLines, pendingDay];
    if (count === 0) return;
    try {
      const current = segmentFor(day);
      const isFirst = current.lines() === 0;
      const { lines, error, isTorn } = current.write(text, count);
      if (lines < count) losses.count(count - lines, error);
      if (isTorn || isErrno(error, 'EIO')) leave();
      else if (isFirst && lines > 0) tell({ kind: 'waiting' });
      armSync();
    } catch (error) {
      losses.count(count, error);
    }
    pending = '';
    pendingLines = 0;
    onWritten();
  };
  const finishTurn = (): void => {
    const end = endTurn;
    turn = null;
    write();
    end();
  };
  const sync = async (): Promise<void> => {
    syncTimer = null;
    const current = segment;
    if (current === null) return;
    try {
      await current.sync();
      if (current !== synced) await syncFolder(folder);
      synced = current;
      await onSync();
    } catch (error) {
      onSyncFailure(error);
      if (segment === current) leave();
    }
  };
  const armSync = (): void => {
    syncTimer ??= setTimeout(() => {
      syncing = sync();
    }, syncAfterMs);
  };

  return {
    append(visit) {
      const day = Math.floor(visit.atMs / dayMs);
      const mustWrite = day !== pendingDay || pending.length > maxPendingLength;
      if (mustWrite || pendingLines === maxSegmentLines) write();
      pendingDay = day;
      pending += encodeVisit(visit);
      pendingLines += 1;
    },
    written() {
      if (turn !== null) return turn;
      turn = new Promise((resolve) => {
        endTurn = resolve;
      });
      setImmediate(finishTurn);
      return turn;
    },
    handOver() {
      if (segment !== null && segment.lines() > 0) leave();
    },
    openFile: () => segment?.file ?? null,
    async close() {
      write();
      if (syncTimer !== null) clearTimeout(syncTimer);
      await syncing;
      await sync();
      leave();
    },
  };
}

/** Makes the names of a folder's new files outlive a loss of power. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
