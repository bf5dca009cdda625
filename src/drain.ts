import { mkdirSync } from 'node:fs';
import { clickHouseClicks } from '#adapters/clickhouse/events/clicks';
import {
  clickhouseClickFinder,
  clickhouseConversionStore,
} from '#adapters/clickhouse/events/conversion-store';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { holdDescriptors, waitForDescriptors } from '#adapters/descriptors/reserve';
import { lowerPriority } from '#adapters/embedded/priority';
import { cityPlaces } from '#adapters/geo/places';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import { connect } from '#adapters/postgres/connect';
import { postgresErasedLinks } from '#adapters/postgres/links/erased-links';
import { postgresInstance } from '#adapters/postgres/instances';
import { postgresSalts } from '#adapters/postgres/clicks/salts';
import { isPublicSuffix } from '#adapters/public-suffixes/public-suffixes';
import { clicksFirst } from '#adapters/spool/drain/clicks-first';
import { forgetDeadLetters } from '#adapters/spool/drain/dead-letters';
import { realDisk, withReserve } from '#adapters/spool/disk';
import { drainLoop, type DrainLoop } from '#adapters/spool/drain/drain-loop';
import type { DrainSettings, FromDrainThread, ToDrain } from '#adapters/spool/drain/drain-messages';
import { pace } from '#adapters/spool/drain/pace';
import { drainReport, type DrainReport } from '#adapters/spool/drain/drain-report';
import { instanceId } from '#adapters/spool/instance-id';
import { cookieKey, keyedHash } from '#adapters/spool/keyed-hash';
import { saltFolder, spooledSalts } from '#adapters/spool/own-salts';
import { conversionLines } from '#adapters/spool/read-segment';
import { sealedEvents, sealedSegments, type SealedSegments } from '#adapters/spool/sealed-segments';
import { readSegmentFile, spoolFolder } from '#adapters/spool/segments';
import { userAgents } from '#adapters/user-agent/describe-agent';
import { drainBatches, drainInOrder } from '#core/clicks/drain-batches';
import { enrichBatch, type GiveWay } from '#core/clicks/enrich-batch';
import { findSalt, tendSalts } from '#core/clicks/keep-salts';
import { readCampaigns } from '#core/clicks/read-campaign';
import { readChannels } from '#core/clicks/read-channel';
import { bareHost, readReferrers } from '#core/clicks/read-referrer';
import { storeConversions } from '#core/conversions/store-conversions';
import type { RawConversion } from '#core/conversions/conversion';
import { minuteMs, secondMs } from '#core/shared/time';
import { isClockTrusted } from '#core/shared/trusted-clock';

declare const self: Worker;

/**
 * Minimum time between two inserts of a busy spool. Counts may be a second late; each insert is a
 * part that the store has to merge, on the processors that redirect.
 */
const handOverEveryMs = 800;
/**
 * How much lower this thread's priority is than the redirects': enrichment may be late, redirects
 * may not.
 */
const niceness = 10;
/** How long the first batch waits for the list of erased links, while Postgres is away. */
const erasuresPatienceMs = 2 * secondMs;

/** File descriptors reserved for the spool's files when connections take all others. */
const reservedDescriptors = 8;
/** Blocks this thread while there is no descriptor: the spool's content waits with it. */
const disk = withReserve(realDisk, waitForDescriptors(holdDescriptors(reservedDescriptors)));

const clock = { now: () => Date.now() };
const post = (message: FromDrainThread): void => self.postMessage(message);

// On Linux a priority belongs to the calling thread; elsewhere it would be the whole process's.
if (process.platform === 'linux') lowerPriority(0, niceness);

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ToDrain>) => {
    if (data.kind !== 'start') throw new Error(`received ${data.kind} before start`);
    drain(data.settings, data.abandoned);
  },
  { once: true },
);

/** Composes the drain and runs it. */
function drain(settings: DrainSettings, abandoned: readonly string[]): void {
  const folder = spoolFolder(settings.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let spool: Segments | null = null;
  const report = drainReport({ post, clock, segments: () => spool && together(spool) });
  const giveWay = pace({
    isBehind: () => (spool?.clicks.count() ?? 0) > 1,
    monotonic: () => performance.now(),
  });
  const books = { reportDead: report.dead, postToBooks: post };
  const options = { disk, folder, abandoned, clock, giveWay, ...books };
  const segments: Segments = {
    clicks: sealedSegments(options),
    conversions: sealedEvents({ ...options, lines: conversionLines }),
  };
  spool = segments;

  const sql = connect(settings.databaseUrl, { connections: 1, statementTimeoutMs: 5 * secondMs });
  const erased = postgresErasedLinks(sql);
  const salts = {
    shared: postgresSalts(sql),
    own: spooledSalts(disk, saltFolder(settings.dataDir)),
    clock,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };

  const heardOfErasures = startMaintenance({ report, segments, settings, salts, erased, sql });
  const parts = { report, segments, settings, salts, erased, giveWay };
  const prepared = prepare({ ...parts, heardOfErasures, wake: () => loop.wake() });
  const loop = drainLoop({
    step: async () => (await prepared)(),
    askHandOver: () => post({ kind: 'handOver' }),
    onStep: report.step,
    monotonic: () => performance.now(),
    handOverEveryMs,
  });
  self.addEventListener('message', ({ data }: MessageEvent<ToDrain>) =>
    hear(data, { segments, loop, erased }),
  );
  void segments.clicks.countWaiting().then(segments.conversions.countWaiting);
  void loop.run().then(() => post({ kind: 'stopped' }));
}

/** The waiting segments, by the kind of event. */
type Segments = {
  readonly clicks: SealedSegments;
  readonly conversions: SealedSegments<RawConversion>;
};

type Parts = {
  readonly report: DrainReport;
  readonly segments: Segments;
  readonly settings: DrainSettings;
  readonly salts: Parameters<typeof findSalt>[0];
  readonly erased: ReturnType<typeof postgresErasedLinks>;
};

/** Prepares everything that the drain needs before its first step. */
async function prepare(
  parts: Parts & { heardOfErasures: Promise<void>; giveWay: GiveWay; wake: () => void },
) {
  const { report, segments, settings, salts, erased, heardOfErasures, giveWay, wake } = parts;
  const findPlace = await cityPlaces(settings.geoipCityDb, report.missingPlaces);
  await Promise.race([heardOfErasures, Bun.sleep(erasuresPatienceMs)]);
  const clickHouse = connectClickHouse(settings.clickHouseUrl, 'drain');
  const shared = {
    addressStorage: settings.addressStorage,
    cookieKey: settings.visitorId === 'cookie' ? cookieKey(settings.cookieSecret) : null,
    keyedHash,
    findSalt: findSalt(salts),
  };
  const clicks = drainBatches({
    batches: segments.clicks,
    clicks: clickHouseClicks(clickHouse, {
      reportUntrusted: () =>
        report.warn(
          'this ClickHouse ignores deduplication tokens: each batch is queried before it is sent',
        ),
      giveWay,
    }),
    enrich: enrichBatch({
      ...shared,
      describeAgent: userAgents(),
      findPlace,
      readReferrer: readReferrers(new Set(settings.ownHosts.map(bareHost))),
      readCampaign: readCampaigns(),
      readChannel: readChannels(isPublicSuffix),
      giveWay,
    }),
    isErased: erased.has,
    random: Math.random,
  });
  const batches = segments.conversions;
  const store = storeConversions({
    ...shared,
    batches,
    clicks: clickhouseClickFinder(clickHouse),
    conversions: clickhouseConversionStore(clickHouse),
    isErased: erased.has,
    onStored: (batch) => post({ kind: 'stored', batch }),
  });
  const conversions = drainInOrder({ batches, random: Math.random }, store);
  return clicksFirst({ clicks, conversions, reportConversions: report.conversions, wake });
}

/** Both kinds together, to report how much waits, and since when. */
function together({ clicks, conversions }: Segments) {
  return {
    count: () => clicks.count() + conversions.count(),
    oldestVisitMs: () => earlier(clicks.oldestVisitMs(), conversions.oldestVisitMs()),
    oldestDay: () => earlier(clicks.oldestDay(), conversions.oldestDay()),
  };
}

function earlier<Moment extends number | string>(
  one: Moment | null,
  other: Moment | null,
): Moment | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** The drain's repeated maintenance; resolves when the list of erased links is known. */
function startMaintenance(
  parts: Parts & { sql: Parameters<typeof postgresInstance>[0] },
): Promise<void> {
  const { report, segments, settings, salts, erased, sql } = parts;
  const waiting = together(segments);
  const reportUnsent = postgresInstance(sql, instanceId(disk, settings.dataDir));
  const spool = { disk, folder: spoolFolder(settings.dataDir) };
  const isTrusted = isClockTrusted({ clock, mark: postgresClockMark(sql) });
  const tend = tendSalts({ ...salts, isClockTrusted: isTrusted });

  void repeatAll(report, minuteMs, {
    'Visitor salts cannot be renewed': () => tend(waiting.oldestDay()),
    'Old dead letters cannot be deleted': async () => {
      if (await isTrusted()) forgetDeadLetters(spool, clock.now());
    },
  });
  void repeatAll(report, 2 * secondMs, {
    'The oldest unsent visit cannot be reported': async () => {
      report.status();
      const seenAtMs = clock.now();
      await reportUnsent({ seenAtMs, oldestUnsentMs: waiting.oldestVisitMs() });
    },
  });
  return repeatAll(report, 2 * secondMs, { 'Erased links cannot be read': erased.refresh });
}

/**
 * Runs now, and again after a pause from each end. A failure is reported under the work's name, and
 * the next run comes as usual. Resolves after the first run of all work.
 */
async function repeatAll(
  report: DrainReport,
  pauseMs: number,
  works: Readonly<Record<string, () => Promise<void>>>,
): Promise<void> {
  for (const [failing, work] of Object.entries(works)) {
    await work().then(
      () => report.trouble(failing, null),
      (error: unknown) =>
        report.trouble(failing, error instanceof Error ? error : new Error('unknown')),
    );
  }
  setTimeout(() => void repeatAll(report, pauseMs, works), pauseMs);
}

function hear(
  message: ToDrain,
  { segments, loop, erased }: Pick<Parts, 'segments' | 'erased'> & { loop: DrainLoop },
): void {
  switch (message.kind) {
    case 'closed':
      segments[readSegmentFile(message.file)?.kind ?? 'clicks'].seal(message.file);
      return loop.wake();
    case 'waiting':
      return loop.expectLines();
    case 'erased':
      return erased.add(message.linkIds);
    case 'stop':
      return loop.stop();
    case 'start':
      throw new Error('received start twice');
  }
}
