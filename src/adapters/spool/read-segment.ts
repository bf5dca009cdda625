import type { RawConversion } from '#core/conversions/conversion';
import type { RawVisit } from '#core/redirect/raw-visit';
import { decodeConversion, encodeConversion } from './conversion-line.ts';
import { decodeLine, encodeVisit } from './line.ts';
import { withoutZeros } from './reserve/chunk.ts';
import type { SegmentKind } from './segments.ts';

/** A segment's events in order, and the bytes of the damaged lines. */
export type SegmentEvents<Event> = {
  readonly events: readonly Event[];
  readonly corrupt: readonly Uint8Array[];
};

/** The line format of one kind of segment. */
export type Lines<Event> = {
  readonly kind: SegmentKind;
  /** One line, newline included. */
  encode(event: Event): string;
  /** The event of a line without its newline; null for a damaged one. */
  decode(line: string): Event | null;
};

export const visitLines: Lines<RawVisit> = {
  kind: 'clicks',
  encode: encodeVisit,
  decode: (line) => {
    const decoded = decodeLine(line);
    return decoded.kind === 'visit' ? decoded.visit : null;
  },
};

export const conversionLines: Lines<RawConversion> = {
  kind: 'conversions',
  encode: encodeConversion,
  decode: decodeConversion,
};

const newline = 0x0a;
const atMsField = 2;

/** This many lines take about 0.1 ms. */
const linesAtOnce = 50;

/**
 * Reads a segment in short steps and returns its events. Ignores the zeros after the last line. A
 * last line without its newline was cut by a kill: it counts as damaged, unless it is complete.
 */
export function* readInSteps<Event>(
  lines: Lines<Event>,
  bytes: Uint8Array,
): Generator<undefined, SegmentEvents<Event>> {
  const events: Event[] = [];
  const corrupt: Uint8Array[] = [];
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const line of linesOf(withoutZeros(bytes))) {
    if (line.length === 0) continue;
    const event = lines.decode(decoder.decode(line));
    if (event === null) corrupt.push(line);
    else events.push(event);
    if ((events.length + corrupt.length) % linesAtOnce === 0) yield;
  }
  return { events, corrupt };
}

/** How many events and damaged lines `readInSteps` finds in these bytes. */
export function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const line of linesOf(withoutZeros(bytes))) if (line.length > 0) count += 1;
  return count;
}

/** The bytes of a segment that holds these events. */
export function writeEvents<Event>(lines: Lines<Event>) {
  return (events: readonly Event[]): Uint8Array =>
    new TextEncoder().encode(events.map(lines.encode).join(''));
}

/** The time of a segment's first visit, from its first bytes; null when they do not contain it. */
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
