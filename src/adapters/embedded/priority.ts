import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

// Redirects come first: the built-in engines run at a lower priority than this application.

const clickHouseNiceness = 10;
/** Sign-ins and the dashboard wait for Postgres. */
const postgresNiceness = 5;
/**
 * Niceness of an engine's session. The session yields to all other sessions, also of other
 * programs. At 10, one busy session would leave it a tenth of a processor, and clicks would be
 * counted seconds later.
 */
const sessionNiceness = 5;

/**
 * Lowers the priority of this process, which is ClickHouse's: of its threads and of those that it
 * starts later.
 */
export function lowerClickHouse(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
  for (const thread of threads) lowerPriority(Number(thread), clickHouseNiceness);
}

/**
 * Lowers the priority of Postgres's first process, `pid`, and of all that it starts. Each of these
 * processes leads its own session. When Linux divides processor time between sessions, they get
 * equal shares.
 */
export function lowerPostgres(pid: number): void {
  lowerPriority(pid, postgresNiceness);
}

/**
 * Lowers the priority of process or thread `id`, 0 for the calling one. A lower priority stays as
 * it is. When the system refuses (the process belongs to another user, and this one has no
 * privilege), or when the process has ended, nothing happens: no start may fail because of a
 * priority.
 */
export function lowerPriority(id: number, niceness: number): void {
  try {
    if (getPriority(id) < niceness) setPriority(id, niceness);
  } catch {
    // The process keeps its priority.
  }
}

/**
 * Lowers the priority of the session that process `leader` leads. Linux may divide processor time
 * between sessions first (sched(7), "The autogroup feature"); a process that is alone in its session
 * then gets an equal share with any niceness of its own.
 */
export function lowerSession(leader: number): void {
  try {
    writeFileSync(`/proc/${leader}/autogroup`, String(sessionNiceness));
  } catch {
    // This system does not divide processor time by sessions, or does not allow this process to
    // change that.
  }
}
