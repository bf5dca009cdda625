import { dlopen } from 'bun:ffi';
import { getPriority } from 'node:os';

/** The shortest slice that Linux grants. */
const sliceNs = 100_000n;
const resetOnFork = 1n;
/** The number of sched_setattr(2), which the C library has no function for until glibc 2.41. */
const systemCalls = new Map<string, number>([
  ['x64', 314],
  ['arm64', 274],
]);

/**
 * Lets this thread run when it wakes. Whoever has the processor then would otherwise keep it until
 * its slice is over, however little its niceness entitles it to: milliseconds, in which a redirect
 * waits. Linux from 6.12 on lets a thread with a shorter slice go first; it gets no more of the
 * processor for that. Neither threads nor processes that it starts inherit it.
 * @returns whether the system took it; it is better without than not at all
 */
export function wakePromptly(): boolean {
  const number = process.platform === 'linux' ? systemCalls.get(process.arch) : undefined;
  if (number === undefined) return false;
  try {
    const { syscall } = dlopen('libc.so.6', {
      syscall: { args: ['i64', 'i64', 'ptr', 'i64'], returns: 'i64' },
    }).symbols;
    return Number(syscall(number, 0, attributes(), 0)) === 0;
  } catch {
    // Another C library, or none.
    return false;
  }
}

/** `struct sched_attr` in its first version: the ordinary policy, the niceness as it is. */
function attributes(): Uint8Array {
  const view = new DataView(new ArrayBuffer(48));
  view.setUint32(0, view.byteLength, true);
  view.setBigUint64(8, resetOnFork, true);
  view.setInt32(16, getPriority(), true);
  view.setBigUint64(24, sliceNs, true);
  return new Uint8Array(view.buffer);
}
