import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dayMs } from '#core/shared/time';

/** How long damaged parts are kept, so that an operator can look at them. */
const KEPT_MS = 7 * dayMs;
/**
 * Names that the engine gives to damaged parts. Parts that an operator detached do not have them.
 */
const PUT_ASIDE = new Bun.Glob(
  'store/*/*/detached/{broken,broken-on-start,covered-by-broken,ignored}_*',
);

/**
 * Removes the parts that the engine put aside as damaged more than seven days ago. The engine
 * itself neither reads nor removes them, and they may have data of people who were erased since.
 * `data` is the engine's own folder.
 * https://clickhouse.com/docs/operations/system-tables/detached_parts
 */
export function removePutAside(data: string, nowMs: number): void {
  for (const name of PUT_ASIDE.scanSync({ cwd: data, onlyFiles: false })) {
    const path = join(data, name);
    // The time when the part was renamed. Its modification time is that of its rows.
    const { ctimeMs } = statSync(path);
    if (nowMs - ctimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}

/**
 * Removes such parts now, and every day while the process runs; a failed removal is tried again the
 * next day.
 */
export function keepRemovingPutAside(data: string): void {
  try {
    removePutAside(data, Date.now());
  } catch {
    // The engine works without this removal.
  }
  setTimeout(() => keepRemovingPutAside(data), dayMs).unref();
}
