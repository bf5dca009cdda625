import { dlopen } from 'bun:ffi';
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
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

const niceness = 10;
/**
 * Of the session. It yields to all other sessions, also of other programs: at 10, one busy session
 * leaves it a tenth of a processor, and clicks are counted seconds later.
 */
const sessionNiceness = 5;

/** Lowers this process's priority: of its existing threads, and of those that these start. */
export function yieldToOthers(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
  for (const thread of threads) setPriority(Number(thread), niceness);
}

/**
 * Lowers the priority of the session that process `leader` leads. Linux may divide processor time
 * between sessions first (sched(7), "The autogroup feature"); a process that is alone in its session
 * then gets an equal share with any niceness of its own.
 */
export function yieldSession(leader: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(sessionNiceness));
  } catch {
    // This system does not divide by sessions, or does not let this process change it.
  }
}
