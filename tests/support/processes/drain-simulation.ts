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
  | { kind: 'visits'; host: number; count: number; poisonAt: number; isSynced: boolean }
  | { kind: 'step'; host: number; mishap: Mishap; killBefore: number }
  | { kind: 'kill'; host: number }
  | { kind: 'power loss'; host: number; kept: readonly boolean[] }
  | { kind: 'copy'; host: number }
  | { kind: 'store away' }
  | { kind: 'store back' }
  | { kind: 'late arrives' }
  | { kind: 'tokens forgotten' };

type Process = { batches: SealedSegments; step: () => Promise<Step> };
/** `unsynced`: visits that a loss of power may take, because nothing has synced their segment. */
type Host = { disk: MemoryDisk; process: Process | null; unsynced: string[] };

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
  /** Visits of a segment that was not synced when the power failed. */
  const atRisk = new Set<string>();
  const hosts: Host[] = [{ disk: memoryDisk(), process: null, unsynced: [] }];

  return {
    happen,
    /** Ends all failures and drains everything; returns the stored visits. */
    end: async () => {
      await happen({ kind: 'store back' });
      await happen({ kind: 'late arrives' });
      for (const host of hosts) await drainAll(host);
      const stored = clicks.rows.map(({ clickId }) => clickId);
      return { good, poisoned, atRisk, stored, dead: hosts.flatMap(deadLetters) };
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
        return losePower(hostOf(happening), happening);
      case 'copy':
        if (hosts.length < mostHosts) hosts.push(copyOf(hostOf(happening)));
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

  function losePower(host: Host, { kept }: { kept: readonly boolean[] }): void {
    host.process = null;
    for (const clickId of host.unsynced.splice(0)) atRisk.add(clickId);
    host.disk.losePower(kept);
  }

  function copyOf({ disk, unsynced }: Host): Host {
    return { disk: disk.copy(), process: null, unsynced: [...unsynced] };
  }

  /**
   * A visit is acknowledged once its line is in the file, which the writer syncs soon. The segment is
   * left for a running process, which seals it.
   */
  async function write(
    host: Host,
    { count, poisonAt, isSynced }: { count: number; poisonAt: number; isSynced: boolean },
  ) {
    const visits = Array.from({ length: count }, (_, index) => {
      const clickId = crypto.randomUUID();
      (index === poisonAt ? poisoned : good).add(clickId);
      const atMs = nowMs - visitAgeMs;
      return aVisit(index === poisonAt ? { clickId, atMs, linkId: poisonLink } : { clickId, atMs });
    });
    const batch = crypto.randomUUID();
    const file = segmentFile({ kind: 'clicks', day: utcDay(nowMs), batch, state: 'open' });
    host.disk.append(`${spool}/${file}`, writeLines(visits));
    if (isSynced) {
      host.disk.sync(`${spool}/${file}`);
      host.disk.syncFolder(spool);
    }
    if (host.process) host.process.batches.seal(file);
    else if (!isSynced) host.unsynced.push(...visits.map(({ clickId }) => clickId));
  }

  async function step(host: Host, { mishap, killBefore }: { mishap: Mishap; killBefore: number }) {
    clicks.state.mishap = mishap;
    host.disk.killBefore(killBefore);
    try {
      await running(host).step();
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    if (host.disk.isKilled()) host.process = null;
    host.disk.revive();
    clicks.state.mishap = 'none';
  }

  /** A process that has started has sealed all segments that were left open. */
  function running(host: Host): Process {
    host.process ??= start(host.disk);
    host.unsynced = [];
    return host.process;
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
    const process = running(host);
    for (let steps = 0; (await process.step()).kind !== 'idle'; steps += 1) {
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
