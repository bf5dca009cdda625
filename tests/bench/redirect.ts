// What a redirect costs beside the least that Bun.serve can do: `bun run bench:redirect`.
import { cpus, totalmem } from 'node:os';
import { drainStore, type DrainStore } from './drain-store.ts';
import { load, type LoadResult } from './run-load.ts';
import { isPinned, startServer, type MeasuredServer, type What } from './run-server.ts';

type Measure = { readonly perSecond: number; readonly cpuUs: number };
type Paced = { readonly p50: number; readonly p99: number; readonly max: number };
type WorkUs = { readonly redirect: number; readonly drain: number; readonly store: number };

const names: Record<What, string> = {
  constant: '(a) constant 302, bare Bun.serve',
  link: '(b) Waypost, everything recorded',
  split: '(c) Waypost, split test',
};
const kinds = ['constant', 'link', 'split'] as const;
const rounds = 5;
const seconds = 2;
const warmUpSeconds = 3;
const pacedPerSecond = 4_000;
const pacedPairs = 2;
const pacedRounds = 12;
const pacedSeconds = 2;
/** As long as it takes until the drain's code is compiled: at this pace it does little. */
const pacedWarmUpSeconds = 10;
/** So long after its last visit a drain has stored it, and its ClickHouse is at rest. */
const settleMs = 1_500;

console.log(
  `Bun ${Bun.version}, ${process.platform} ${process.arch}, ${machine()}\n${isPinned ? 'server, drain and ClickHouse on core 0, load on core 1' : 'no taskset: nothing is pinned'}\n`,
);
const claims = await measureAll();
console.log('');
for (const [claim, holds] of claims) console.log(`${holds ? 'holds ' : 'MISSED'} ${claim}`);
process.exit(claims.every(([, holds]) => holds) ? 0 : 1);

async function measureAll(): Promise<(readonly [claim: string, holds: boolean])[]> {
  const { link, constant } = await closedLoop();
  await using store = await drainStore();
  const paced = await openLoop(store);
  return [
    ['CPU per request of (b) at most 1.7 × (a)', link.cpuUs <= 1.7 * constant.cpuUs],
    ['requests/s of (b) at least 0.60 × (a)', link.perSecond >= 0.6 * constant.perSecond],
    ['p99 with the drain working at most 1.5 × without', paced.with.p99 <= 1.5 * paced.without.p99],
  ];
}

/** As many visits as will go, each kind in turn, so that what else the machine does hits all. */
async function closedLoop(): Promise<Record<What, Measure>> {
  const measures: Record<What, Measure[]> = { constant: [], link: [], split: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const what of kinds) measures[what].push(await measure(what));
  }
  const medians = {
    constant: medianOf(measures.constant),
    link: medianOf(measures.link),
    split: medianOf(measures.split),
  };
  console.log(`${rounds} rounds of ${seconds} s each, medians; the drain is idle`);
  console.log('what                               requests/s  ratio  CPU µs  ratio');
  for (const what of kinds) console.log(row(names[what], medians[what], medians.constant));
  return medians;
}

async function measure(what: What): Promise<Measure> {
  await using server = await startServer(what);
  await load(server.port, { seconds: warmUpSeconds, perSecond: 0 });
  const before = await server.cpu();
  const result = await load(server.port, { seconds, perSecond: 0 });
  const after = await server.cpu();
  return {
    perSecond: result.answers / result.seconds,
    cpuUs: (after.threadUs - before.threadUs) / result.answers,
  };
}

/**
 * 4,000 visits a second whatever the answers do, to a server without a drain and to one with it, in
 * turns, so that what else the machine does hits both.
 */
async function openLoop(store: DrainStore): Promise<{ without: Paced; with: Paced }> {
  const [idle, draining]: [LoadResult[], LoadResult[]] = [[], []];
  const works: WorkUs[] = [];
  for (let pair = 0; pair < pacedPairs; pair += 1) {
    await using without = await startServer('link');
    await using withDrain = await startServer('link');
    await pacedLoad(without, pacedWarmUpSeconds);
    await withDrain.drain(store.settings);
    await pacedLoad(withDrain, pacedWarmUpSeconds);
    await Bun.sleep(settleMs);
    for (let round = 0; round < pacedRounds; round += 1) {
      idle.push(await pacedLoad(without, pacedSeconds));
      const { result, work } = await drainedLoad(withDrain, store);
      draining.push(result);
      works.push(work);
    }
  }
  const both = { without: pacedMedian(idle), with: pacedMedian(draining) };
  console.log(
    `\n(b) at ${pacedPerSecond} visits/s, open loop, ${idle.length} times ${pacedSeconds} s each in turns, medians`,
  );
  console.log(`without the drain  ${latencies(both.without)}`);
  console.log(`with the drain     ${latencies(both.with)}`);
  const of = (part: keyof WorkUs) => median(works.map((work) => work[part])).toFixed(1);
  console.log(
    `CPU µs per click: redirect thread ${of('redirect')}, other threads (drain) ${of('drain')}, ClickHouse ${of('store')}`,
  );
  return both;
}

/** What visits came to, and what they cost until they were stored. */
async function drainedLoad(server: MeasuredServer, store: DrainStore) {
  const [before, storeBeforeUs] = [await server.cpu(), store.cpuUs()];
  const result = await pacedLoad(server, pacedSeconds);
  await Bun.sleep(settleMs);
  const after = await server.cpu();
  const redirect = after.threadUs - before.threadUs;
  const work: WorkUs = {
    redirect: redirect / result.answers,
    drain: (after.processUs - before.processUs - redirect) / result.answers,
    store: (store.cpuUs() - storeBeforeUs) / result.answers,
  };
  return { result, work };
}

function pacedLoad({ port }: MeasuredServer, lastsSeconds: number): Promise<LoadResult> {
  return load(port, { seconds: lastsSeconds, perSecond: pacedPerSecond });
}

function row(name: string, { perSecond, cpuUs }: Measure, base: Measure): string {
  return [
    name.padEnd(34),
    Math.round(perSecond).toLocaleString('en').padStart(10),
    (perSecond / base.perSecond).toFixed(2).padStart(6),
    cpuUs.toFixed(2).padStart(7),
    (cpuUs / base.cpuUs).toFixed(2).padStart(6),
  ].join(' ');
}

function latencies({ p50, p99, max }: Paced): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, max ${max.toFixed(1)} ms`;
}

function medianOf(measures: readonly Measure[]): Measure {
  return {
    perSecond: median(measures.map((one) => one.perSecond)),
    cpuUs: median(measures.map((one) => one.cpuUs)),
  };
}

function pacedMedian(results: readonly LoadResult[]): Paced {
  return {
    p50: median(results.map((one) => one.p50)),
    p99: median(results.map((one) => one.p99)),
    max: median(results.map((one) => one.max)),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown CPU';
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}
