import { dlopen } from 'bun:ffi';
import { getPriority } from 'node:os';

/** The shortest slice that Linux grants. */
const sliceNs = 100_000n;
/** Entitles to nine times as much of a processor as others get that want it, too. */
const niceness = -10;
const resetOnFork = 1n;
/** The number of sched_setattr(2), which the C library has no function for until glibc 2.41. */
const systemCalls = new Map<string, number>([
  ['x64', 314],
  ['arm64', 274],
]);

/**
 * Lets this thread run when it wakes. Whoever has the processor then would otherwise keep it until
 * its slice is over, however little its niceness entitles it to: milliseconds, in which a redirect
 * waits. Linux from 6.12 on lets a thread with a shorter slice go first as soon as it has not had
 * more than its share. So it gets a larger share, too, where that is allowed (root, CAP_SYS_NICE) and
 * nobody has set another. Neither threads nor processes that it starts inherit either.
 * @returns whether the system took the slice; it is better without than not at all
 */
export function wakePromptly(): boolean {
  const number = process.platform === 'linux' ? systemCalls.get(process.arch) : undefined;
  if (number === undefined) return false;
  try {
    const { syscall } = dlopen('libc.so.6', {
      syscall: { args: ['i64', 'i64', 'ptr', 'i64'], returns: 'i64' },
    }).symbols;
    const given = getPriority();
    const wanted = given === 0 ? [niceness, given] : [given];
    return wanted.some((nice) => Number(syscall(number, 0, attributes(nice), 0)) === 0);
  } catch {
    // Another C library, or none.
    return false;
  }
}

/** `struct sched_attr` in its first version, of the ordinary policy. */
function attributes(nice: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(48));
  view.setUint32(0, view.byteLength, true);
  view.setBigUint64(8, resetOnFork, true);
  view.setInt32(16, nice, true);
  view.setBigUint64(24, sliceNs, true);
  return new Uint8Array(view.buffer);
}
