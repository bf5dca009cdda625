import { hourMs } from '#core/shared/time';

/**
 * The backups to remove so that the newest `keep` remain; ids sort by time. At least one is always
 * kept. A backup whose date lies in the future (a wrong clock) stays and does not count, because it
 * would be the newest for a long time.
 */
export function outdated(
  ids: readonly string[],
  { keep, nowMs }: { readonly keep: number; readonly nowMs: number },
): string[] {
  const begun = begunBefore(ids, nowMs + hourMs);
  return begun.toSorted().slice(0, -Math.max(keep, 1));
}

/** Whether a backup is due: there is none, or the last one began at least `everyMs` ago. */
export function isDue(
  lastStartedAtMs: number | null,
  { nowMs, everyMs }: { readonly nowMs: number; readonly everyMs: number },
): boolean {
  return lastStartedAtMs === null || nowMs - lastStartedAtMs >= everyMs;
}

/** The backups that began before a time. An id begins with the time of its backup. */
export function begunBefore(ids: readonly string[], atMs: number): string[] {
  const text = new Date(atMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, '');
  return ids.filter((id) => id < text);
}
