import { join } from 'node:path';
import { makeFolderNow } from '#adapters/disk/durable';
import type { ConversionSpool } from '#core/conversions/ports';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import type { ClickLimits } from '#core/redirect/options/gates';
import type { Positions } from '#core/redirect/split-test';
import { faultFields, type Log } from '#core/shared/log';
import { conversionWriter } from './conversion-spool.ts';
import { currentSegment, type CurrentSegment } from './current-segment.ts';
import { repairLeftovers, openFiles } from './leftovers.ts';
import { lossCounter, type LossReason } from './losses.ts';
import { spoolBooks } from './books.ts';
import type { SegmentLines, SpoolAccount, SpoolLedger } from './ledger.ts';
import type { FromDrain, FromWriter } from './messages.ts';
import { noDiskReserve, type Reserve } from './reserve/reserve.ts';
import { segmentIo, type SegmentIo } from './segment-io.ts';
import { spoolFolder, type SegmentKind } from './segments.ts';
import { openSplitCounters, type SplitCounters } from './split-counters.ts';
import { type SpoolWriter, spoolWriter } from './writer.ts';

/** The redirect thread's side of the spool. */
export type Spool = Pick<SpoolWriter, 'write' | 'close'> & {
  readonly positions: Positions;
  readonly clickLimits: ClickLimits;
  readonly conversions: ConversionSpool;
  /** Connects the drain, which is notified of segments from then on. */
  connect(post: (message: FromWriter) => void): void;
  /** The names of open segments that an earlier process left behind. */
  abandoned(): readonly string[];
  /** Handles a message from the drain. */
  hear(message: FromDrain): void;
  /** Visits that were redirected but not recorded, since the start. */
  lost(): Readonly<Record<LossReason, number>>;
  /** The accounts of all events since the start. */
  accounts(): Readonly<Record<SegmentKind, SpoolAccount>>;
  /**
   * How old the oldest event of the last stored segment was when it was stored, in milliseconds; null
   * before the first.
   */
  lagMs(): number | null;
  /** Whether visits were lost, or conversions refused, within the last minute. */
  isLosing(): boolean;
};

/**
 * Opens the spool of a DATA_DIR that belongs to this process alone. First repairs the files of an
 * earlier process, so that split tests continue at their position and the drain gets complete
 * lines.
 */
export function openSpool(given: Given): Spool {
  const { dataDir, log, descriptors = noReserve } = given;
  const folder = spoolFolder(dataDir);
  makeFolder(folder, log);
  let postToDrain: ((message: FromWriter) => void) | null = null;
  const post = (message: FromWriter): void => postToDrain?.(message);

  const counters = openSplitCounters({
    folder: join(dataDir, 'split-tests'),
    leftovers: repairLeftovers(folder),
    descriptors,
    onFailure: (error) =>
      log.error('split test counters are kept in memory only', faultFields(error)),
  });
  const limits = openLimits({ dataDir, log, descriptors });
  const onSync = async (): Promise<void> => {
    await Promise.all([counters.sync(), limits.sync()]);
  };
  const books = spoolBooks();
  const { ledgers } = books;
  const visits = openVisits({ ...given, folder, counters, onSync, post, ledger: ledgers.clicks });
  const conversions = openConversions({
    ...given,
    folder,
    post,
    before: visits.handOver,
    ledger: ledgers.conversions,
  });

  return {
    write: visits.writer.write,
    positions: counters,
    clickLimits: clickLimitsIn(limits),
    conversions: conversions.writer,
    connect(to) {
      postToDrain = to;
    },
    abandoned() {
      const writing = [visits.current.get()?.file, conversions.current.get()?.file];
      return descriptors.open(() => openFiles(folder)).filter((file) => !writing.includes(file));
    },
    hear(message) {
      if (message.kind === 'stored') return conversions.writer.stored(message.batch);
      if (message.kind !== 'handOver') return books.hear(message);
      visits.handOver();
      conversions.handOver();
    },
    accounts: () => books.read({ clicks: visits.now(), conversions: conversions.now() }),
    lagMs: books.lagMs,
    lost: visits.losses.totals,
    isLosing: () => visits.losses.areRecent() || conversions.losses.areRecent(),
    async close() {
      await visits.writer.close();
      await conversions.writer.close();
      counters.close();
      limits.close();
    },
  };
}

/** While the disk refuses to create the folder, visits are lost and counted, but links redirect. */
function makeFolder(folder: string, log: Log): void {
  try {
    makeFolderNow(folder);
  } catch (error) {
    log.error('the folder of the spool cannot be created', faultFields(error));
  }
}

type Given = {
  readonly dataDir: string;
  /** A random UUID each time. */
  readonly newBatch: () => string;
  readonly log: Log;
  readonly descriptors?: Descriptors;
  readonly io?: SegmentIo;
  /** Takes lines when the disk is full; without it they are lost and counted. */
  readonly reserve?: Reserve;
};

type Opening = Given & {
  readonly folder: string;
  readonly post: (message: FromWriter) => void;
  readonly ledger: SpoolLedger;
};

const noLosses = { disk_full: 0, write_failed: 0 };

function openLines(current: CurrentSegment): SegmentLines | null {
  const open = current.get();
  return open && { lines: open.lines(), sinceMs: open.sinceMs };
}

function openLimits({
  dataDir,
  log,
  descriptors,
}: Pick<Required<Given>, 'dataDir' | 'log' | 'descriptors'>) {
  const failing = 'counts of links that expire by clicks are kept in memory only';
  return openSplitCounters({
    folder: join(dataDir, 'click-limits'),
    leftovers: [],
    descriptors,
    onFailure: (error) => log.error(failing, faultFields(error)),
  });
}

/**
 * A counted visit is not uncounted: after a kill before the response, the link has one visit less.
 */
function clickLimitsIn(counts: SplitCounters): ClickLimits {
  return {
    isSpent: (linkNumber, { most, version }) => counts.taken(linkNumber, version) >= most,
    count: (linkNumber, { version }) => void counts.take(linkNumber, version, false),
  };
}

function openVisits({
  folder,
  newBatch,
  log,
  counters,
  onSync,
  post,
  ledger,
  descriptors = noReserve,
  io = segmentIo(descriptors),
  reserve = noDiskReserve,
}: Opening & { counters: SplitCounters; onSync: () => Promise<void> }) {
  const losses = lossCounter(({ lines, reason, error }) =>
    log.error('visits redirected but not recorded', { lines, reason, ...faultFields(error) }),
  );
  const onSyncFailure = (error: unknown): void =>
    log.error('a sync failed: a power failure could lose visits', faultFields(error));
  const onClosed = ledger.close;
  const ports = { newBatch, onSync, onSyncFailure, post, onClosed, io, reserve };
  const current = currentSegment({ folder, kind: 'clicks', ...ports });
  const onWritten = counters.recordWritten;
  const writer = spoolWriter({ current, losses, accept: ledger.accept, onWritten, post });
  const now = () => ({ open: openLines(current), lost: losses.totals() });
  return { current, losses, writer, now, handOver: () => leaveUnlessEmpty(current) };
}

/** `before`: passes the clicks that led to the conversions to the drain. */
function openConversions({
  folder,
  newBatch,
  log,
  post,
  before,
  ledger,
  descriptors = noReserve,
  io = segmentIo(descriptors),
  reserve = noDiskReserve,
}: Opening & { before: () => void }) {
  const losses = lossCounter(({ lines, reason, error }) =>
    log.error('conversions refused, not recorded', { lines, reason, ...faultFields(error) }),
  );
  const current = currentSegment({
    folder,
    kind: 'conversions',
    newBatch,
    onSync: () => Promise.resolve(),
    onSyncFailure: (error) =>
      log.error('a sync failed: a power failure could lose conversions', faultFields(error)),
    post: (message) => {
      if (message.kind === 'closed') before();
      post(message);
    },
    onClosed: ledger.close,
    io,
    reserve,
  });
  const writer = conversionWriter({ current, losses, accept: ledger.accept, post });
  // A conversion that was not written was refused to its sender: it was never accepted.
  const now = () => ({ open: openLines(current), lost: noLosses });
  return { current, losses, writer, now, handOver: () => leaveUnlessEmpty(current) };
}

function leaveUnlessEmpty(current: CurrentSegment): void {
  if ((current.get()?.lines() ?? 0) > 0) current.leave();
}
