import { readInSteps, visitLines, writeEvents, type Lines } from '#adapters/spool/read-segment';
import type { RawVisit } from '#core/redirect/raw-visit';

/** The events of a segment's bytes, and its damaged lines. */
export function readEvents<Event>(lines: Lines<Event>, bytes: Uint8Array) {
  const steps = readInSteps(lines, bytes);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** The visits of a segment's bytes, and its damaged lines. */
export function readLines(bytes: Uint8Array) {
  const { events: visits, corrupt } = readEvents(visitLines, bytes);
  return { visits, corrupt };
}

/** The bytes of a segment with these visits. */
export function writeLines(visits: readonly RawVisit[]): Uint8Array {
  return writeEvents(visitLines)(visits);
}
