import { join } from 'node:path';
import { dayMs } from '#core/shared/time';
import type { SpoolLocation } from '#adapters/spool/disk';
import { segmentFile, type Segment } from '#adapters/spool/segments';

/** Lines that will never become rows, with the reason. */
export type DeadLetters = {
  readonly reason: 'corrupt' | 'refused';
  readonly lines: readonly Uint8Array[];
};

/** Dead letters contain complete addresses, so they are deleted with the salt of their day. */
const keptDays = 7;
const newline = new Uint8Array([0x0a]);

/** The folder of a spool's dead letters. */
export function deadLetterFolder(spool: string): string {
  return join(spool, 'dead');
}

/** Stores lines of a segment as dead letters, durably. Repeating it writes the same file. */
export function setAside(
  spool: SpoolLocation,
  segment: Segment,
  { reason, lines }: DeadLetters,
): void {
  const folder = deadLetterFolder(spool.folder);
  spool.disk.makeFolder(folder);
  const bytes = Buffer.concat(lines.flatMap((line) => [line, newline]));
  spool.disk.write(join(folder, `${segmentFile(segment)}.${reason}`), bytes);
  spool.disk.syncFolder(folder);
}

/** Deletes the dead letters of days that are seven days past. */
export function forgetDeadLetters({ disk, folder: spool }: SpoolLocation, nowMs: number): void {
  const folder = deadLetterFolder(spool);
  disk.makeFolder(folder);
  for (const file of disk.list(folder)) {
    const day = Date.parse(file.split('.')[1] ?? '');
    if (day <= nowMs - keptDays * dayMs) disk.remove(join(folder, file));
  }
}
