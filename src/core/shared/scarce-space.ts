/** What is known of a disk: its free bytes, and whether it refused a write within the last second. */
export type DiskReading = { readonly freeBytes: number; readonly isRefusing: boolean };

/** Free space below this many times the reserve is low. */
const lowBelow = 2;
/** Once low, it is low until there is this many times the reserve: no state that changes each second. */
const lowUntil = 2.2;

/** Judges readings in their order: whether space is low, so that what can wait should wait. */
export function scarceSpace(reserveBytes: number): (reading: DiskReading) => boolean {
  let isLow = false;

  return ({ freeBytes, isRefusing }) => {
    isLow = isRefusing || freeBytes < reserveBytes * (isLow ? lowUntil : lowBelow);
    return isLow;
  };
}
