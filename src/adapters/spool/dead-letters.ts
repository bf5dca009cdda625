import { join } from 'node:path';
import { dayMs } from '#core/shared/time';
import type { SpoolLocation } from './disk.ts';
import { segmentFile, type Segment } from './segments.ts';

/** Lines that will never become rows, and why. */
export type DeadLetters = {
  readonly reason: 'corrupt' | 'refused';
  readonly lines: readonly Uint8Array[];
};

/** Dead letters hold addresses as they came, so they go with the last salt of their day. */
const keptDays = 7;
const newline = new Uint8Array([0x0a]);

/** Where the dead letters of a spool lie. */
export function deadLetterFolder(spool: string): string {
  return join(spool, 'dead');
}

/** Sets lines of a segment aside, durably. Once more is the same file again. */
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

/** Destroys the dead letters of days that are seven days past. */
export function forgetDeadLetters({ disk, folder: spool }: SpoolLocation, nowMs: number): void {
  const folder = deadLetterFolder(spool);
  disk.makeFolder(folder);
  for (const file of disk.list(folder)) {
    const day = Date.parse(file.split('.')[1] ?? '');
    if (day <= nowMs - keptDays * dayMs) disk.remove(join(folder, file));
  }
}
