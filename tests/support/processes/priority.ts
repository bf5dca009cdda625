import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Whether Linux divides the processor by sessions here (needs CONFIG_SCHED_AUTOGROUP). */
export const dividesBySessions = existsSync('/proc/self/autogroup');

/** The niceness of each thread of a process. Needs /proc. */
export function threadNices(pid: number): Set<number> {
  return new Set(
    readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
    }),
  );
}

/** The niceness of the session that the process belongs to. */
export function sessionNice(pid: number): number {
  return Number(/ nice (-?\d+)\n$/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1]);
}
