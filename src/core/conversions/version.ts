import type { Trust } from '#contract/conversions/conversions';

/**
 * A version orders the states of one conversion; the greatest wins. It consists of the number of
 * the owner's edits (16 bits), trust (2), the earliest receipt in steps of 2 ms (44), whether a
 * repeat named the click (1), and whether the click's data was added (1). The time alone never
 * decides, so that a replayed pixel cannot overwrite a sale.
 */
const trustRanks: Record<Trust, bigint> = {
  unverified: 0n,
  inferred: 1n,
  verified: 2n,
  confirmed: 3n,
};
const stepMs = 2n;
const latestStep = (1n << 44n) - 1n;
const [stepShift, trustShift, editShift] = [2n, 46n, 48n];
const [hasData, namedByRepeat] = [1n, 2n];
const mostEdits = 0xffffn;

/** The version of a conversion as reported. */
export function firstVersion(trust: Trust, receivedAtMs: number): bigint {
  const step = latestStep - BigInt(receivedAtMs) / stepMs;
  return (trustRanks[trust] << trustShift) | (step << stepShift);
}

/** The version after one more edit: greater than all later reports. */
export function editedVersion(version: bigint): bigint {
  const edits = version >> editShift;
  if (edits >= mostEdits) throw new Error('a conversion was edited too often');
  return ((edits + 1n) << editShift) | (version & ((1n << editShift) - 1n));
}

/** The number that owners see: raised by every edit of theirs, and not by repeats. */
export function shownVersion(version: bigint): number {
  return Number(version >> editShift) + 1;
}

/** The version of a conversion after the click's data was added. */
export function enrichedVersion(version: bigint): bigint {
  return version | hasData;
}

/** The version of a conversion without a click, after a repeat with the other version named one. */
export function creditedVersion(version: bigint, repeat: bigint): bigint {
  return version | namedByRepeat | (repeat & hasData);
}

/** The version of a report that takes over the click of a known version, with or without its data. */
export function keptVersion(report: bigint, known: bigint): bigint {
  return report | (known & hasData);
}
