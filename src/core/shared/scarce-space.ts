/** The state of a disk: its free bytes, and whether it refused a write within the last second. */
export type DiskReading = { readonly freeBytes: number; readonly isRefusing: boolean };

/** Free space below this many times the reserve is low. */
const lowBelow = 2;
/**
 * Low space stays low until there is this many times the reserve, so that the state does not change
 * every second.
 */
const lowUntil = 2.2;

/**
 * Evaluates readings in order. Returns whether space is low; then work that can wait should wait.
 */
export function scarceSpace(reserveBytes: number): (reading: DiskReading) => boolean {
  let isLow = false;

  return ({ freeBytes, isRefusing }) => {
    isLow = isRefusing || freeBytes < reserveBytes * (isLow ? lowUntil : lowBelow);
    return isLow;
  };
}
