// An import of 100,000 rows: `bun run bench:import`. Measures the upload, the check and the import, the
// memory of the process, and the redirects of another account meanwhile, compared with redirects at rest
// before and after each step. Three accounts import one after the other; the figures are medians.
import { beginImport, importOnce, type SeenImport, uploadCsv } from '#tests/support/import-file';
import { type Person, signUp } from '#tests/support/person';
import { median, sayClaim } from './figures.ts';
import { bystander, type During, measuredWaypost } from './measured-waypost.ts';

const rowCount = Number(Bun.argv[2] ?? 100_000);
const accounts = 3;
const restSeconds = 8;
const most = { redirectRatio: 2 };

await using waypost = await measuredWaypost();
process.exitCode = (await measure(await bystander(waypost))) ? 0 : 1;

type StepName = 'upload' | 'check' | 'import';
type Step = { readonly seconds: number; readonly p99: number; readonly memory: number };

async function measure(during: During): Promise<boolean> {
  const size = (csvOf(rowCount, 0).length / 2 ** 20).toFixed(1);
  console.log(`${rowCount} rows, ${size} MB, ${accounts} accounts`);
  const steps: Record<StepName, Step[]> = { upload: [], check: [], import: [] };
  const rests: number[] = [];
  const rest = async () => {
    rests.push((await during(() => Bun.sleep(restSeconds * 1000))).p99);
  };
  /* oxlint-disable no-await-in-loop -- one after the other: each step needs the one before */
  for (let account = 0; account < accounts; account += 1) {
    const owner = await signUp(waypost.url);
    const seen: SeenImport[] = [];
    const csv = csvOf(rowCount, account);
    const works: Record<StepName, () => Promise<void>> = {
      upload: async () => void seen.push(await uploadCsv(waypost.url, owner, csv)),
      check: () => through(owner, seen, 'check'),
      import: () => through(owner, seen, 'start'),
    };
    await rest();
    for (const name of ['upload', 'check', 'import'] as const) {
      steps[name].push(await measureStep(works[name], during));
      await rest();
    }
  }
  /* oxlint-enable no-await-in-loop */
  const restP99 = median(rests);
  console.log('what | seconds | rows/s | redirect p99 ms | at rest | p99 ÷ rest | memory MB');
  const ratios = Object.entries(steps).map(([name, taken]) => say(name, taken, restP99));
  const holds = ratios.every((ratio) => ratio <= most.redirectRatio);
  sayClaim(`redirects' p99 ≤ ${most.redirectRatio} × rest`, holds);
  return holds;
}

async function measureStep(work: () => Promise<void>, during: During): Promise<Step> {
  const startedAt = performance.now();
  let seconds = 0;
  const { p99 } = await during(async () => {
    await work();
    seconds = (performance.now() - startedAt) / 1000;
  });
  return { seconds, p99, memory: waypost.residentMb() };
}

/** Prints a step's medians; returns the ratio of its redirects. */
function say(name: string, taken: readonly Step[], restP99: number): number {
  const seconds = median(taken.map((step) => step.seconds));
  const p99 = median(taken.map((step) => step.p99));
  const memory = median(taken.map((step) => step.memory));
  const ratio = p99 / restP99;
  const figures = [seconds.toFixed(1), (rowCount / seconds).toFixed(0), p99.toFixed(1)];
  console.log(
    [name, ...figures, restP99.toFixed(1), ratio.toFixed(2), memory.toFixed(0)].join(' | '),
  );
  return ratio;
}

async function through(owner: Person, [run]: readonly SeenImport[], step: 'check' | 'start') {
  if (run === undefined) throw new Error('nothing was uploaded');
  await beginImport(owner, run, step);
  const end = step === 'check' ? 'checked' : 'done';
  const ended = await importOnce(owner, run, ({ state }) => state === end, 900);
  if (ended.counts.created !== rowCount) throw new Error(JSON.stringify(ended.counts));
}

/** Rows as an export of another service has them, with names that no other account has. */
function csvOf(count: number, account: number): string {
  const lines = ['Link,Custom Link,Date created,Title,Destination URL,Engagements,Tags'];
  for (let n = 1; n <= count; n += 1) {
    const destination = `https://shop.example/campaign-${n % 100}/item-${n}?utm_source=newsletter`;
    const day = `2025-${String((n % 12) + 1).padStart(2, '0')}-02`;
    lines.push(
      `https://bit.ly/i${account}-${n},,${day},Offer ${n},${destination},${n % 5000},tag ${n % 50}`,
    );
  }
  return lines.join('\n');
}
