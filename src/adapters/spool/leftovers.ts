import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WrittenPosition } from './counter-chunk.ts';
import { realDisk } from './disk.ts';
import { decodeLine } from './line.ts';
import { cutSegment } from './reserve/cut-segment.ts';
import { giveBack } from './reserve/give-back.ts';
import { readSegmentFile } from './segments.ts';

/**
 * Repairs the open files that an ended process left in `folder`: cuts off an incomplete last line,
 * removes an empty file. Returns the position of each split test in the lines. The process must
 * hold the folder alone and must not have started writing.
 */
export function repairLeftovers(folder: string): WrittenPosition[] {
  const furthest = new Map<string, WrittenPosition>();

  for (const file of openFiles(folder)) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    const size = bytes.lastIndexOf(0x0a) + 1;
    if (size === 0) giveBack({ disk: realDisk, folder }, file);
    else cutSegment(path, bytes, size);
    if (readSegmentFile(file)?.kind !== 'clicks') continue;
    for (const line of bytes.toString('utf8', 0, size).split('\n')) record(furthest, line);
  }
  return [...furthest.values()];
}

/** The names of all open segments in `folder`; empty when the folder could not be created yet. */
export function openFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter((file) => readSegmentFile(file)?.state === 'open');
}

function record(furthest: Map<string, WrittenPosition>, line: string): void {
  const decoded = decodeLine(line);
  if (decoded.kind === 'corrupt' || decoded.visit.position === 0) return;
  const { linkNumber, splitVersion, position } = decoded.visit;
  const key = `${linkNumber}.${splitVersion}`;
  if ((furthest.get(key)?.position ?? 0) < position) {
    furthest.set(key, { linkNumber, splitVersion, position });
  }
}
