// The cost of a redirect compared with the minimum of Bun.serve: `bun run bench:redirect`.
import { cpus, totalmem } from 'node:os';
import { drainStore, type DrainStore } from './drain-store.ts';
import { median, sayClaim } from './figures.ts';
import { measured } from './redirect-links.ts';
import { load, type LoadResult } from './run-load.ts';
import { isPinned, startServer, type MeasuredServer, type What } from './run-server.ts';

type Measure = { readonly perSecond: number; readonly cpuUs: number };
type Paced = { readonly p50: number; readonly p99: number; readonly max: number };
type WorkUs = { readonly redirect: number; readonly drain: number; readonly store: number };
/** The core of the drain and ClickHouse: the one of the redirects, or the other. */
type Placement = 'shared' | 'apart';
type Paths = Record<Placement, { readonly without: Paced; readonly drained: Paced }>;

const names: Record<What, string> = {
  constant: '(a) constant 302, bare Bun.serve',
  link: '(b) Waypost, everything recorded',
  split: '(c) Waypost, split test',
  rules: '(d) Waypost, five rules',
  weights: '(e) Waypost, shuffled weights',
};
const coreOf: Record<Placement, number> = { shared: 0, apart: 1 };
/**
 * Never with the drain: its effect on the load generator would count as the redirects'. With two
 * cores that leaves the redirects' own, with the drain and without.
 */
const loadCoreOf: Record<Placement, number> = { shared: 1, apart: cpus().length > 2 ? 2 : 0 };
const placements = ['shared', 'apart'] as const;
const kinds = ['constant', ...measured] as const;
const rounds = 5;
const seconds = 2;
const warmUpSeconds = 3;
const pacedPerSecond = 4_000;
const pacedPairs = 2;
const pacedRounds = 6;
const pacedSeconds = 2;
/** Enough time to compile the drain's code: at this pace it does little. */
const pacedWarmUpSeconds = 10;
/** This long after its last visit, a drain has stored it and its ClickHouse is idle. */
const settleMs = 1_500;

console.log(
  `Bun ${Bun.version}, ${process.platform} ${process.arch}, ${machine()}\n${isPinned ? 'redirects on core 0' : 'no taskset: nothing is pinned'}\n`,
);
const claims = await measureAll();
console.log('');
for (const [claim, holds] of claims) sayClaim(claim, holds);
process.exit(claims.every(([, holds]) => holds) ? 0 : 1);

async function measureAll(): Promise<(readonly [claim: string, holds: boolean])[]> {
  const { link, split, rules, constant } = await closedLoop();
  await using store = await drainStore();
  const { shared, apart } = await openLoop(store);
  return [
    ['CPU per request of (b) at most 2.0 × (a)', link.cpuUs <= 2 * constant.cpuUs],
    ['requests/s of (b) at least 0.50 × (a)', link.perSecond >= 0.5 * constant.perSecond],
    ['requests/s of (c) at least 0.85 × (b)', split.perSecond >= 0.85 * link.perSecond],
    ['requests/s of (d) at least 0.40 × (a)', rules.perSecond >= 0.4 * constant.perSecond],
    ['p99 with the drain on the same core at most 2 × without', tailRatio(shared) <= 2],
    ['p99 with the drain on the other core at most 1.5 × without', tailRatio(apart) <= 1.5],
  ];
}

/**
 * As many visits as possible, each kind in turn, so that other load of the machine affects all of
 * them.
 */
async function closedLoop(): Promise<Record<What, Measure>> {
  const measures: Record<What, Measure[]> = {
    constant: [],
    link: [],
    split: [],
    rules: [],
    weights: [],
  };
  for (let round = 0; round < rounds; round += 1) {
    for (const what of kinds) measures[what].push(await measure(what));
  }
  const medians = {
    constant: medianOf(measures.constant),
    link: medianOf(measures.link),
    split: medianOf(measures.split),
    rules: medianOf(measures.rules),
    weights: medianOf(measures.weights),
  };
  console.log(`${rounds} rounds of ${seconds} s each, medians; the drain is idle`);
  console.log('what                               requests/s  ratio  CPU µs  ratio');
  for (const what of kinds) console.log(row(names[what], medians[what], medians.constant));
  return medians;
}

async function measure(what: What): Promise<Measure> {
  await using server = await startServer(what);
  await load(server.port, { seconds: warmUpSeconds, perSecond: 0, core: 1 });
  const before = await server.cpu();
  const result = await load(server.port, { seconds, perSecond: 0, core: 1 });
  const after = await server.cpu();
  return {
    perSecond: result.answers / result.seconds,
    cpuUs: (after.threadUs - before.threadUs) / result.answers,
  };
}

/**
 * 4,000 visits per second, independent of the responses, to a server without a drain and to one
 * with a drain, in turns, so that other load of the machine affects both.
 */
async function openLoop(store: DrainStore): Promise<Paths> {
  const idle: Record<Placement, LoadResult[]> = { shared: [], apart: [] };
  const loads: Record<Placement, LoadResult[]> = { shared: [], apart: [] };
  const works: Record<Placement, WorkUs[]> = { shared: [], apart: [] };
  for (let pair = 0; pair < pacedPairs; pair += 1) {
    await using without = await startServer('link');
    await using shared = await startServer('link');
    await using apart = await startServer('link');
    const draining = { shared, apart };
    await pacedLoad(without, { seconds: pacedWarmUpSeconds, core: 1 });
    for (const placement of placements) await warmUp(draining[placement], store, placement);
    for (let round = 0; round < pacedRounds; round += 1) {
      for (const placement of placements) {
        const core = loadCoreOf[placement];
        idle[placement].push(await pacedLoad(without, { seconds: pacedSeconds, core }));
        store.moveTo(coreOf[placement]);
        const { result, work } = await drainedLoad(draining[placement], store, core);
        loads[placement].push(result);
        works[placement].push(work);
      }
    }
  }
  console.log(
    `\n(b) at ${pacedPerSecond} visits/s, open loop, ${loads.shared.length} times ${pacedSeconds} s each in turns, medians`,
  );
  const paths = {
    shared: { without: pacedMedian(idle.shared), drained: pacedMedian(loads.shared) },
    apart: { without: pacedMedian(idle.apart), drained: pacedMedian(loads.apart) },
  };
  for (const placement of placements) printPaths(placement, paths[placement]);
  console.log('\nthe whole click, CPU µs per visit');
  for (const placement of placements) console.log(wholeClick(placement, works[placement]));
  return paths;
}

function printPaths(placement: Placement, { without, drained }: Paths[Placement]): void {
  console.log(`load on core ${loadCoreOf[placement]}, no drain  ${latencies(without)}`);
  console.log(`drain on core ${coreOf[placement]}           ${latencies(drained)}`);
}

function tailRatio({ without, drained }: Paths[Placement]): number {
  return drained.p99 / without.p99;
}

async function warmUp(server: MeasuredServer, store: DrainStore, placement: Placement) {
  store.moveTo(coreOf[placement]);
  await server.drain(store.settings, coreOf[placement]);
  await pacedLoad(server, { seconds: pacedWarmUpSeconds, core: loadCoreOf[placement] });
  await Bun.sleep(settleMs);
}

/** The cost of a visit from its request to its row. */
function wholeClick(placement: Placement, works: readonly WorkUs[]): string {
  const of = (read: (work: WorkUs) => number) => median(works.map(read)).toFixed(1).padStart(6);
  const parts = [
    `redirect thread ${of(({ redirect }) => redirect)}`,
    `other threads (drain) ${of(({ drain }) => drain)}`,
    `ClickHouse ${of(({ store }) => store)}`,
    `sum ${of(({ redirect, drain, store }) => redirect + drain + store)}`,
  ];
  const where = placement === 'shared' ? 'all on one core' : 'drain on the other';
  return `${where.padEnd(20)}${parts.join(', ')}`;
}

/** The results of visits, and their cost until they were stored. */
async function drainedLoad(server: MeasuredServer, store: DrainStore, core: number) {
  const [before, storeBeforeUs] = [await server.cpu(), store.cpuUs()];
  const result = await pacedLoad(server, { seconds: pacedSeconds, core });
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

function pacedLoad(
  { port }: MeasuredServer,
  { seconds: lastsSeconds, core }: { seconds: number; core: number },
): Promise<LoadResult> {
  return load(port, { seconds: lastsSeconds, perSecond: pacedPerSecond, core });
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

function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown CPU';
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}
