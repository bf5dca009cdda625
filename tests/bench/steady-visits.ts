// Visits of one short link at a steady pace, in its own process: `steady-visits.ts <address>
// <perSecond>`. Runs until its input ends, then prints a `VisitTimes` as JSON.

/**
 * Milliseconds from sending a visit to its response. `failures`: responses that are no redirect.
 */
export type VisitTimes = {
  readonly count: number;
  readonly failures: number;
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
};

const [address, perSecond] = [Bun.argv[2], Number(Bun.argv[3])];
if (address === undefined || !(perSecond > 0)) throw new Error('Which address, how many a second?');

const headers = {
  'user-agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
};
const times: number[] = [];
let failures = 0;

async function visit(target: string): Promise<void> {
  const startedAt = performance.now();
  const answer = await fetch(target, { redirect: 'manual', headers }).catch(() => null);
  times.push(performance.now() - startedAt);
  if (answer?.status !== 302) failures += 1;
}

for (let n = 0; n < 20; n += 1) await visit(address);
times.length = 0;
const underWay = new Set<Promise<void>>();
const pacing = setInterval(() => {
  const one = visit(address).finally(() => underWay.delete(one));
  underWay.add(one);
}, 1000 / perSecond);
for await (const _ of Bun.stdin.stream()) {
  // The content is ignored: the end of the input is the signal.
}
clearInterval(pacing);
await Promise.all(underWay);
times.sort((a, b) => a - b);
const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
const result: VisitTimes = {
  count: times.length,
  failures,
  p50: at(0.5),
  p99: at(0.99),
  max: at(1),
};
process.stdout.write(JSON.stringify(result));
process.exit(0);
