import { readFileSync } from 'node:fs';

const lookEveryMs = 500;

/**
 * `npx … start` and `npm start` put npm and a shell above us, and SIGTERM ends both without
 * reaching us: the application would run on, unseen. When npm is above us and goes away, we take
 * it as the SIGTERM that it was. Only where /proc tells who is above.
 */
export function stopWithNpm(): void {
  if (process.platform !== 'linux') return;
  const above = ancestorsUpToNpm(process.pid);
  if (above.length === 0) return;

  const look = setInterval(() => {
    const isBroken = above.some(({ pid, parent }) => parentOf(pid) !== parent);
    if (!isBroken) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, lookEveryMs);
  look.unref();
}

/** Each process from us up to the one whose parent is npm; none when npm is not above us. */
function ancestorsUpToNpm(pid: number, generations = 5): { pid: number; parent: number }[] {
  const parent = parentOf(pid);
  if (parent === undefined || parent <= 1 || generations === 0) return [];
  if (readFileSync(`/proc/${parent}/cmdline`, 'utf8').startsWith('npm ')) return [{ pid, parent }];
  const rest = ancestorsUpToNpm(parent, generations - 1);
  return rest.length === 0 ? [] : [{ pid, parent }, ...rest];
}

/** Undefined when the process is gone. In `stat` the name, in brackets, may hold anything. */
function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined;
    throw error;
  }
}
