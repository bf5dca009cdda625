/**
 * The backups to remove so that the newest `keep` remain; ids sort by time. At least one is always
 * kept.
 */
export function outdated(ids: readonly string[], keep: number): string[] {
  return ids.toSorted().slice(0, -Math.max(keep, 1));
}
