import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startDrain, type Drain } from '#adapters/spool/drain/drain-worker';
import { writeLines } from '#tests/support/builders/segment-lines';
import { maxSegmentLines, segmentFile, spoolFolder } from '#adapters/spool/segments';
import { openSpool, type Spool } from '#adapters/spool/spool';
import { utcDay } from '#core/shared/time';
import { useAllocatorSettings } from '#roots/launch/allocator';
import { silentLog } from '#tests/support/doubles/silent-log';
import { tempFolder } from '#tests/support/temp-folder';
import { until } from '#tests/support/until';
import { drainStore } from './drain-store.ts';
import { realisticVisit } from './realistic-visits.ts';

/*
 * How fast the drain stores visits in ClickHouse, with all of its enrichment: first a backlog of
 * sealed segments at full speed, then 1,000 visits per second through the spool's real writer, and
 * how long it takes from a visit until a query counts it.
 */

const backlogSegments = 30;
const visitsPerSecond = 1000;
const lagSeconds = 20;
const pollEveryMs = 15;
const tickMs = 5;

useAllocatorSettings();
using folder = tempFolder();
const store = await drainStore();
const { clickHouse } = store;
try {
  console.log(`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Bun ${Bun.version}\n`);
  await measureBacklog();
  await measureSize();
  await measureLag();
} finally {
  await store[Symbol.asyncDispose]();
}
process.exit(0);

async function measureBacklog(): Promise<void> {
  const spool = spoolFolder(folder.path);
  mkdirSync(spool, { recursive: true });
  for (let index = 0; index < backlogSegments; index += 1) {
    const atMs = Date.now() - 60_000;
    const visits = Array.from({ length: maxSegmentLines }, (_, n) => realisticVisit(atMs + n));
    const name = { kind: 'clicks', day: utcDay(atMs), batch: crypto.randomUUID() } as const;
    writeFileSync(join(spool, segmentFile({ ...name, state: 'sealed' })), writeLines(visits));
  }
  const drain = start(() => {});
  // The first segment warms compiled code and caches, as in a process that has run for a while.
  await until('the first is stored', () => drain.status().storedClicks > 0, 60);
  const from = { clicks: drain.status().storedClicks, ...work() };
  await until('all are stored', () => drain.status().waitingSegments === 0, 300);
  const to = { clicks: drain.status().storedClicks, ...work() };
  await drain.stop(1000);

  const clicks = to.clicks - from.clicks;
  const perClick = (one: number, other: number) =>
    `${(((one - other) * 1000) / clicks).toFixed(1)} µs`;
  console.log('| backlog at full speed | |\n|---|---|');
  console.log(`| clicks/s | ${Math.round((clicks / (to.atMs - from.atMs)) * 1000)} |`);
  console.log(`| CPU per click, drain | ${perClick(to.drainMs, from.drainMs)} |`);
  console.log(`| CPU per click, ClickHouse | ${perClick(to.storeMs, from.storeMs)} |`);
}

async function measureSize(): Promise<void> {
  await clickHouse.command({ query: 'OPTIMIZE TABLE clicks FINAL' });
  const answer = await clickHouse.query({
    query: `SELECT sum(bytes_on_disk) / sum(rows) AS bytes FROM system.parts
      WHERE database = currentDatabase() AND table = 'clicks' AND active`,
    format: 'JSONEachRow',
  });
  const [size] = await answer.json<{ bytes: number }>();
  console.log(`| bytes per click, all projections included | ${size?.bytes.toFixed(1) ?? '?'} |\n`);
}

async function measureLag(): Promise<void> {
  const newBatch = () => crypto.randomUUID();
  const spool = openSpool({ dataDir: folder.path, newBatch, log: silentLog });
  const drain = start(() => spool.hear({ kind: 'handOver' }));
  spool.connect(drain.post);
  await until('the drain is ready', () => drain.status().state === 'working', 60);

  const from = work();
  const before = await countClicks();
  const receivedMs: number[] = [];
  const lagsMs: number[] = [];
  const visiting = visit(spool, receivedMs);
  while (lagsMs.length < visitsPerSecond * lagSeconds) {
    const counted = (await countClicks()) - before;
    const nowMs = performance.now();
    for (const atMs of receivedMs.slice(lagsMs.length, counted)) lagsMs.push(nowMs - atMs);
    await Bun.sleep(pollEveryMs);
  }
  await visiting;
  report(lagsMs, { inserts: await countParts(), seconds: (work().atMs - from.atMs) / 1000 });
  await spool.close();
  await drain.stop(1000);
}

/** A steady stream: at each tick, all visits that are due. */
async function visit(spool: Spool, receivedMs: number[]): Promise<void> {
  const startMs = performance.now();
  const total = visitsPerSecond * lagSeconds;
  while (receivedMs.length < total) {
    const due = Math.min(total, ((performance.now() - startMs) / 1000) * visitsPerSecond);
    const visits = Array.from({ length: Math.ceil(due) - receivedMs.length }, () =>
      realisticVisit(Date.now()),
    );
    spool.write(visits);
    for (const _ of visits) receivedMs.push(performance.now());
    await Bun.sleep(tickMs);
  }
}

function report(
  lagsMs: number[],
  { inserts, seconds }: { inserts: number; seconds: number },
): void {
  const sorted = lagsMs.toSorted((one, other) => one - other);
  const at = (share: number) => `${Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)} ms`;
  console.log(`| ${visitsPerSecond} visits/s for ${lagSeconds} s | |\n|---|---|`);
  console.log(`| from visit to count, p50 | ${at(0.5)} |`);
  console.log(`| from visit to count, p99 | ${at(0.99)} |`);
  console.log(`| from visit to count, longest | ${at(0.99999)} |`);
  console.log(`| inserts/s | ${(inserts / seconds).toFixed(1)} |`);
}

function start(onHandOver: () => void): Drain {
  return startDrain({
    entry: new URL('../../src/drain.ts', import.meta.url),
    settings: { ...store.settings, dataDir: folder.path },
    abandoned: () => [],
    onHandOver,
    log: (level, text) => console.error(level, text),
  });
}

async function countClicks(): Promise<number> {
  const query = 'SELECT toUInt32(count()) AS clicks FROM clicks';
  const answer = await clickHouse.query({ query, format: 'JSONEachRow' });
  const [row] = await answer.json<{ clicks: number }>();
  return row?.clicks ?? 0;
}

/** Each of these visits' batches was one insert. */
async function countParts(): Promise<number> {
  const answer = await clickHouse.query({
    query: 'SELECT toUInt32(uniqExact(batch)) AS batches FROM clicks',
    format: 'JSONEachRow',
  });
  const [row] = await answer.json<{ batches: number }>();
  return (row?.batches ?? 0) - backlogSegments;
}

/** Processor time until now. The drain's is this process's, which does nothing else meanwhile. */
function work(): { atMs: number; drainMs: number; storeMs: number } {
  const { user, system } = process.cpuUsage();
  return {
    atMs: performance.now(),
    drainMs: (user + system) / 1000,
    storeMs: store.cpuUs() / 1000,
  };
}
