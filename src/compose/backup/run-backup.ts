import { join } from 'node:path';
import { lowerPriority } from '#adapters/embedded/priority';

const program = join(import.meta.dir, '../../launch/operate/main.ts');
/** Compression and encryption are less urgent than redirects. */
const niceness = 10;

/** The backup is complete, and outdated ones at its place could not be removed. */
export const notRemovedExitCode = 4;
/** Another backup runs. `sysexits.h`, EX_TEMPFAIL: the same command works later. */
export const busyExitCode = 75;

/**
 * Runs `backup …` of this Waypost in a process with the same environment and a lower priority.
 * Returns its exit code and everything that it printed. The signal ends the process.
 */
export async function runBackup(
  args: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly code: number; readonly said: string }> {
  const child = Bun.spawn([process.execPath, program, 'backup', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  lowerPriority(child.pid, niceness);
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { code, said: `${out}${err}`.trim() };
}
