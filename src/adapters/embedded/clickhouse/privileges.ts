import { dlopen } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { EngineUser } from '#adapters/embedded/engine-user';

/**
 * Makes `folder` the root of this process's file system: its libraries are out of sight then, so
 * whatever code is needed must be loaded. The folder may lie where the unprivileged user could not
 * go, and the engine's SQL reaches no file outside it.
 * @returns where the folder is from now on: '/', or where it was when the system does not allow it
 */
export function enterFolder(folder: string): string {
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6';
  const { chroot } = dlopen(library, {
    chroot: { args: ['cstring'], returns: 'i32' },
  }).symbols;
  process.chdir(folder);
  if (chroot(Buffer.from('.\0')) !== 0) return folder;
  process.chdir('/');
  return '/';
}

/**
 * Becomes `user`, for good, in all threads.
 * @throws when the system refuses
 */
export function become(user: EngineUser): void {
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  if (process.getuid?.() !== user.uid) throw new Error('still the same user');
}

/** Lets every other process go first: this thread, the ones there are, and theirs to come. */
export function yieldToOthers(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
  for (const thread of threads) setPriority(Number(thread), 10);
}
