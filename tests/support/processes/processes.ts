import { readFileSync, readdirSync } from 'node:fs';

/** The process ids of `root` and all its current descendants, root first. Linux only. */
export function processTree(root: number): number[] {
  const childrenOf = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const parent = parentOf(Number(entry));
    if (parent !== null) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), Number(entry)]);
  }

  const tree = [root];
  for (const pid of tree) tree.push(...(childrenOf.get(pid) ?? []));
  return tree;
}

/** Sends SIGKILL to `root` and its descendants at once; those that have just ended are ignored. */
export function killTree(root: number): void {
  for (const pid of processTree(root)) signal(pid, 'SIGKILL');
}

/** Whether a process still runs; a zombie counts as ended. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Sends a signal; false when the process is gone. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}

function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the command in brackets and may contain spaces and brackets.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

/** The one descendant of `root` whose command line contains `word`. Fails when there is none. */
export function descendantRunning(root: number, word: string): number {
  const found = processTree(root).find((pid) => pid !== root && commandOf(pid).includes(word));
  if (found === undefined) throw new Error(`no process below ${root} runs ${word}`);
  return found;
}

/** The command line of a process, its words ended by NUL; empty when it is gone. */
export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
