import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { bystander, type During } from '#tests/bench/measured-waypost';
import { beginImport, importOnce } from '#tests/support/import-file';
import { type Person, signUp } from '#tests/support/person';
import { newDataDir, startWaypost, type Waypost } from '#tests/support/processes/waypost';

/**
 * What others feel of the largest files that an account can upload. On a busy machine a redirect
 * can take some hundred milliseconds without any attack.
 */
const most = { redirectMs: 500, memoryMb: 250 };

const dataDir = await newDataDir();
let waypost: Waypost;
let attacker: Person;
let during: During;

beforeAll(async () => {
  waypost = await startWaypost({ dataDir: dataDir.path });
  attacker = await signUp(waypost.url);
  during = await bystander(waypost);
});
afterAll(async () => {
  await waypost?.stop();
  await dataDir.remove();
});

/** Files of this many bytes, by what is wide or long in them. */
const shapes: Readonly<Record<string, (bytes: number) => string>> = {
  'a first row of commas': (bytes) => ','.repeat(bytes),
  'a later row of commas': (bytes) => `url,title\n${','.repeat(bytes)}`,
  'rows of 60,000 commas': (bytes) => `url\n${`${','.repeat(60_000)}\n`.repeat(bytes / 60_001)}`,
  'a row of empty quotes': (bytes) => `url\n${'"",'.repeat(bytes / 3)}`,
  'one cell': (bytes) => `url\n"${'x'.repeat(bytes)}`,
  'one cell of quotes': (bytes) => `url\n"${'""'.repeat(bytes / 2)}`,
  'blank lines': (bytes) => `url\n${'\n'.repeat(bytes)}`,
  'blank lines below two columns': (bytes) => `url,title\n${'\n'.repeat(bytes)}`,
  'rows of one cell more': (bytes) => `url,title\n${',,\n'.repeat(bytes / 3)}`,
  'the longest cells that are read': (bytes) =>
    `url,notes\n${`x y,"${','.repeat(65_000)}"\n`.repeat(bytes / 65_007)}`,
  'the widest rows that are read': (bytes) =>
    `url${',c'.repeat(99)}\n${`${'x'.repeat(600)},`.repeat(100).slice(0, -1)}\n`.repeat(
      bytes / 60_300,
    ),
};
const cases = Object.keys(shapes).flatMap((shape) =>
  [3, 8, 16, 31].map((megabytes) => [megabytes, shape] as const),
);

test.each(cases)(
  '[import-bounds] %i MB with %s stops nobody',
  async (megabytes, shape) => {
    const csv = (shapes[shape] ?? String)(megabytes * 2 ** 20);
    const restMb = startPeak();
    let status = 0;
    const visits = await during(async () => {
      await Bun.sleep(500);
      status = await attack(csv);
      await Bun.sleep(500);
    });
    const grownMb = memoryMb('VmHWM') - restMb;

    const figures = [visits.max.toFixed(0), visits.p99.toFixed(0), grownMb.toFixed(0), status];
    console.log([megabytes, shape, ...figures].join(' | '));
    expect(visits.failures).toBe(0);
    expect(visits.max).toBeLessThan(most.redirectMs);
    expect(grownMb).toBeLessThan(most.memoryMb);
  },
  120_000,
);

/**
 * Uploads the file and, if it was taken, asks for all that its page asks. Returns the upload's status.
 */
async function attack(csv: string): Promise<number> {
  const answer = await fetch(`${waypost.url}/api/v1/imports?name=wide.csv`, {
    method: 'POST',
    headers: { cookie: attacker.cookie, origin: waypost.url, 'content-type': 'text/csv' },
    body: csv,
  });
  if (answer.status !== 201) return answer.status;
  const run = await answer.json();
  await many(20, `/api/v1/imports/${run.id}`);
  await beginImport(attacker, run, 'check');
  await importOnce(attacker, run, ({ state }) => state === 'checked');
  await many(4, `/api/v1/imports/${run.id}/problems`);
  return answer.status;
}

/** Asks as often at once, and reads the answers. */
async function many(count: number, path: string): Promise<void> {
  const asked = Array.from({ length: count }, () => attacker.get(path));
  await Promise.all(asked.map(async (one) => (await one).arrayBuffer()));
}

/** Makes the process's peak begin at its memory of now, in MB. */
function startPeak(): number {
  writeFileSync(`/proc/${waypost.pid}/clear_refs`, '5');
  return memoryMb('VmRSS');
}

function memoryMb(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${waypost.pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
