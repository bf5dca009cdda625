import { join } from 'node:path';
import { diskIo, type SegmentIo } from './segment-io.ts';
import { countLineEnds, wholeLines } from './whole-lines.ts';

/** How much of a text was written to disk: whole lines only. */
export type Written = {
  readonly lines: number;
  /** Null when everything was written. */
  readonly error: unknown;
  /** The file ends with a part of a line that could not be cut off: nothing may follow it. */
  readonly isTorn: boolean;
};

/** A segment that is being written. */
export type OpenSegment = {
  readonly file: string;
  /** Lines written until now. */
  lines(): number;
  /** Parts of lines at its end that could not be cut off: 1 after a torn write. */
  fragments(): number;
  /** When it was created, epoch milliseconds. */
  readonly sinceMs: number;
  /** Writes this many whole lines; after an error the file ends with the last complete one. */
  write(text: string, lineCount: number): Written;
  /** Resolves when everything written until now is on disk; rejects when it may not be. */
  sync(): Promise<void>;
  /** Closes the segment. A file without a line is removed. */
  leave(): void;
};

/** Creates a segment's file in `folder`. Throws the operating system's errors. */
export function createSegment(folder: string, file: string, io: SegmentIo = diskIo): OpenSegment {
  const path = join(folder, file);
  const fd = io.create(path);
  let size = 0;
  let lines = 0;
  let fragments = 0;
  let syncs = 0;
  let isLeft = false;

  const syncFile = inTurns(() => io.sync(fd));

  const closeWhenIdle = (): void => {
    if (isLeft && syncs === 0) io.close(fd);
  };

  return {
    file,
    sinceMs: Date.now(),
    lines: () => lines,
    fragments: () => fragments,
    write(text, lineCount) {
      const bytes = utf8Of(text);
      const { count, error } = writeAll(io, fd, bytes);
      if (error === null) {
        size += count;
        lines += lineCount;
        return { lines: lineCount, error, isTorn: false };
      }
      const kept = wholeLines(bytes.subarray(0, count));
      size += kept.length;
      const keptCount = countLineEnds(kept);
      lines += keptCount;
      const isTorn = kept.length !== count && !cutBack(io, fd, size);
      if (isTorn) fragments = 1;
      return { lines: keptCount, error, isTorn };
    },
    async sync() {
      syncs += 1;
      try {
        await syncFile();
      } finally {
        syncs -= 1;
        closeWhenIdle();
      }
    },
    leave() {
      isLeft = true;
      closeWhenIdle();
      if (lines === 0) removeIfPossible(io, path);
    },
  };
}

/**
 * One run at a time. Callers during a run share the next one. After a failed run the next one fails
 * too, because the system reports lost writes only once.
 */
function inTurns(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const start = (): Promise<void> => {
    next = null;
    const started = run();
    running = started;
    const over = (): void => {
      if (running === started) running = null;
    };
    started.then(over, over);
    return started;
  };
  return () => {
    if (running === null) return start();
    next ??= running.then(start);
    return next;
  };
}

/** Reused by every write, because a new one per turn of the event loop would be much garbage. */
const scratch = Buffer.allocUnsafeSlow(256 * 1024);
const bytesPerUnit = 3;

/** Valid until the next call. */
function utf8Of(text: string): Buffer {
  if (text.length * bytesPerUnit > scratch.length) return Buffer.from(text);
  return scratch.subarray(0, scratch.write(text));
}

/** Continues after short writes. A write of 0 bytes means a full disk without an error. */
function writeAll(io: SegmentIo, fd: number, bytes: Buffer): { count: number; error: unknown } {
  let count = 0;
  try {
    while (count < bytes.length) {
      const written = io.write(fd, bytes, count, bytes.length - count);
      if (written === 0) return { count, error: new Error('The disk accepts no more bytes') };
      count += written;
    }
    return { count, error: null };
  } catch (error) {
    return { count, error };
  }
}

/** Returns whether it succeeded. */
function cutBack(io: SegmentIo, fd: number, size: number): boolean {
  try {
    io.cutTo(fd, size);
    return true;
  } catch {
    return false;
  }
}

/** An empty file that remains is removed at the next start. */
function removeIfPossible(io: SegmentIo, path: string): void {
  try {
    io.remove(path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}
