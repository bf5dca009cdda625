import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

const pollMs = 500;

/**
 * `bun start`, `npx … start` and `npm start` put processes above this one: Bun as a script runner,
 * a shell, npm. A SIGKILL of one of them, and a SIGTERM of npm or its shell, end them without
 * reaching this process: the application would keep running unnoticed. So when one of them ends,
 * this process handles it like a SIGTERM. A running stop is not started twice. Only with /proc,
 * which shows the parents.
 */
export function stopWithLauncher(): void {
  if (process.platform !== 'linux') return;
  const above = ancestorsUpToLauncher(process.pid);
  if (above.length === 0) return;

  const poll = setInterval(() => {
    const isBroken = above.some(({ pid, parent }) => isOtherThan(parentOf(pid), parent));
    if (!isBroken) return;
    clearInterval(poll);
    process.kill(process.pid, 'SIGTERM');
  }, pollMs);
  poll.unref();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => clearInterval(poll));
  }
}

type Ancestor = { readonly pid: number; readonly parent: number };

/** The processes from this one up to the child of the outermost launcher; empty without one. */
function ancestorsUpToLauncher(pid: number, generations = 6): Ancestor[] {
  const parent = parentOf(pid);
  if (typeof parent !== 'number' || parent <= 1 || generations === 0) return [];
  const rest = ancestorsUpToLauncher(parent, generations - 1);
  if (rest.length === 0 && !isLauncher(parent)) return [];
  return [{ pid, parent }, ...rest];
}

/** `bun start`, `bun run start` and the same with `dev`, as /proc writes a command line. */
const runsScript = /^[^\0]*\0(?:run\0)?(?:start|dev)\0/;

/** Whether the process is npm, or Bun as a script runner, of this installation or another one. */
function isLauncher(pid: number): boolean {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    if (command.startsWith('npm ')) return true;
    const isBun = basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('bun');
    return isBun && runsScript.test(command);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false; // gone, or another user's
    throw error;
  }
}

function isOtherThan(found: ReturnType<typeof parentOf>, parent: number): boolean {
  return found !== 'unknown' && found !== parent;
}

/**
 * `unknown` when it cannot be read now. In `stat` the name in brackets may contain all characters.
 */
function parentOf(pid: number): number | 'gone' | 'unknown' {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return error.code === 'ENOENT' || error.code === 'ESRCH' ? 'gone' : 'unknown';
  }
}
