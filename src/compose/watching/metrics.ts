import { readdir } from 'node:fs/promises';
import type { InstanceState } from '#contract/operators';
import { exposition, type Sample, type Samples } from '#adapters/metrics/exposition';
import type { Readiness } from '#adapters/http/health';
import type { SpoolAccount } from '#adapters/spool/ledger';
import { measureSpool, type SpoolFiles } from '#adapters/spool/measure-spool';
import { spoolFolder, type SegmentKind } from '#adapters/spool/segments';
import { secondMs } from '#core/shared/time';
import { withTimeLimit } from '#core/shared/limits/time-limit';
import type { Config } from '#config';
import type { Redirects } from '#roots/compose/redirects';
import { jobRecords, type JobRecord } from '#adapters/timers/repeat';
import type { watchLoopDelay } from '#adapters/timers/loop-delay';
import { version } from '#roots/compose/system';
import type { Watch } from './watch.ts';

type MetricsParts = {
  readonly dataDir: string;
  readonly redirects: Redirects;
  readonly readiness: () => Readiness;
  readonly watch: Watch;
  readonly config: Pick<Config, 'backups'>;
  readonly loopDelay: ReturnType<typeof watchLoopDelay>;
  /** Log lines that were dropped since the start. */
  readonly droppedLogLines: () => number;
};

/** How long a scrape waits for responses of other programs. */
const patienceMs = secondMs;
const states = ['up', 'starting', 'degraded', 'down'] as const;
const startedAtMs = Date.now() - process.uptime() * secondMs;
const microsecondsPerSecond = 1_000_000;

/**
 * The text of `/metrics`. Responses of other programs are read first; then everything in memory, in
 * one turn of the event loop, so that these numbers belong to the same moment.
 */
export function metricsText(parts: MetricsParts): () => Promise<string> {
  return async () => {
    const { lastBackup, waitingMails } = parts.watch.late();
    const [files, mails, backupMs, descriptors] = await Promise.all([
      measureSpool(spoolFolder(parts.dataDir)),
      soon(waitingMails),
      soon(lastBackup && (async () => (await lastBackup()) ?? noBackupMs(parts))),
      soon(openDescriptors),
    ]);
    return exposition({
      ...instanceSamples(parts),
      ...redirectSamples(parts),
      ...spoolSamples(parts, files),
      ...storeSamples(parts, mails),
      ...jobSamples(jobRecords()),
      ...processSamples(descriptors),
      waypost_backup_last_success_timestamp_seconds: known(backupMs, secondMs),
      waypost_log_lines_dropped_total: [{ value: parts.droppedLogLines() }],
    });
  };
}

/** The state of this instance for the operator's page; the same numbers as `/metrics`. */
export function instanceState(parts: MetricsParts): () => Promise<InstanceState> {
  const { redirects, readiness, watch } = parts;

  return async () => {
    const late = watch.late();
    const { lastBackup, waitingMails, postgresVersion, clickhouseVersion } = late;
    const [files, mails, lastBackupMs, postgres, clickhouse] = await Promise.all([
      measureSpool(spoolFolder(parts.dataDir)),
      soon(waitingMails),
      soon(lastBackup),
      soon(postgresVersion),
      soon(clickhouseVersion),
    ]);
    const accounts = redirects.spool.accounts();
    const both = [accounts.clicks, accounts.conversions];
    const { phase: _phase, canRedirect: _canRedirect, details, ...dependencies } = readiness();
    const lagMs = redirects.spool.lagMs();
    const freeBytes = redirects.disk.freeBytes();
    const queues = [
      ...watch.queueLengths(),
      ...(mails === null ? [] : [['mails', mails] as const]),
    ];
    return {
      versions: {
        waypost: version,
        bun: Bun.version,
        postgres: postgres ?? 'unknown',
        clickhouse: clickhouse ?? 'unknown',
      },
      dependencies,
      details,
      startedAt: new Date(startedAtMs),
      links: redirects.index.size(),
      redirects: redirects.meter.read().outcomes.redirect,
      waitingEvents: both.reduce((sum, { spooled }) => sum + spooled, 0),
      oldestEventSeconds: oldestAgeSeconds(accounts, files),
      lagSeconds: lagMs === null ? null : lagMs / secondMs,
      unaccountedEvents: both.reduce((sum, { unaccounted }) => sum + unaccounted, 0),
      droppedEvents: both
        .flatMap(({ dropped }) => Object.entries(dropped))
        .reduce((sum, [reason, events]) => sum + (reason === 'deleted_link' ? 0 : events), 0),
      diskFreeBytes: Number.isFinite(freeBytes) ? freeBytes : null,
      isDiskLow: redirects.disk.isLow(),
      pictureStrangers: late.pictureStrangers?.() ?? 0,
      residentBytes: process.memoryUsage().rss,
      lastBackupMs,
      queues: queues.map(([queue, length]) => ({ queue, length })),
      jobs: [...jobRecords()].map(([name, record]) => ({ name, ...record })),
    };
  };
}

/** A schedule without any backup counts from the year 1970, so that an alert can see it. */
function noBackupMs({ config }: MetricsParts): number | null {
  return config.backups.to === null ? null : 0;
}

/** The answer, or null when there is no source, it fails, or it takes too long. */
async function soon<Value>(source?: () => Promise<Value>): Promise<Value | null> {
  if (source === undefined) return null;
  return withTimeLimit(
    patienceMs,
    source().catch(() => null),
    () => null,
  );
}

/** A sample in the unit of `divisor`; none for an unknown value. */
function known(value: number | null, divisor = 1): readonly Sample[] {
  return value === null || !Number.isFinite(value) ? [] : [{ value: value / divisor }];
}

function flag(isSet: boolean): readonly Sample[] {
  return [{ value: isSet ? 1 : 0 }];
}

function instanceSamples({ readiness, redirects, watch, loopDelay }: MetricsParts) {
  const { phase, canRedirect, details: _details, ...dependencies } = readiness();
  const http = watch.http.read();
  return {
    waypost_build_info: [{ labels: { version, bun: Bun.version }, value: 1 }],
    waypost_ready: flag(canRedirect && phase !== 'draining'),
    waypost_dependency_state: Object.entries(dependencies).flatMap(([dependency, now]) =>
      states.map((state) => ({ labels: { dependency, state }, value: state === now ? 1 : 0 })),
    ),
    waypost_links: [{ value: redirects.index.size() }],
    waypost_event_loop_delay_seconds: loopDelay.read(),
    waypost_http_requests_total: http.answers.map(({ method, route, status, count }) => ({
      labels: { method, route, status: String(status) },
      value: count,
    })),
    waypost_http_request_duration_seconds: http.durations,
    waypost_http_errors_total: [...http.problems].map(([code, value]) => ({
      labels: { code },
      value,
    })),
  } satisfies Partial<Samples>;
}

function redirectSamples({ redirects }: MetricsParts) {
  const { outcomes, durations } = redirects.meter.read();
  return {
    waypost_redirects_total: Object.entries(outcomes).map(([outcome, value]) => ({
      labels: { outcome },
      value,
    })),
    waypost_redirect_duration_seconds: durations,
  } satisfies Partial<Samples>;
}

const eventNames: Readonly<Record<SegmentKind, string>> = {
  clicks: 'click',
  conversions: 'conversion',
};

function spoolSamples({ redirects, watch }: MetricsParts, files: SpoolFiles) {
  const accounts = redirects.spool.accounts();
  const { disk } = redirects;
  const drain = watch.late().drain?.();
  const of = (read: (account: SpoolAccount) => number): readonly Sample[] =>
    (['clicks', 'conversions'] as const).map((kind) => ({
      labels: { event: eventNames[kind] },
      value: read(accounts[kind]),
    }));
  return {
    waypost_spool_accepted_total: of(({ accepted }) => accepted),
    waypost_spool_found_total: of(({ found }) => found),
    waypost_spool_stored_total: of(({ stored }) => stored),
    waypost_spool_dropped_total: (['clicks', 'conversions'] as const).flatMap((kind) =>
      Object.entries(accounts[kind].dropped).map(([reason, value]) => ({
        labels: { event: eventNames[kind], reason },
        value,
      })),
    ),
    waypost_spool_events: of(({ spooled }) => spooled),
    waypost_spool_unaccounted_events: of(({ unaccounted }) => unaccounted),
    waypost_spool_bytes: [{ value: files.segmentBytes }],
    waypost_spool_segments: [{ value: files.segments }],
    waypost_spool_oldest_event_age_seconds: [{ value: oldestAgeSeconds(accounts, files) }],
    waypost_dead_letter_bytes: [{ value: files.deadLetterBytes }],
    waypost_dead_letter_files: [{ value: files.deadLetterFiles }],
    waypost_drain_lag_seconds: known(redirects.spool.lagMs(), secondMs),
    waypost_drain_failing: flag(drain?.state === 'failing'),
    waypost_drain_last_stored_timestamp_seconds: known(drain?.lastStoredMs ?? null, secondMs),
    waypost_disk_free_bytes: known(disk.freeBytes()),
    waypost_disk_reserve_bytes: [{ value: disk.reserveBytes() }],
    waypost_disk_reserve_target_bytes: [{ value: disk.reserveTargetBytes }],
    waypost_disk_low: flag(disk.isLow()),
  } satisfies Partial<Samples>;
}

/**
 * The age of the oldest waiting event. Just after its start, the drain has not read the times of
 * all segments, so the times of the files count too.
 */
function oldestAgeSeconds(
  { clicks, conversions }: Readonly<Record<SegmentKind, SpoolAccount>>,
  { oldestWriteMs }: SpoolFiles,
): number {
  const nowMs = Date.now();
  const since = [clicks.oldestMs, conversions.oldestMs, oldestWriteMs].map((ms) => ms ?? nowMs);
  return Math.max(0, nowMs - Math.min(...since)) / secondMs;
}

function storeSamples({ watch }: MetricsParts, waitingMails: number | null) {
  const { pool } = watch.late();
  const mails = waitingMails === null ? [] : [{ labels: { queue: 'mails' }, value: waitingMails }];
  const queues = [...watch.queueLengths()].map(([queue, value]) => ({ labels: { queue }, value }));
  return {
    waypost_postgres_pool_wait_seconds: known(pool?.waitMs() ?? null, secondMs),
    waypost_postgres_pool_timeouts_total: [{ value: pool?.timeouts() ?? 0 }],
    waypost_queue_length: [...queues, ...mails],
  } satisfies Partial<Samples>;
}

function jobSamples(records: ReadonlyMap<string, JobRecord>) {
  const of = (read: (record: JobRecord) => number | null): readonly Sample[] =>
    [...records].flatMap(([job, record]) => {
      const value = read(record);
      return value === null ? [] : [{ labels: { task: job }, value }];
    });
  return {
    waypost_job_runs_total: of(({ runs }) => runs),
    waypost_job_failures_total: of(({ failures }) => failures),
    waypost_job_last_success_timestamp_seconds: of(({ lastSuccessMs }) =>
      lastSuccessMs === null ? null : lastSuccessMs / secondMs,
    ),
    waypost_job_last_duration_seconds: of(({ lastDurationMs }) => lastDurationMs / secondMs),
  } satisfies Partial<Samples>;
}

function processSamples(descriptors: number | null) {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return {
    process_resident_memory_bytes: [{ value: rss }],
    process_heap_bytes: [{ value: heapUsed }],
    process_cpu_seconds_total: [{ value: (user + system) / microsecondsPerSecond }],
    process_open_fds: known(descriptors),
    process_start_time_seconds: [{ value: startedAtMs / secondMs }],
  } satisfies Partial<Samples>;
}

/** Rejects where the system has no such list. */
async function openDescriptors(): Promise<number> {
  return (await readdir('/proc/self/fd')).length;
}
