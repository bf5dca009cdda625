import { join } from 'node:path';

/**
 * The content of a segment. One kind of event per segment, so that it is one insert into one table.
 */
export type SegmentKind = 'clicks' | 'conversions';

/** `open`: being written, or left over. `sealed`: complete and on disk; belongs to the drain. */
export type SegmentState = 'open' | 'sealed';

/**
 * A file of the spool: `<kind>.<day>.<batch>.<state>`. Its batch is a random UUID, and is never
 * derived from a host, a process or a counter: a cloned volume or a restored backup must not give
 * the same name to other rows, because the store would silently drop them as a repeat.
 */
export type Segment = {
  readonly kind: SegmentKind;
  /** The UTC day of all its lines, `YYYY-MM-DD`. */
  readonly day: string;
  /** The insert's deduplication token, and the column `batch` of its rows. */
  readonly batch: string;
  readonly state: SegmentState;
};

/** Limit of lines per segment; after that the writer starts a new one. */
export const maxSegmentLines = 10_000;

const pattern =
  /^(clicks|conversions)\.(\d{4}-\d{2}-\d{2})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(open|sealed)$/;

/** The folder with the segments of one DATA_DIR. */
export function spoolFolder(dataDir: string): string {
  return join(dataDir, 'spool');
}

/** The file's name, without a folder. */
export function segmentFile(segment: Segment): string {
  return `${segment.kind}.${segment.day}.${segment.batch}.${segment.state}`;
}

/** The segment in a file's name; null for every other file. */
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
