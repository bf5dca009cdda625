import type { IndexChange } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';

/** A line of the snapshot: its header, or a few changes. */
export type SnapshotRecord =
  | { readonly format: string }
  | { readonly links: readonly RoutedLink[]; readonly gone: readonly Gone[] };

/** A removed link: deleted permanently, or missing in a complete reading. */
export type Gone = Pick<Extract<IndexChange, { kind: 'removed' }>, 'linkId' | 'isErased'>;

/** Raised when a line's format changes: files of unknown versions are not read. */
export const snapshotFormat = 'waypost links 4';
/**
 * Version 3 has no options, version 2 has `saleProfitCents` in US dollars, and version 1 has no
 * profit.
 */
export const formerFormats: readonly string[] = [
  'waypost links 3',
  'waypost links 2',
  'waypost links 1',
];

/** One record as a line: the CRC32 of its JSON, the JSON, a newline. */
export function snapshotLine(record: SnapshotRecord): string {
  const json = JSON.stringify(record);
  return `${Bun.hash.crc32(json).toString(16)}\t${json}\n`;
}

/** The record of a line without its newline; null when it is damaged. */
export function readSnapshotLine(line: Buffer): SnapshotRecord | null {
  const end = line.indexOf(tab);
  const json = line.subarray(end + 1);
  if (end < 0 || line.toString('latin1', 0, end) !== Bun.hash.crc32(json).toString(16)) return null;
  // The checksum was right and the header names a known format, so this program wrote the text.
  return parse(json.toString());
}

const tab = 0x09;
const parse: (json: string) => SnapshotRecord = JSON.parse;
