import { join } from 'node:path';
import { dayMs } from '#core/shared/time';
import type { Disk } from './disk.ts';
import { segmentFile, type Segment } from './segments.ts';

/** Why a line became a dead letter. */
export type DeadReason = 'corrupt' | 'refused';

/** Dead letters hold addresses as they came, so they go with the last salt of their day. */
const keptDays = 7;

/** Where lines lie that never became rows. */
export function deadLetterFolder(spool: string): string {
  return join(spool, 'dead');
}

/** Sets lines of a segment aside, durably. Once more is the same file again. */
export function setAside(
  disk: Disk,
  spool: string,
  segment: Segment,
  reason: DeadReason,
  lines: readonly Uint8Array[],
): void {
  const folder = deadLetterFolder(spool);
  disk.makeFolder(folder);
  const newline = new Uint8Array([0x0a]);
  disk.write(
    join(folder, `${segmentFile(segment)}.${reason}`),
    Buffer.concat(lines.flatMap((line) => [line, newline])),
  );
  disk.syncFolder(folder);
}

/** Destroys the dead letters of days that are seven days past. */
export function forgetDeadLetters(disk: Disk, spool: string, nowMs: number): void {
  const folder = deadLetterFolder(spool);
  disk.makeFolder(folder);
  for (const file of disk.list(folder)) {
    const day = Date.parse(file.split('.')[1] ?? '');
    if (day <= nowMs - keptDays * dayMs) disk.remove(join(folder, file));
  }
}
