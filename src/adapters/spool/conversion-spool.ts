import type { RawConversion } from '#core/conversions/conversion';
import type { Certainty, ConversionSpool } from '#core/conversions/ports';
import { Refusal } from '#core/shared/refusal';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import { dayMs, secondMs } from '#core/shared/time';
import { encodeConversion } from './conversion-line.ts';
import type { CurrentSegment } from './current-segment.ts';
import type { Losses } from './losses.ts';
import type { FromWriter } from './messages.ts';
import { writeLines } from './reserve/write-lines.ts';
import { readSegmentFile } from './segments.ts';
import { syncSoon } from './writer.ts';

/** The writing side of the conversions' segments. */
export type ConversionWriter = ConversionSpool & {
  /** The drain has stored this batch in the event store. */
  stored(batch: string): void;
  /** Syncs the open segment and passes it to the drain. Nothing may be recorded afterwards. */
  close(): Promise<void>;
};

type Options = {
  readonly current: CurrentSegment;
  /** Reports that were refused because the disk rejected the write. */
  readonly losses: Losses;
  /** Counts the conversions that were written. */
  readonly accept?: (conversions: number) => void;
  readonly post: (message: FromWriter) => void;
};

const storedWithinMs = 2 * secondMs;

export function conversionWriter(options: Options): ConversionWriter {
  const { current, losses, accept = () => {}, post } = options;
  const syncs = syncSoon(current);
  const waiting = waitingRoom();

  return {
    record: async (conversion: RawConversion, certainty: Certainty) => {
      const batch = write(conversion);
      syncs.arm();
      if (certainty === 'written') return;
      const stored = certainty === 'stored' ? waiting.join(batch) : null;
      // Requested before other work may close the file.
      if (!(await current.sync())) throw unavailable();
      await stored;
    },
    stored: waiting.call,
    async close() {
      await syncs.finish();
      current.leave();
    },
  };

  /** Returns the batch that the line was written to. */
  function write(conversion: RawConversion): string {
    const day = Math.floor(conversion.receivedAtMs / dayMs);
    const line = { day, text: encodeConversion(conversion), count: 1 };
    const { segment, error, isFirst } = writeLines(current, line);
    if (segment === null) {
      losses.count(1, error);
      throw unavailable();
    }
    accept(1);
    if (isFirst) post({ kind: 'waiting' });
    return readSegmentFile(segment.file)?.batch ?? '';
  }
}

function unavailable(): Refusal {
  return new Refusal('unavailable', 'Conversions cannot be recorded at the moment', {
    retryAfterSeconds: 10,
  });
}

/** Reports that wait for their batch to be stored, two seconds at most. */
function waitingRoom() {
  const rooms = new Map<string, { called: Promise<void>; call: () => void }>();

  return {
    join: (batch: string): Promise<void> => {
      const room = rooms.get(batch) ?? open(batch);
      return withTimeLimit(storedWithinMs, room.called, () => {
        rooms.delete(batch);
      });
    },
    call: (batch: string): void => {
      rooms.get(batch)?.call();
      rooms.delete(batch);
    },
  };

  function open(batch: string) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const room = { called: promise, call: resolve };
    rooms.set(batch, room);
    return room;
  }
}
