import { dlopen } from 'bun:ffi';
import type { EngineUser } from '#adapters/embedded/engine-user';

/**
 * Makes `folder` the root of this process's file system. Its libraries are not visible then, so all
 * needed code must already be loaded. The folder may be inside folders that the unprivileged user
 * cannot enter, and the engine's SQL cannot reach files outside it.
 * @returns the folder's new path: '/', or the old one when the system does not allow the change
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
 * Changes to `user` permanently, in all threads.
 * @throws when the system refuses
 */
export function become(user: EngineUser): void {
  process.setgroups?.([user.gid]);
  process.setgid?.(user.gid);
  process.setuid?.(user.uid);
  if (process.getuid?.() !== user.uid) throw new Error('still the same user');
}
