import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseLimitedClicks } from '#adapters/clickhouse/analytics/limited-clicks';
import { clickhouseMilestones } from '#adapters/clickhouse/analytics/milestones';
import { clickhouseArchive } from '#adapters/clickhouse/events/archive';
import { clickhouseConversionHours } from '#adapters/clickhouse/events/conversion-hours';
import {
  clickhouseClickFinder,
  clickhouseConversionStore,
} from '#adapters/clickhouse/events/conversion-store';
import { clickhouseEvents } from '#adapters/clickhouse/events/erasures';
import { recordLastingVisitors } from '#adapters/clickhouse/events/lasting-visitors';
import { buildLateProjections } from '#adapters/clickhouse/events/late-projections';
import { clickhouseRefunds } from '#adapters/clickhouse/events/match-refunds';
import { holdMerges } from '#adapters/clickhouse/events/merges';
import { newestEvent } from '#adapters/clickhouse/events/newest-event';
import { resolverDns } from '#adapters/dns/resolver';
import { fileCarrier, mailFiles } from '#adapters/mail/files';
import { smtpCarrier } from '#adapters/mail/smtp';
import { folderMarkers } from '#adapters/objects/folder-markers';
import { guardedRequest } from '#adapters/outgoing/guarded-request';
import { lookAtDestination } from '#adapters/outgoing/look-at-destination';
import { addressGuard } from '#adapters/outgoing/public-address';
import { forgetIdempotentCalls } from '#adapters/postgres/accounts/idempotent-calls';
import { forgetPastTrials } from '#adapters/postgres/accounts/past-trials';
import { forgetExpiredSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSentVisits } from '#adapters/postgres/clicks/sent-visits';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import { instancesSince, otherInstances } from '#adapters/postgres/instances';
import {
  forgetDestinationChecks,
  postgresDestinationChecks,
} from '#adapters/postgres/links/health/destination-checks';
import { postgresLimitedLinks } from '#adapters/postgres/links/limited-links';
import { forgetSupport } from '#adapters/postgres/notices/support-inbox';
import { postgresOutbox, resealMails } from '#adapters/postgres/notices/outbox';
import { realDisk } from '#adapters/spool/disk';
import { instanceId } from '#adapters/spool/instance-id';
import { lonePictures } from '#core/accounts/pictures/lone-pictures';
import { foldExpiredMonths } from '#core/clicks/fold-expired-months';
import { completeConversions } from '#core/conversions/complete-conversions';
import { matchRefunds } from '#core/conversions/match-refunds';
import { eraseLinks, sweepErasedLinks } from '#core/links/erase-links';
import { checkDestinations } from '#core/links/health/check-destinations';
import { closeSpentLinks, type NearLink } from '#core/links/options/close-spent-links';
import { forgetMails } from '#core/notices/forget-mails';
import { sendMails } from '#core/notices/send-mails';
import { notifyOfConversions } from '#core/notices/notify-of-conversions';
import { notifyOfMilestones } from '#core/notices/notify-of-milestones';
import { warnOfDoubtfulClock, warnOfLowDisk } from '#core/notices/warn-operators';
import { endOverdueTests, judgeSplitTests, planAutomaticShares } from '#core/split-tests/jobs';
import type { End } from '#core/shared/ending';
import { noteRun } from '#core/shared/trusted-clock';
import { scheduledBackups } from './backup/schedule.ts';
import type { Context, EventContext } from './context.ts';
import { pictureWork } from './pictures.ts';
import { sealOf } from './secrets.ts';
import { newId, systemClock as clock } from './system.ts';
import { forgetUpgradeBackups } from './upgrade.ts';

/** What the jobs about stored events do. */
export function eventWork(context: EventContext) {
  const { sql, clickHouse, erasures, notices, redirects, tell, log } = context;
  const { disk } = redirects;
  const pictures = pictureWork(context);
  const { appUrl } = context.origins;
  const erasing = {
    clock,
    erasures,
    events: clickhouseEvents(clickHouse),
    instances: postgresSentVisits(sql),
  };
  const completing = {
    clock,
    clicks: clickhouseClickFinder(clickHouse),
    conversions: clickhouseConversionStore(clickHouse),
    newBatch: randomUUID,
  };
  const limited = {
    links: postgresLimitedLinks(sql),
    clicks: clickhouseLimitedClicks(clickHouse),
    reportNear: (links: readonly NearLink[]) =>
      context.alerts.alerts.raiseNear(links, new Date(clock.now())),
  };
  return {
    complete: () => completeConversions(completing),
    matchRefunds: matchRefunds({ clock, refunds: clickhouseRefunds(clickHouse) }),
    closeSpent: () => closeSpentLinks(limited),
    erase: () => eraseLinks(erasing),
    sweep: () => sweepErasedLinks(erasing),
    buildProjections: () => buildLateProjections(clickHouse, clock.now()),
    recordVisitors: () => recordLastingVisitors(clickHouse),
    holdMerges: holdMerges(clickHouse, disk.isLow),
    notifyOfClicks: notifyOfMilestones({ ...notices, clicks: clickhouseMilestones(clickHouse) }),
    notifyOfConversions: notifyOfConversions({
      ...notices,
      conversions: clickhouseConversionHours(clickHouse),
    }),
    ...splitTestWork(context),
    sweepPictures: pictures.sweep,
    ownPictures:
      context.config.s3 === null
        ? { sweep: pictures.sweepOwn, look: lookForInstances(context) }
        : null,
    warnOfLowDisk: () => warnOfLowDisk({ tell, disk, appUrl, clock }),
    watchClock: warnOfDoubtfulClock({
      note: noteRun({ clock, mark: postgresClockMark(sql) }, newestEvent(clickHouse)),
      report: (trouble) => context.watch.report('clock', trouble),
      tell,
      appUrl,
      log,
    }),
    backups: scheduledBackups(context),
  };
}

/** The daily work on split tests. */
function splitTestWork({ sql, splitEvents, notices, splitTests: tests }: EventContext) {
  const ports = {
    ...notices,
    tests,
    events: splitEvents,
    instancesSince: (since: Date) => instancesSince(sql, since),
    random: Math.random,
  };
  return {
    judgeSplitTests: () => judgeSplitTests(ports),
    planShares: () => planAutomaticShares(ports),
    endSplitTests: () => endOverdueTests(ports),
  };
}

/** What the jobs that send mails do. */
export function mailWork({ sql, secret, origins, config, dataDir, redirects, log }: Context) {
  const folder = join(dataDir, 'mail');
  const from = config.mailFrom ?? `Waypost <waypost@${new URL(origins.appUrl).hostname}>`;
  const carrier =
    config.smtpUrl === null
      ? fileCarrier({ folder, from, log })
      : smtpCarrier(config.smtpUrl, from);
  const seal = sealOf(secret);
  const outbox = postgresOutbox(sql, seal, (mail) =>
    log.error('a waiting mail cannot be decrypted: add its secret to APP_SECRET_PREVIOUS', {
      mail,
    }),
  );
  const send = sendMails({ outbox, carrier, clock, log });
  return {
    /** Mails that would become files wait while the disk is nearly full. */
    async send(signal: AbortSignal): Promise<void> {
      if (config.smtpUrl !== null || !redirects.disk.isLow()) await send(signal);
    },
    forget: forgetMails({ outbox, files: mailFiles(folder) }),
    reseal: resealMails(sql, seal),
  };
}

/** Checks destinations; null when that is off. */
export function checkingWork(context: Pick<Context, 'sql' | 'config' | 'origins' | 'log'>) {
  const { sql, config, origins, log } = context;
  if (config.destinationChecks === null) return null;
  const request = guardedRequest({
    dns: resolverDns(config.dnsServers),
    guard: addressGuard(config.destinationChecks.ownRanges),
    userAgent: `Waypost link check (+${origins.appUrl})`,
  });
  return checkDestinations({
    destinations: postgresDestinationChecks(sql),
    look: lookAtDestination(request),
    clock,
    random: Math.random,
    log,
  });
}

/**
 * Deletes the results of earlier checks of destinations, when the check is off. Returns a function
 * that stops this.
 */
export function forgetMarks({ sql, config, log }: Pick<Context, 'sql' | 'config' | 'log'>): End {
  if (config.destinationChecks !== null) return () => Promise.resolve();
  const forgotten = forgetDestinationChecks(sql).catch((error: unknown) => {
    log.warn('the marks of broken destinations could not be removed', { reason: String(error) });
  });
  return () => forgotten;
}

/** What the jobs that delete by age do. Some return how much they deleted. */
export function retentionWork(context: EventContext) {
  const { sql, clickHouse, config, log, records } = context;
  const archiving = { clock, newId, archive: clickhouseArchive(clickHouse), log };
  return {
    fold: () => foldExpiredMonths(archiving, config.retentionMonths),
    audit: records.forget,
    pastTrials: forgetPastTrials(sql),
    sessions: () => forgetExpiredSessions(sql, new Date(clock.now())),
    idempotentCalls: () => forgetIdempotentCalls(sql, new Date(clock.now())),
    inbox: () => forgetSupport(sql, new Date(clock.now())),
    upgradeBackups: () => forgetUpgradeBackups(context),
  };
}

/** Warns an instance without a bucket when other instances do not have its pictures. */
function lookForInstances({ sql, dataDir, watch, log }: Context): () => Promise<void> {
  // The drain makes the id at the first start.
  const ownId = () =>
    existsSync(join(dataDir, 'instance')) ? instanceId(realDisk, dataDir) : null;
  const lone = lonePictures({
    async others() {
      const id = ownId();
      return id === null ? [] : otherInstances(sql, id);
    },
    async markers() {
      const id = ownId();
      return id === null ? new Set() : folderMarkers(join(dataDir, 'objects'), id);
    },
    warn: () =>
      log.warn('other instances do not have the pictures of this one: set a bucket (S3_…)', {
        manual: 'docs/scale.md',
      }),
  });
  watch.add({ pictureStrangers: lone.strangers });
  return lone.look;
}
