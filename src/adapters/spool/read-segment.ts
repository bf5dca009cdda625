import type { RawVisit } from '#core/redirect/raw-visit';
import { decodeLine, encodeVisit } from './line.ts';

/** A segment's lines: its visits in their order, and the bytes of the lines that are damaged. */
export type SegmentLines = {
  readonly visits: readonly RawVisit[];
  readonly corrupt: readonly Uint8Array[];
};

const newline = 0x0a;
const atMsField = 2;

/** Reads a segment. A last line without its newline was torn by a kill: damaged, unless it is whole. */
export function readLines(bytes: Uint8Array): SegmentLines {
  const visits: RawVisit[] = [];
  const corrupt: Uint8Array[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const line of linesOf(bytes)) {
    if (line.length === 0) continue;
    const decoded = decodeLine(decoder.decode(line));
    if (decoded.kind === 'visit') visits.push(decoded.visit);
    else corrupt.push(line);
  }
  return { visits, corrupt };
}

/** The bytes of a segment that holds these visits. */
export function writeLines(visits: readonly RawVisit[]): Uint8Array {
  return new TextEncoder().encode(visits.map(encodeVisit).join(''));
}

/** The time of a segment's first visit, from its first bytes; null when they do not tell. */
export function firstVisitMs(head: Uint8Array): number | null {
  const fields = new TextDecoder().decode(head).split('\t', atMsField + 2);
  const atMs = Number(fields[atMsField]);
  return fields.length > atMsField + 1 && Number.isSafeInteger(atMs) && atMs > 0 ? atMs : null;
}

function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(newline, start);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(start, end);
    start = end + 1;
  }
}
