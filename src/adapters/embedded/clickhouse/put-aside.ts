import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#core/shared/time';

/** How long an operator can look at them. */
const KEPT_MS = 7 * dayMs;
/** Those that the engine names so. Parts that an operator detached have no such word. */
const PUT_ASIDE = new Bun.Glob(
  'store/*/*/detached/{broken,broken-on-start,covered-by-broken,ignored}_*',
);

/**
 * Removes the parts that the engine put aside as damaged more than seven days ago. It never reads
 * nor removes them, and they may hold data of people who have been erased since. `data` is the
 * engine's own folder.
 * https://clickhouse.com/docs/operations/system-tables/detached_parts
 */
export function removePutAside(data: string, nowMs: number): void {
  for (const name of PUT_ASIDE.scanSync({ cwd: data, onlyFiles: false })) {
    const path = join(data, name);
    // When it was renamed. The time of its contents is the time of its rows.
    const { ctimeMs } = statSync(path);
    if (nowMs - ctimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/** Does so now, and every day as long as the process runs; what fails is tried again the next day. */
export function keepRemovingPutAside(data: string): void {
  try {
    removePutAside(data, Date.now());
  } catch {
    // The engine serves without this.
  }
  setTimeout(() => keepRemovingPutAside(data), dayMs).unref();
}
