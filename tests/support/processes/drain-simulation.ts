import { readLines, writeLines } from '#tests/support/builders/segment-lines';
import { sealedSegments, type SealedSegments } from '#adapters/spool/sealed-segments';
import { readSegmentFile, segmentFile } from '#adapters/spool/segments';
import { drainBatches, type Step } from '#core/clicks/drain-batches';
import { enrichBatch } from '#core/clicks/enrich-batch';
import { readCampaigns } from '#core/clicks/read-campaign';
import { readReferrers } from '#core/clicks/read-referrer';
import { secondMs, utcDay } from '#core/shared/time';
import { memoryClicks, type Mishap } from '#tests/support/memory/clicks';
import { Killed, memoryDisk, type MemoryDisk } from '#tests/support/memory/disk';
import { aVisit } from '#tests/support/builders/visits';

/** What may happen to one or several spools in front of one store. */
export type Happening =
  | { kind: 'visits'; host: number; count: number; poisonAt: number }
  | { kind: 'step'; host: number; mishap: Mishap; killBefore: number }
  | { kind: 'kill'; host: number }
  | { kind: 'power loss'; host: number }
  | { kind: 'copy'; host: number }
  | { kind: 'store away' }
  | { kind: 'store back' }
  | { kind: 'late arrives' }
  | { kind: 'tokens forgotten' };

type Process = { batches: SealedSegments; step: () => Promise<Step> };
type Host = { disk: MemoryDisk; process: Process | null };

const spool = '/spool';
const poisonLink = '0193c0de-0000-7000-8000-00000000dead';
const nowMs = Date.UTC(2026, 10, 21, 12);
const mostHosts = 3;
/** Enrichment without data. */
export const enrichPlainly = enrichBatch({
  describeAgent: () => ({ device: 'unknown', browser: '', os: '' }),
  findPlace: () => ({ country: '', city: '' }),
  addressStorage: 'none',
  readReferrer: readReferrers(new Set()),
  readCampaign: readCampaigns(),
  readChannel: () => 'other',
  cookieKey: null,
  keyedHash: () => 1n,
  findSalt: async () => null,
  giveWay: async () => {},
});

/**
 * The drain with its real spool logic, on disks and a store in memory that fail on request.
 * `visitAgeMs`: the age of the visits that are written now.
 */
export function drainSimulation(visitAgeMs: number) {
  const clicks = memoryClicks(poisonLink);
  const good = new Set<string>();
  const poisoned = new Set<string>();
  const hosts: Host[] = [{ disk: memoryDisk(), process: null }];

  return {
    happen,
    /** Ends all failures and drains everything; returns the stored visits. */
    end: async () => {
      await happen({ kind: 'store back' });
      await happen({ kind: 'late arrives' });
      for (const host of hosts) await drainAll(host);
      const stored = clicks.rows.map(({ clickId }) => clickId);
      return { good: [...good], poisoned: [...poisoned], stored, dead: hosts.flatMap(deadLetters) };
    },
  };

  async function happen(happening: Happening): Promise<void> {
    switch (happening.kind) {
      case 'visits':
        return write(hostOf(happening), happening);
      case 'step':
        return step(hostOf(happening), happening);
      case 'kill':
        hostOf(happening).process = null;
        return;
      case 'power loss':
        hostOf(happening).process = null;
        return hostOf(happening).disk.losePower();
      case 'copy':
        if (hosts.length < mostHosts)
          hosts.push({ disk: hostOf(happening).disk.copy(), process: null });
        return;
      case 'store away':
        clicks.state.isAway = true;
        return;
      case 'store back':
        clicks.state.isAway = false;
        return;
      case 'late arrives':
        return clicks.settle();
      case 'tokens forgotten':
        clicks.settle();
        return clicks.forgetTokens();
    }
  }

  function hostOf({ host }: { host: number }): Host {
    const found = hosts[host % hosts.length];
    if (!found) throw new Error('there is always a host');
    return found;
  }

  /**
   * A visit is acknowledged once its line is on disk. The segment is left for a running process.
   */
  async function write(host: Host, { count, poisonAt }: { count: number; poisonAt: number }) {
    const visits = Array.from({ length: count }, (_, index) => {
      const clickId = crypto.randomUUID();
      (index === poisonAt ? poisoned : good).add(clickId);
      const atMs = nowMs - visitAgeMs;
      return aVisit(index === poisonAt ? { clickId, atMs, linkId: poisonLink } : { clickId, atMs });
    });
    const batch = crypto.randomUUID();
    const file = segmentFile({ kind: 'clicks', day: utcDay(nowMs), batch, state: 'open' });
    host.disk.write(`${spool}/${file}`, writeLines(visits));
    host.disk.syncFolder(spool);
    host.process?.batches.seal(file);
  }

  async function step(host: Host, { mishap, killBefore }: { mishap: Mishap; killBefore: number }) {
    clicks.state.mishap = mishap;
    host.disk.killBefore(killBefore);
    try {
      host.process ??= start(host.disk);
      await host.process.step();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (host.disk.isKilled()) host.process = null;
    host.disk.revive();
    clicks.state.mishap = 'none';
  }

  function start(disk: MemoryDisk): Process {
    const isOpen = (file: string) => readSegmentFile(file)?.state === 'open';
    const batches = sealedSegments({
      disk,
      folder: spool,
      abandoned: disk.list(spool).filter(isOpen),
      clock: { now: () => nowMs },
      reportDead: () => {},
    });
    const ports = { batches, clicks: clicks.store, enrich: enrichPlainly, isErased: () => false };
    return { batches, step: drainBatches({ ...ports, random: () => 0.5 }) };
  }

  async function drainAll(host: Host): Promise<void> {
    host.process ??= start(host.disk);
    for (let steps = 0; (await host.process.step()).kind !== 'idle'; steps += 1) {
      if (steps > 10_000) throw new Error('the spool does not drain');
    }
  }

  function deadLetters({ disk }: Host): string[] {
    const files = disk.paths().filter((path) => path.startsWith(`${spool}/dead/`));
    return files.flatMap((path) => readLines(disk.read(path)).visits.map(({ clickId }) => clickId));
  }
}

/** Older than visits become in a healthy spool. */
export const longAgoMs = 10 * secondMs;
