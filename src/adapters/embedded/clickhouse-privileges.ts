import { dlopen } from 'bun:ffi';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { EngineUser } from './engine-user.ts';

/**
 * Makes `folder` the root of this process's file system, then becomes `account`, for good, in all
 * threads. Whatever code is needed later must be loaded: the libraries are out of sight now. The
 * folder may lie where the account could not go, and the engine's SQL reaches no file outside it.
 * @throws when the system refuses
 */
export function confine(folder: string, account: EngineUser): void {
  const { chroot } = dlopen(process.platform === 'darwin' ? 'libc.dylib' : 'libc.so.6', {
    chroot: { args: ['cstring'], returns: 'i32' },
  }).symbols;
  process.chdir(folder);
  if (chroot(Buffer.from('.\0')) !== 0) throw new Error('the system refuses chroot');
  process.chdir('/');
  process.setgroups?.([account.gid]);
  process.setgid?.(account.gid);
  process.setuid?.(account.uid);
  if (process.getuid?.() !== account.uid) throw new Error('still the same user');
}

/** Lets every other process go first: this thread, the ones there are, and theirs to come. */
export function yieldToOthers(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
  for (const thread of threads) setPriority(Number(thread), 10);
}
