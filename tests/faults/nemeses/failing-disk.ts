import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changed-copy.ts';
import { type Failure, failurePlan } from './failing-io.ts';

/** Lets one operation of the spool of `dataDir` fail. */
export function failOnce(dataDir: string, failure: Failure): void {
  writeFileSync(join(dataDir, failurePlan), JSON.stringify(failure));
}

/** Whether the failure has happened. */
export const hasFailed = (dataDir: string): boolean => !existsSync(join(dataDir, failurePlan));

/** Takes a failure back that has not happened yet. */
export const failNoMore = (dataDir: string): void =>
  rmSync(join(dataDir, failurePlan), { force: true });

/**
 * The double of the disk's port. It is put around the real one in a copy of the product, because
 * only the operating system's kernel could make a real write fail.
 */
export function failingDisk(): Change {
  const module = JSON.stringify(join(import.meta.dir, 'failing-io.ts'));
  return {
    file: 'src/adapters/spool/segment-io.ts',
    was: 'export function segmentIo(descriptors: Descriptors): SegmentIo {',
    is: `
import { failing } from ${module};
export const segmentIo = (descriptors: Descriptors): SegmentIo => failing(realIo(descriptors));
function realIo(descriptors: Descriptors): SegmentIo {`,
  };
}
