import type { Trust } from './conversion.ts';

/**
 * A version orders the states of one conversion; the greatest wins. It consists of the number of
 * the owner's edits (16 bits), trust (2), the earliest receipt (45), and whether the click's data
 * was added (1). The time alone never decides, so that a replayed pixel cannot overwrite a sale.
 */
const trustRanks: Record<Trust, bigint> = {
  unverified: 0n,
  inferred: 1n,
  verified: 2n,
  confirmed: 3n,
};
const timeBits = 45n;
const latestTime = (1n << timeBits) - 1n;
const editShift = timeBits + 1n + 2n;
const mostEdits = 0xffffn;

/** The version of a conversion as reported. */
export function firstVersion(trust: Trust, receivedAtMs: number): bigint {
  return (trustRanks[trust] << (timeBits + 1n)) | ((latestTime - BigInt(receivedAtMs)) << 1n);
}

/** The version after one more edit: greater than all later reports. */
export function editedVersion(version: bigint): bigint {
  const edits = version >> editShift;
  if (edits >= mostEdits) throw new Error('a conversion was edited too often');
  return ((edits + 1n) << editShift) | (version & ((1n << editShift) - 1n));
}

/** The same version, after the click's data was added. */
export function enrichedVersion(version: bigint): bigint {
  return version | 1n;
}
