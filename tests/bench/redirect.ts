// What a redirect costs beside the least that Bun.serve can do: `bun run bench:redirect`.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import type { LoadResult } from './load.ts';

type What = 'constant' | 'link' | 'split';
type Measure = { readonly perSecond: number; readonly cpuUs: number; readonly failures: number };

const names: Record<What, string> = {
  constant: '(a) constant 302, bare Bun.serve',
  link: '(b) Waypost, everything recorded',
  split: '(c) Waypost, split test',
};
const rounds = 5;
const seconds = 2;
const warmUpSeconds = 1;
const openLoopPerSecond = 4_000;

const hasTaskset = Bun.which('taskset') !== null;
const measures: Record<What, Measure[]> = { constant: [], link: [], split: [] };
for (let round = 0; round < rounds; round += 1) {
  for (const what of ['constant', 'link', 'split'] as const) {
    measures[what].push(await measure(what));
  }
}
const paced = await pacedRun();
report();

async function measure(what: What): Promise<Measure> {
  await using server = await start(what);
  await load(server.port, warmUpSeconds, 0);
  const before = await server.cpuUs();
  const { answers, failures, seconds: lasted } = await load(server.port, seconds, 0);
  const used = (await server.cpuUs()) - before;
  return { perSecond: answers / lasted, cpuUs: used / answers, failures };
}

async function pacedRun(): Promise<LoadResult> {
  await using server = await start('link');
  await load(server.port, warmUpSeconds, openLoopPerSecond);
  return await load(server.port, 5, openLoopPerSecond);
}

/** The server in a process of its own on the first core; the load has the second. */
async function start(what: What) {
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const ready = Promise.withResolvers<number>();
  let next = ready;
  const child = Bun.spawn({
    cmd: [
      ...onCore(0),
      process.execPath,
      join(import.meta.dir, 'redirect-process.ts'),
      what,
      dataDir,
    ],
    ipc: (message) => next.resolve(Number(message)),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const port = await ready.promise;

  return {
    port,
    cpuUs(): Promise<number> {
      next = Promise.withResolvers();
      child.send('cpu');
      return next.promise;
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function load(port: number, forSeconds: number, perSecond: number): Promise<LoadResult> {
  const script = join(import.meta.dir, 'load.ts');
  const args = [port, forSeconds, perSecond].map(String);
  const child = Bun.spawn([...onCore(1), process.execPath, script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const result: LoadResult = JSON.parse(await new Response(child.stdout).text());
  return result;
}

function onCore(core: number): string[] {
  return hasTaskset && cpus().length > core ? ['taskset', '-c', String(core)] : [];
}

function report(): void {
  const base = medianOf('constant');
  console.log(`Bun ${Bun.version}, ${process.platform} ${process.arch}, ${machine()}`);
  console.log(`${rounds} rounds of ${seconds} s each, medians; ${pinning()}\n`);
  console.log('what                               requests/s  ratio  CPU µs  ratio  failures');
  for (const what of ['constant', 'link', 'split'] as const) {
    const { perSecond, cpuUs } = medianOf(what);
    const failures = measures[what].reduce((sum, one) => sum + one.failures, 0);
    console.log(
      [
        names[what].padEnd(34),
        Math.round(perSecond).toLocaleString('en').padStart(10),
        (perSecond / base.perSecond).toFixed(2).padStart(6),
        cpuUs.toFixed(2).padStart(7),
        (cpuUs / base.cpuUs).toFixed(2).padStart(6),
        String(failures).padStart(9),
      ].join(' '),
    );
  }
  const { p50, p99, max, answers, failures } = paced;
  const latency = `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, max ${max.toFixed(2)} ms`;
  console.log(
    `\n(b) at ${openLoopPerSecond} visits/s, open loop, drain idle: ${latency} (${answers} answers, ${failures} failures)`,
  );
  verdicts(base);
}

function verdicts(base: Measure): void {
  const link = medianOf('link');
  const claims = [
    ['CPU per request of (b) at most 1.7 × (a)', link.cpuUs / base.cpuUs <= 1.7],
    ['requests/s of (b) at least 0.60 × (a)', link.perSecond / base.perSecond >= 0.6],
  ] as const;
  console.log('');
  for (const [claim, holds] of claims) console.log(`${holds ? 'holds ' : 'MISSED'} ${claim}`);
  process.exitCode = claims.every(([, holds]) => holds) ? 0 : 1;
}

function medianOf(what: What): Measure {
  return {
    perSecond: median(measures[what].map((one) => one.perSecond)),
    cpuUs: median(measures[what].map((one) => one.cpuUs)),
    failures: 0,
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function machine(): string {
  const model = cpus()[0]?.model ?? 'unknown CPU';
  return `${cpus().length} × ${model}, ${Math.round(totalmem() / 2 ** 30)} GiB`;
}

function pinning(): string {
  return hasTaskset ? 'server on core 0, load on core 1' : 'no taskset: nothing is pinned';
}
