import { closeSync, openSync, truncateSync } from 'node:fs';
import { chunkBytes, withoutZeros, writeZeros } from './chunk.ts';

/**
 * Cuts a segment's file with the content `bytes` after its first `size` bytes. A chunk of the
 * reserve keeps its length and gets zeros there.
 */
export function cutSegment(path: string, bytes: Uint8Array, size: number): void {
  const end = withoutZeros(bytes).length;
  if (bytes.length !== chunkBytes) {
    if (size < bytes.length) truncateSync(path, size);
    return;
  }
  if (size >= end) return;
  const fd = openSync(path, 'r+');
  try {
    writeZeros(fd, size, end);
  } finally {
    closeSync(fd);
  }
}
