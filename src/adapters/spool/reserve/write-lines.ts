import { isErrno } from '#core/shared/errno';
import type { CurrentSegment } from '#adapters/spool/current-segment';
import type { OpenSegment } from '#adapters/spool/open-segment';

/** The result of writing lines. `error` says why some were not written; null when all were. */
export type LinesWritten = {
  readonly lines: number;
  readonly error: unknown;
  /** The segment of the last written line, which may be closed already; null when there is none. */
  readonly segment: OpenSegment | null;
  /** An open segment has got its first line. */
  readonly isFirst: boolean;
};

/** Whole lines of one UTC day (days since the epoch). */
export type Lines = { readonly day: number; readonly text: string; readonly count: number };

/**
 * Limit of consecutive segments without a written line: a full disk has no space for some names and
 * has for others, because each belongs to another block of the folder.
 */
const mostFruitless = 16;

/**
 * Writes lines, one segment after the other while the reserve helps on a full disk. After an
 * input/output error the next lines begin another file. Never throws.
 */
export function writeLines(current: CurrentSegment, lines: Lines): LinesWritten {
  let { text } = lines;
  let written = 0;
  let segment: OpenSegment | null = null;
  let isFirst = false;
  let fruitless = 0;
  for (;;) {
    const part = writePart(current, { ...lines, text, count: lines.count - written });
    written += part.lines;
    if (part.lines > 0) ({ segment } = part);
    isFirst ||= part.isFirst;
    const { error } = part;
    fruitless = part.lines > 0 ? 0 : fruitless + 1;
    if (error === null || fruitless > mostFruitless || !current.makeRoom(error))
      return { lines: written, error, segment, isFirst };
    text = withoutLines(text, part.lines);
  }
}

function writePart(current: CurrentSegment, { day, text, count }: Lines): LinesWritten {
  try {
    const segment = current.segmentFor(day, count);
    const wasEmpty = segment.lines() === 0;
    const { lines, error, isTorn } = segment.write(text, count);
    const mustLeave = isTorn || isErrno(error, 'EIO');
    if (mustLeave) current.leave();
    return { lines, error, segment, isFirst: wasEmpty && lines > 0 && !mustLeave };
  } catch (error) {
    return { lines: 0, error, segment: null, isFirst: false };
  }
}

/** The text without its first `count` lines. */
function withoutLines(text: string, count: number): string {
  let start = 0;
  for (let line = 0; line < count; line += 1) start = text.indexOf('\n', start) + 1;
  return start === 0 ? text : text.slice(start);
}
