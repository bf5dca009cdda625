import type { IndexChange } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';

/** A line of the snapshot: its head, or a few changes. */
export type SnapshotRecord =
  | { readonly format: string }
  | { readonly links: readonly RoutedLink[]; readonly gone: readonly Gone[] };

/** A link that is no longer there, for good or because the truth no longer had it. */
export type Gone = Pick<Extract<IndexChange, { kind: 'removed' }>, 'linkId' | 'isErased'>;

/** Raised whenever a line's shape changes: what an unknown version wrote is not read. */
export const snapshotFormat = 'waypost links 3';
/** The same with `saleProfitCents`, in US dollars, and before that without any profit. */
export const formerFormats: readonly string[] = ['waypost links 2', 'waypost links 1'];

/** One record as a line: the CRC32 of its JSON, the JSON, a newline. */
export function snapshotLine(record: SnapshotRecord): string {
  const json = JSON.stringify(record);
  return `${Bun.hash.crc32(json).toString(16)}\t${json}\n`;
}

/** The record of a line without its newline; null when it is not what was written. */
export function readSnapshotLine(line: string): SnapshotRecord | null {
  const tab = line.indexOf('\t');
  const json = line.slice(tab + 1);
  if (tab < 0 || line.slice(0, tab) !== Bun.hash.crc32(json).toString(16)) return null;
  // The checksum says that the text is ours, and the head that its shape is a known version's.
  return parse(json);
}

const parse: (json: string) => SnapshotRecord = JSON.parse;
