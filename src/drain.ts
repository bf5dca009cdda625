import { mkdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { clickHouseClicks } from '#adapters/clickhouse/clicks';
import { connectClickHouse } from '#adapters/clickhouse/connect';
import { cityPlaces } from '#adapters/geo/places';
import { connect } from '#adapters/postgres/connect';
import { postgresErasedLinks } from '#adapters/postgres/erased-links';
import { postgresInstance } from '#adapters/postgres/instances';
import { postgresSalts } from '#adapters/postgres/salts';
import { forgetDeadLetters } from '#adapters/spool/dead-letters';
import { realDisk } from '#adapters/spool/disk';
import { drainLoop } from '#adapters/spool/drain-loop';
import type { DrainSettings, FromDrainThread, ToDrain } from '#adapters/spool/drain-messages';
import { drainReport } from '#adapters/spool/drain-report';
import { instanceId } from '#adapters/spool/instance-id';
import { saltFolder, spooledSalts } from '#adapters/spool/own-salts';
import { sealedSegments, type SealedSegments } from '#adapters/spool/sealed-segments';
import { spoolFolder } from '#adapters/spool/segments';
import { userAgents } from '#adapters/user-agent/agents';
import { drainBatches } from '#core/clicks/drain-batches';
import { enrichBatch } from '#core/clicks/enrich-batch';
import { cookieKey } from '#core/clicks/identify-visitor';
import { findSalt, tendSalts } from '#core/clicks/keep-salts';
import { bareHost } from '#core/clicks/read-referrer';
import { minuteMs, secondMs } from '#core/shared/time';

declare const self: Worker;
type Start = Extract<ToDrain, { kind: 'start' }>;

/** The least time between two inserts of a spool that is never long idle: eight parts a second. */
const handOverEveryMs = 120;
/** How much weaker this thread is than the redirects': enrichment may lag, redirects may not. */
const niceness = 10;
/** How long the first batch waits to hear which links are erased, while Postgres is away. */
const erasuresPatienceMs = 2 * secondMs;

const clock = { now: () => Date.now() };
const tell = (message: FromDrainThread): void => self.postMessage(message);

// On Linux a priority belongs to the thread that asks; elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(0, niceness);

self.addEventListener(
  'message',
  ({ data }: MessageEvent<ToDrain>) => {
    if (data.kind !== 'start') throw new Error(`told ${data.kind} before start`);
    self.addEventListener('message', drain(data));
  },
  { once: true },
);

/** Composes and starts the drain; answers what hears the messages after `start`. */
function drain({ settings, abandoned }: Start): (event: MessageEvent<ToDrain>) => void {
  const folder = spoolFolder(settings.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let segments: SealedSegments | null = null;
  const report = drainReport({ tell, clock, segments: () => segments });
  const batches = sealedSegments({
    ...{ disk: realDisk, folder, abandoned, clock },
    reportDead: report.dead,
  });
  segments = batches;

  const sql = connect(settings.databaseUrl, { connections: 1, statementTimeoutMs: 5 * secondMs });
  const erased = postgresErasedLinks(sql);
  const salts = {
    shared: postgresSalts(sql),
    own: spooledSalts(realDisk, saltFolder(settings.dataDir)),
    clock,
    randomBytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  };
  const tend = tendSalts(salts);
  const reportUnsent = postgresInstance(sql, instanceId(realDisk, settings.dataDir));

  const heardOfErasures = every(2 * secondMs, 'Erased links are not heard of', erased.refresh);
  void every(2 * secondMs, 'The oldest unsent visit is not reported', async () => {
    report.status();
    const seenAtMs = clock.now();
    await reportUnsent({ seenAtMs, oldestUnsentMs: batches.oldestVisitMs() });
  });
  void every(minuteMs, 'Visitor salts are not tended', () => tend(batches.oldestDay()));
  void every(minuteMs, 'Dead letters are not tended', async () => {
    forgetDeadLetters(realDisk, folder, clock.now());
  });

  const prepared = prepare();
  const loop = drainLoop({
    step: async () => (await prepared)(),
    askHandOver: () => tell({ kind: 'handOver' }),
    onStep: report.step,
    monotonic: () => performance.now(),
    handOverEveryMs,
  });
  void loop.run().then(() => tell({ kind: 'stopped' }));

  return ({ data }) => {
    switch (data.kind) {
      case 'closed':
        batches.seal(data.file);
        return loop.wake();
      case 'waiting':
        return loop.expectLines();
      case 'erased':
        return erased.add(data.linkIds);
      case 'stop':
        return loop.stop();
      case 'start':
        throw new Error('told to start twice');
    }
  };

  async function prepare(): Promise<ReturnType<typeof drainBatches>> {
    const findPlace = await cityPlaces(settings.geoipCityDb, report.missingPlaces);
    await Promise.race([heardOfErasures, Bun.sleep(erasuresPatienceMs)]);
    return drainBatches({
      batches,
      clicks: clickHouseClicks(connectClickHouse(settings.clickHouseUrl, 'drain'), () =>
        report.warn('This ClickHouse disregards deduplication tokens: each segment is asked for'),
      ),
      enrich: enrichBatch({ ...sourcesOf(settings), findPlace, findSalt: findSalt(salts) }),
      isErased: erased.has,
      random: Math.random,
    });
  }

  /** Works now, and again so long after each end; resolves when it has been tried once. */
  function every(pauseMs: number, failing: string, work: () => Promise<void>): Promise<void> {
    const once = work().then(
      () => report.trouble(failing, null),
      (error: unknown) => report.trouble(failing, error),
    );
    void once.then(() => setTimeout(() => void every(pauseMs, failing, work), pauseMs).unref());
    return once;
  }
}

function sourcesOf(settings: DrainSettings) {
  return {
    describeAgent: userAgents(),
    addressStorage: settings.addressStorage,
    ownHosts: new Set(settings.ownHosts.map(bareHost)),
    cookieKey: settings.visitorId === 'cookie' ? cookieKey(settings.appSecret) : null,
  };
}
