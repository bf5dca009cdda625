// The thread that builds the table of countries: it reads the city databases, which are far larger
// than the table, and ends.
import { readFile } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { cityFiles } from './city-files.ts';
import { buildCountryTable } from './build-country-table.ts';
import { writeTable } from './country-file.ts';

/** A request to build a table. */
export type BuildRequest = {
  /** The operator's database; null: the bundled ones. */
  readonly ownFile: string | null;
  readonly source: string;
  readonly target: string;
};

declare const self: Worker;

/** A low priority, because redirects and the drain come first. */
const niceness = 15;

// On Linux a priority belongs to the calling thread; elsewhere it would be the whole process's.
// Without privileges nobody may raise one that is lower already.
if (process.platform === 'linux' && getPriority(0) < niceness) setPriority(0, niceness);

self.addEventListener('message', ({ data }: MessageEvent<BuildRequest>) => {
  void build(data).then(
    () => self.postMessage(null),
    (error: unknown) => self.postMessage(error instanceof Error ? error.message : String(error)),
  );
});

async function build({ ownFile, source, target }: BuildRequest): Promise<void> {
  const { ipv4, ipv6 } = cityFiles(ownFile);
  const first = await readFile(ipv4);
  const second = ipv4 === ipv6 ? first : await readFile(ipv6);
  await writeTable(target, source, buildCountryTable({ ipv4: first, ipv6: second }));
}
