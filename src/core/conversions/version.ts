import type { Trust } from './conversion.ts';

/**
 * A version orders what is said of one conversion, the greatest winning: how often its owner has
 * edited it (16 bits), then trust (2), then the earliest receipt (45), then whether the click's
 * facts have been added (1). Never the clock alone, so that a replayed pixel cannot rewrite a sale.
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

/** The version of a conversion as it was reported. */
export function firstVersion(trust: Trust, receivedAtMs: number): bigint {
  return (trustRanks[trust] << (timeBits + 1n)) | ((latestTime - BigInt(receivedAtMs)) << 1n);
}

/** Above the version it is given by an edit; above all that may yet be reported. */
export function editedVersion(version: bigint): bigint {
  const edits = version >> editShift;
  if (edits >= mostEdits) throw new Error('a conversion was edited too often');
  return ((edits + 1n) << editShift) | (version & ((1n << editShift) - 1n));
}

/** The same version, now with what is known of the click. */
export function enrichedVersion(version: bigint): bigint {
  return version | 1n;
}
