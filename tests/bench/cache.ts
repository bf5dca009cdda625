// The link cache of a busy instance: `bun run bench:cache`. 100,000 links of 1,000 accounts on 200
// domains are written as a snapshot, which several fresh processes then start from.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnapshot } from '#adapters/snapshot/read-snapshot';
import { writeSnapshot } from '#adapters/snapshot/snapshot-file';
import { nameOn } from '#core/links/link-domain';
import { isReservedWord } from '#core/links/names/reserved-words';
import { linkIndex } from '#core/redirect/link-index';
import type { RoutedLink } from '#core/redirect/routed-link';
import { aRoutedLink, routedOptions } from '#tests/support/builders/links';
import { median, sayClaim } from './figures.ts';

const linkCount = 100_000;
const accountCount = 1_000;
const domainCount = 200;
const rounds = 5;
const parse: (json: string) => Start = JSON.parse;
const most = { memoryMb: 150, startMs: 1000 };

/** What a start has cost. `isWhole`: each link was found by its name. */
type Start = {
  readonly ms: number;
  readonly peakMb: number;
  readonly heldMb: number;
  readonly isWhole: boolean;
};

const [role, file] = [Bun.argv[2], Bun.argv[3]];
if (role === 'start' && file !== undefined) process.stdout.write(JSON.stringify(start(file)));
else await measure();

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-cache-'));
  try {
    const path = join(folder, 'links.snapshot');
    const index = linkIndex(isReservedWord);
    for (let n = 1; n <= linkCount; n += 1) index.put(linkAt(n));
    const written = await writeSnapshot(path, index, () => Promise.resolve());
    console.log(
      `Bun ${Bun.version}, ${cpus().length} × ${cpus()[0]?.model}; ${linkCount} links of ${accountCount} accounts on ${domainCount} domains, snapshot of ${(written.size() / 1e6).toFixed(0)} MB`,
    );
    await written.close();
    const starts = Array.from({ length: rounds }, () => startedBy(path));
    const ms = median(starts.map((one) => one.ms));
    const heldMb = median(starts.map((one) => one.heldMb));
    for (const one of starts) {
      console.log(
        `started in ${one.ms.toFixed(0)} ms, ${one.heldMb.toFixed(0)} MB held, ${one.peakMb.toFixed(0)} MB right after`,
      );
    }
    const isWhole = starts.every((one) => one.isWhole);
    const isSmall = heldMb <= most.memoryMb;
    const isFast = ms <= most.startMs;
    sayClaim('each link is found by its name', isWhole);
    sayClaim(`the cache takes at most ${most.memoryMb} MB`, isSmall);
    sayClaim(`it starts from its snapshot within ${most.startMs} ms`, isFast);
    process.exitCode = isWhole && isSmall && isFast ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Starts another process from the snapshot. */
function startedBy(path: string): Start {
  const { stdout, success } = Bun.spawnSync([process.execPath, import.meta.path, 'start', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!success) throw new Error('A start has failed');
  return parse(stdout.toString());
}

function start(path: string): Start {
  Bun.gc(true);
  const beforeMb = residentMb();
  const startedAt = performance.now();
  const index = linkIndex(isReservedWord);
  const read = readSnapshot(path, index);
  const ms = performance.now() - startedAt;
  const peakMb = residentMb() - beforeMb;
  Bun.gc(true);
  Bun.gc(true);
  const heldMb = residentMb() - beforeMb;
  let isWhole = read.kind === 'read' && index.size() === linkCount;
  for (let n = 1; n <= linkCount; n += 1) {
    const { domainNames = [], code } = linkAt(n);
    isWhole &&= index.find(domainNames[0] ?? code)?.number === n;
  }
  return { ms, peakMb, heldMb, isWhole };
}

/** Nine of ten are on one of the domains; every fourth has an alias, every tenth a rule. */
function linkAt(n: number): RoutedLink {
  const domainNumber = 1 + (n % domainCount);
  const code = `Wp${String(n).padStart(5, '0')}`;
  const names = n % 4 === 0 ? [code, `offer-${n}`] : [code];
  const originalUrl = `https://www.shop-${n % domainCount}.example/campaign/spring-sale/item-${n}?utm_source=newsletter&utm_medium=email&utm_campaign=spring`;
  return aRoutedLink({
    id: idOf(n),
    userId: idOf(1_000_000 + (n % accountCount)),
    number: n,
    code,
    originalUrl,
    ...(n % 10 === 0
      ? { aliases: names.slice(1) }
      : { domainNames: names.map((name) => nameOn(domainNumber, name)) }),
    ...(n % 10 === 5 && { options: withRule(originalUrl) }),
  });
}

function withRule(originalUrl: string): NonNullable<RoutedLink['options']> {
  return routedOptions({
    rules: [
      {
        id: 1,
        devices: ['mobile'],
        systems: [],
        countries: ['DE'],
        languages: [],
        url: originalUrl,
      },
    ],
  });
}

function idOf(n: number): string {
  return `0193c0de-0000-7000-8000-${String(n).padStart(12, '0')}`;
}

function residentMb(): number {
  return process.memoryUsage.rss() / 1e6;
}
