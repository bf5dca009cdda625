import { readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

// Redirects come first: the built-in engines run at a lower priority than this application.

const clickHouseNiceness = 10;
/** Sign-ins and the dashboard wait for Postgres. */
const postgresNiceness = 5;
/**
 * Of an engine's session. It yields to all other sessions, also of other programs: at 10, one busy
 * session leaves it a tenth of a processor, and clicks are counted seconds later.
 */
const sessionNiceness = 5;

/** Lowers the priority of ClickHouse's process, this one: of its threads, and of later ones. */
export function lowerClickHouse(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task') : ['0'];
  for (const thread of threads) lowerPriority(Number(thread), clickHouseNiceness);
}

/**
 * Lowers the priority of Postgres's first process, `pid`, and of all that it starts. Each of those leads
 * a session of its own: where Linux divides processor time between sessions, they get equal shares.
 */
export function lowerPostgres(pid: number): void {
  lowerPriority(pid, postgresNiceness);
}

/**
 * Lowers the priority of process or thread `id`, 0 for the calling one. One that is lower already stays.
 * Where the system refuses (the process of another user, without the privilege), or where the process
 * has ended, nothing happens: no start may fail for a priority.
 */
export function lowerPriority(id: number, niceness: number): void {
  try {
    if (getPriority(id) < niceness) setPriority(id, niceness);
  } catch {
    // It runs at its own priority.
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
    // This system does not divide by sessions, or does not let this process change it.
  }
}
