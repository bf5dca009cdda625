import { join } from 'node:path';

/** What a segment holds. One kind of event to a segment, so that it is one insert into one table. */
export type SegmentKind = 'clicks' | 'conversions';

/** `open`: still being written, or left over. `sealed`: complete, on disk, the drain's. */
export type SegmentState = 'open' | 'sealed';

/**
 * A file of the spool: `<kind>.<day>.<batch>.<state>`. Its batch is a random UUID and never comes
 * from a host, a process or a counter: a cloned volume or a restored backup must not name other rows
 * alike, for the store would take them for a repeat and drop them in silence.
 */
export type Segment = {
  readonly kind: SegmentKind;
  /** The UTC day of all its lines, `YYYY-MM-DD`. */
  readonly day: string;
  /** The insert's deduplication token, and the column `batch` of its rows. */
  readonly batch: string;
  readonly state: SegmentState;
};

/** A segment takes at most this many lines; then the writer goes on in a new one. */
export const maxSegmentLines = 10_000;

const pattern =
  /^(clicks|conversions)\.(\d{4}-\d{2}-\d{2})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(open|sealed)$/;

/** Where the segments of one DATA_DIR lie. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool');
}

/** The file's name, without a folder. */
export function segmentFile(segment: Segment): string {
  return `${segment.kind}.${segment.day}.${segment.batch}.${segment.state}`;
}

/** The segment that a file's name speaks of; null for any other file. */
export function readSegmentFile(file: string): Segment | null {
  const [, kind, day, batch, state] = pattern.exec(file) ?? [];
  if (kind === undefined || day === undefined || batch === undefined) return null;
  return {
    kind: kind === 'clicks' ? kind : 'conversions',
    day,
    batch,
    state: state === 'open' ? 'open' : 'sealed',
  };
}
