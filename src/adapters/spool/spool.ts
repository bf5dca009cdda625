import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConversionSpool } from '#core/conversions/conversion-spool';
import type { Positions } from '#core/redirect/split-test';
import { faultFields, type Log } from '#core/shared/log';
import { conversionWriter } from './conversion-spool.ts';
import { currentSegment } from './current-segment.ts';
import { mendLeftovers, openFiles } from './leftovers.ts';
import { lossCounter, type LossReason } from './losses.ts';
import type { FromDrain, FromWriter } from './messages.ts';
import { diskIo, type SegmentIo } from './segment-io.ts';
import { spoolFolder } from './segments.ts';
import { openSplitCounters } from './split-counters.ts';
import { type SpoolWriter, spoolWriter } from './writer.ts';

/** The redirect thread's side of the spool. */
export type Spool = Pick<SpoolWriter, 'write' | 'close'> & {
  readonly positions: Positions;
  readonly conversions: ConversionSpool;
  /** From now on the drain is told of segments. */
  connect(tell: (message: FromWriter) => void): void;
  /** The names of open segments that nobody writes any more: what an earlier process left behind. */
  abandoned(): readonly string[];
  /** What the drain says. */
  hear(message: FromDrain): void;
  /** Visits that were redirected but not recorded, since the start. */
  lost(): Readonly<Record<LossReason, number>>;
  /** Whether visits were lost, or conversions refused, within the last minute. */
  isLosing(): boolean;
};

/**
 * Opens the spool of a DATA_DIR that is this process's alone. What an earlier process left behind is
 * mended first, so that split tests go on where they were and the drain gets whole lines.
 */
export function openSpool({
  dataDir,
  newBatch,
  log,
  io = diskIo,
}: {
  dataDir: string;
  /** A random UUID each time. */
  newBatch: () => string;
  log: Log;
  io?: SegmentIo;
}): Spool {
  const folder = spoolFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let tellDrain: ((message: FromWriter) => void) | null = null;
  const tell = (message: FromWriter): void => tellDrain?.(message);

  const counters = openSplitCounters({
    folder: join(dataDir, 'split-tests'),
    leftovers: mendLeftovers(folder),
    onFailure: (error) => log.error('split test counters go on in memory', faultFields(error)),
  });
  const losses = lossCounter(({ lines, reason, error }) =>
    log.error('visits redirected but not recorded', { lines, reason, ...faultFields(error) }),
  );
  const current = currentSegment({
    folder,
    kind: 'clicks',
    newBatch,
    onSync: counters.sync,
    onSyncFailure: (error) =>
      log.error('visits may not outlive a loss of power', faultFields(error)),
    tell,
    io,
  });
  const writer = spoolWriter({ current, losses, onWritten: counters.markWritten, tell });

  const refused = lossCounter(({ lines, reason, error }) =>
    log.error('conversions refused, not recorded', { lines, reason, ...faultFields(error) }),
  );
  const sales = currentSegment({
    folder,
    kind: 'conversions',
    newBatch,
    onSync: () => Promise.resolve(),
    onSyncFailure: (error) =>
      log.error('conversions may not outlive a loss of power', faultFields(error)),
    // The clicks that led to them are handed over before them.
    tell: (message) => {
      if (message.kind === 'closed') leaveClicks();
      tell(message);
    },
    io,
  });
  const conversions = conversionWriter({ current: sales, losses: refused, tell });
  const leaveClicks = (): void => {
    if ((current.get()?.lines() ?? 0) > 0) current.leave();
  };

  return {
    write: writer.write,
    positions: counters,
    conversions,
    connect(to) {
      tellDrain = to;
    },
    abandoned() {
      const writing = [current.get()?.file, sales.get()?.file];
      return openFiles(folder).filter((file) => !writing.includes(file));
    },
    hear(message) {
      if (message.kind === 'stored') return conversions.stored(message.batch);
      leaveClicks();
      if ((sales.get()?.lines() ?? 0) > 0) sales.leave();
    },
    lost: losses.totals,
    isLosing: () => losses.areRecent() || refused.areRecent(),
    async close() {
      await writer.close();
      await conversions.close();
      counters.close();
    },
  };
}
