import { readFileSync } from 'node:fs';
import type { LinkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { isErrno } from '#core/shared/errno';
import { formerFormats, readSnapshotLine, snapshotFormat } from './snapshot-line.ts';

/** The result of reading a snapshot. A damaged one has put nothing into the index. */
export type ReadSnapshot =
  /**
   * `size`: the bytes of its complete lines, after which more may be appended; null when the file
   * must be rewritten: an earlier version wrote it, or it still contains a deleted link.
   */
  | { readonly kind: 'read'; readonly links: number; readonly size: number | null }
  | { readonly kind: 'absent' }
  | { readonly kind: 'damaged' };

const newline = 0x0a;

/**
 * Fills an empty index from a snapshot, so that known links redirect before a database is
 * available. An incomplete last line, which a kill leaves, is ignored; every other damage makes the
 * whole file invalid.
 */
export function readSnapshot(file: string, index: LinkIndex): ReadSnapshot {
  const bytes = bytesOf(file);
  if (bytes === null) return { kind: 'absent' };
  const size = bytes.lastIndexOf(newline) + 1;
  const lines = linesIn(bytes.subarray(0, size));
  const format = formatIn(lines.next().value);
  const isFormer = format !== null && formerFormats.includes(format);
  if (format !== snapshotFormat && !isFormer) return { kind: 'damaged' };

  const links = new Map<string, RoutedLink>();
  const compact = sharing();
  const erased = new Set<string>();
  let holdsErased = false;
  for (const line of lines) {
    const record = readSnapshotLine(line);
    if (record === null || 'format' in record) return { kind: 'damaged' };
    for (const link of record.links) links.set(link.id, compact(link));
    for (const { linkId, isErased } of record.gone) {
      const isHeld = links.delete(linkId);
      if (isErased) erased.add(linkId);
      holdsErased ||= isErased && isHeld;
    }
  }
  for (const linkId of erased) if (!links.has(linkId)) index.erase(linkId);
  for (const link of links.values()) index.put(isFormer ? fromFormer(link) : link);
  return { kind: 'read', links: links.size, size: isFormer || holdsErased ? null : size };
}

/**
 * Yields the lines without their newlines, one at a time: the texts of all lines together would
 * double the memory.
 */
function* linesIn(bytes: Buffer): Generator<Buffer, undefined> {
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(newline, from);
    yield bytes.subarray(from, end);
    from = end + 1;
  }
}

const none: readonly string[] = [];

/** Lets links share equal values in memory: the owner's id and the empty lists. */
function sharing(): (link: RoutedLink) => RoutedLink {
  const owners = new Map<string, string>();

  return (link) => {
    const { userId, aliases, destinations } = link;
    const owner = owners.get(userId);
    if (owner === undefined) owners.set(userId, userId);
    return Object.assign(link, {
      userId: owner ?? userId,
      aliases: aliases.length === 0 ? none : aliases,
      destinations: destinations.length === 0 ? none : destinations,
    });
  };
}

function formatIn(head: Buffer | undefined): string | null {
  const record = head === undefined ? null : readSnapshotLine(head);
  return record !== null && 'format' in record ? record.format : null;
}

/**
 * Converts a link of a former format. It redirects as before, until the newer row of the database
 * replaces it.
 */
function fromFormer({ saleProfitCents: cents = null, ...link }: FormerLink): RoutedLink {
  const former = cents === null ? null : { cents, currency: 'USD' as const };
  return { ...link, saleProfit: link.saleProfit ?? former, version: 0 };
}

type FormerLink = Omit<RoutedLink, 'saleProfit'> & {
  readonly saleProfit?: RoutedLink['saleProfit'];
  readonly saleProfitCents?: number | null;
};

function bytesOf(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
}
