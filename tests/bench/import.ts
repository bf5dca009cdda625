// An import of 100,000 rows: `bun run bench:import`. Measures the upload, the check and the import, the
// memory of the process, and the redirects of another account meanwhile, compared with redirects at rest.
import { readFileSync } from 'node:fs';
import { beginImport, importOnce, type SeenImport, uploadCsv } from '#tests/support/import-file';
import { type Person, signUp } from '#tests/support/person';
import { newDataDir, startWaypost } from '#tests/support/processes/waypost';
import { sayClaim } from './figures.ts';
import { during, said } from './visits-meanwhile.ts';

const rowCount = Number(Bun.argv[2] ?? 100_000);
const restSeconds = 30;
const most = { redirectRatio: 2 };

const dataDir = await newDataDir();
const waypost = await startWaypost({ dataDir: dataDir.path });
try {
  const bystander = await signUp(waypost.url);
  const link = await bystander.createLink({ originalUrl: 'https://shop.example/' });
  const address = `${waypost.url}/${link.shortCode}`;
  const quiet = await during(address, () => Bun.sleep(restSeconds * 1000));
  console.log(`redirects at rest: ${said(quiet.visits)}; memory ${memoryMb()} MB`);
  process.exitCode = (await measure(address, quiet.visits.p99)) ? 0 : 1;
} finally {
  await waypost.stop();
  await dataDir.remove();
}

async function measure(address: string, quietP99: number): Promise<boolean> {
  const owner = await signUp(waypost.url);
  const csv = csvOf(rowCount);
  console.log(`${rowCount} rows, ${(csv.length / 2 ** 20).toFixed(1)} MB`);
  console.log('what | seconds | rows/s | redirect p99 ms | p99 ÷ quiet | memory MB');
  const seen: SeenImport[] = [];
  const steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['upload', async () => void seen.push(await uploadCsv(waypost.url, owner, csv))],
    ['check', () => through(owner, seen, 'check')],
    ['import', () => through(owner, seen, 'start')],
  ];
  let holds = true;
  for (const [name, run] of steps) {
    const startedAt = performance.now();
    let seconds = 0;
    // One after the other: each needs the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { visits } = await during(address, async () => {
      await run();
      seconds = (performance.now() - startedAt) / 1000;
    });
    const ratio = visits.p99 / quietP99;
    const cells = [seconds.toFixed(1), (rowCount / seconds).toFixed(0), visits.p99.toFixed(1)];
    console.log([name, ...cells, ratio.toFixed(2), memoryMb()].join(' | '));
    holds = holds && ratio <= most.redirectRatio;
  }
  sayClaim(`redirects' p99 ≤ ${most.redirectRatio} × quiet`, holds);
  return holds;
}

async function through(owner: Person, [run]: readonly SeenImport[], step: 'check' | 'start') {
  if (run === undefined) throw new Error('nothing was uploaded');
  await beginImport(owner, run, step);
  const end = step === 'check' ? 'checked' : 'done';
  const ended = await importOnce(owner, run, ({ state }) => state === end, 900);
  if (ended.counts.created !== rowCount) throw new Error(JSON.stringify(ended.counts));
}

/** Rows as an export of another service has them. */
function csvOf(count: number): string {
  const lines = ['Link,Custom Link,Date created,Title,Destination URL,Engagements,Tags'];
  for (let n = 1; n <= count; n += 1) {
    const destination = `https://shop.example/campaign-${n % 100}/item-${n}?utm_source=newsletter`;
    const day = `2025-${String((n % 12) + 1).padStart(2, '0')}-02`;
    lines.push(`https://bit.ly/i${n},,${day},Offer ${n},${destination},${n % 5000},tag ${n % 50}`);
  }
  return lines.join('\n');
}

/** The resident memory of the application's process. */
function memoryMb(): string {
  const status = readFileSync(`/proc/${waypost.pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN);
  return (kilobytes / 1024).toFixed(0);
}
