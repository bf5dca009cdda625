import type { InstanceState } from '#contract/operators';
import { measureSpool } from '#adapters/spool/measure-spool';
import { spoolFolder } from '#adapters/spool/segments';
import { secondMs } from '#core/shared/time';
import { version } from '#roots/compose/system';
import { jobRecords } from '#adapters/timers/every';
import { oldestAgeSeconds, soon, type MetricsParts } from './metrics.ts';

const startedAt = new Date(Date.now() - process.uptime() * secondMs);

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
      startedAt,
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
