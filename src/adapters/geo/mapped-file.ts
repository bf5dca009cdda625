import { dlopen, toArrayBuffer } from 'bun:ffi';
import { closeSync, fstatSync, openSync } from 'node:fs';

/** From mman.h, the same on Linux and macOS. */
const PROT_READ = 1;
const MAP_SHARED = 1;
/** What mmap returns when it fails: -1, as a pointer. */
const MAP_FAILED = 2n ** 64n - 1n;

/**
 * Maps a file into memory until the process ends: only the pages that are read use memory, and the
 * system can reclaim them. `Bun.mmap` also opens the file for writing, which the account that runs
 * Waypost often may not.
 *
 * The file must never be written in place: reading past a new end would end the process. Writing to
 * the bytes ends it too.
 * @throws when the file cannot be opened or mapped
 */
export function mappedFile(path: string): Buffer {
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6';
  const { mmap } = dlopen(library, {
    mmap: { args: ['u64', 'u64', 'i32', 'i32', 'i32', 'i64'], returns: 'u64' },
  }).symbols;
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    const address = mmap(0n, BigInt(size), PROT_READ, MAP_SHARED, fd, 0n);
    if (address === MAP_FAILED) throw new Error(`${path} cannot be mapped into memory`);
    return Buffer.from(toArrayBuffer(Number(address), 0, size));
  } finally {
    closeSync(fd);
  }
}
