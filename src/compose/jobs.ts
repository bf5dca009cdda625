import type { openBlocklist } from '#adapters/blocklist/blocklist';
import { bannedAccounts } from '#adapters/postgres/accounts/banned-accounts';
import type { Sql } from '#adapters/postgres/connect';
import type { Job, OwnJob } from '#adapters/timers/jobs';
import { forgetAlarms, judgeAlerts } from '#core/alerts/jobs';
import { maintenancePauseMs } from '#core/billing/maintain-billing';
import { checkDue } from '#core/domains/check-domain';
import type { ServedDomains } from '#core/domains/served-domains';
import { forgetBulk, runDueBulk } from '#core/links/bulk';
import { forgetImports, runDueImports } from '#core/links/imports/run-import';
import { alertConversions } from '#core/notices/alert-conversions';
import { mailReports } from '#core/mailed-reports/mail-reports';
import {
  forgetNotices,
  notifyOfEndingTrials,
  notifyOfExpiredLinks,
} from '#core/notices/dated-notices';
import { notifyOfBrokenDestinations } from '#core/notices/notify-of-broken-destinations';
import { judgeByDomains } from '#core/redirect/judge-again';
import type { LinkIndex } from '#core/redirect/link-index';
import { dayMs, hourMs, minuteMs, secondMs } from '#core/shared/time';
import type { ScheduledBackups } from './backup/schedule.ts';
import { archiveJob } from './backup/take.ts';
import { billingWork } from './billing.ts';
import type { Context, EventContext } from './context.ts';
import type { LinkChapter } from './links.ts';
import type { Redirects } from './redirects.ts';
import { mailedReportPorts } from './mailed-reports.ts';
import { webhookWork } from './webhooks.ts';
import { checkingWork, eventWork, mailWork, retentionWork } from './work.ts';

const byOne = true;
const byAge = true;
const needsRoom = true;

type RedirectParts = {
  readonly index: LinkIndex;
  readonly blocklist: Pick<ReturnType<typeof openBlocklist>, 'poll'>;
  readonly domains: ServedDomains;
  readonly disk: { look(): Promise<void> };
};

/** Jobs that run from the start on, without a database. */
export function redirectJobs({ index, blocklist, domains, disk }: RedirectParts): OwnJob[] {
  const pauseMs = secondMs;
  return [
    { name: 'read the blocklist', pauseMs, work: (signal) => blocklist.poll(index, signal) },
    { name: 'judge links to custom domains', pauseMs, work: judgeByDomains(index, domains) },
    { name: 'watch the disk', pauseMs, work: disk.look },
  ];
}

type LinkParts = Pick<Redirects, 'index' | 'blocklist'> & { readonly sql: Sql };

/** Jobs that run as soon as Postgres answers. */
export function linkJobs({ sql, index, blocklist }: LinkParts): OwnJob[] {
  const findPeople = blocklist.findPeople(bannedAccounts(sql), index);
  return [{ name: 'find banned people', pauseMs: secondMs, work: findPeople }];
}

/**
 * Jobs that run as soon as this instance may store events. Several instances may run them: no event
 * gets two notices.
 */
export function noticeJobs(context: Context): Job[] {
  const { notices, config } = context;
  const pauseMs = 3 * secondMs;
  const mail = mailWork(context);
  const forget = () => forgetNotices(notices);
  return [
    { name: 'send mails', pauseMs: 2 * secondMs, work: mail.send },
    // Files of mails whose person is gone.
    { name: 'delete mails in files', pauseMs: 10 * secondMs, work: mail.forget },
    // They are encrypted with the newest secret.
    { name: 'encrypt waiting mails again', pauseMs: minuteMs, work: mail.reseal },
    { name: 'notify of expired links', pauseMs, work: () => notifyOfExpiredLinks(notices) },
    { name: 'mail conversions', pauseMs, work: () => alertConversions(notices) },
    { name: 'delete old notices', pauseMs: hourMs, byAge, work: forget },
    // Without payments, trials do not end.
    ...rowsIf(config.payments.kind !== 'off', [
      { name: 'notify of ending trials', pauseMs, work: () => notifyOfEndingTrials(notices) },
    ]),
  ];
}

/** Jobs that run with the API. */
export function apiJobs(context: EventContext, { bulk, imports }: LinkChapter): Job[] {
  const checkDomains = () => checkDue(context.domains);
  const { reports, views } = context.shared;
  return [
    { name: 'count views of reports', pauseMs: 5 * secondMs, work: () => views.store(reports) },
    { name: 'continue bulk actions', pauseMs: secondMs, work: () => runDueBulk(bulk) },
    { name: 'delete old bulk actions', pauseMs: minuteMs, byAge, work: () => forgetBulk(bulk) },
    { name: 'continue imports', pauseMs: secondMs, work: () => runDueImports(imports) },
    { name: 'delete old imports', pauseMs: minuteMs, byAge, work: () => forgetImports(imports) },
    { name: 'check custom domains', pauseMs: 10 * secondMs, byOne, work: checkDomains },
    ...destinationJobs(context),
    ...webhookJobs(context),
    ...rowsWith(billingWork(context), ({ maintainBilling, deliverTests }) => [
      { name: 'maintain billing', pauseMs: maintenancePauseMs, byOne, work: maintainBilling },
      ...rowsWith(deliverTests, (work) => [
        { name: 'deliver test payments', pauseMs: secondMs, work },
      ]),
    ]),
  ];
}

/** Several instances may run them: an event is planned once, and a delivery has one claimer. */
function webhookJobs(context: EventContext): Job[] {
  const work = webhookWork(context);
  const pauseMs = secondMs / 2;
  return [
    { name: 'record expired links', pauseMs: 3 * secondMs, byOne, work: work.recordExpired },
    { name: 'plan deliveries to webhooks', pauseMs, work: work.plan },
    { name: 'watch failing webhooks', pauseMs: minuteMs, byOne, work: work.tell },
    // They are encrypted with the newest secret.
    { name: 'encrypt secrets of webhooks again', pauseMs: minuteMs, byOne, work: work.reseal },
    { name: 'delete old events', pauseMs: hourMs, byOne, byAge, work: work.forget },
    ...rowsWith(work.deliver, (deliver) => [
      { name: 'send events to webhooks', pauseMs, work: deliver },
    ]),
  ];
}

type Destinations = Parameters<typeof checkingWork>[0] & {
  readonly notices: Parameters<typeof notifyOfBrokenDestinations>[0];
};

/** The jobs of the weekly check of destinations; none when it is off. */
export function destinationJobs(context: Destinations): Job[] {
  const check = checkingWork(context);
  if (check === null) return [];
  const notify = () => notifyOfBrokenDestinations(context.notices);
  return [
    { name: 'check destinations', pauseMs: 30 * secondMs, byOne, work: check },
    { name: 'notify of broken destinations', pauseMs: minuteMs, byOne, work: notify },
  ];
}

/** Jobs that run as soon as the event store has its tables. */
export function eventJobs(context: EventContext): Job[] {
  const { config, alerts } = context;
  const mailed = mailedReportPorts(context);
  const work = eventWork(context);
  const often = { pauseMs: 10 * secondMs, byOne } as const;
  return [
    { name: 'attribute conversions to their clicks', ...often, work: work.complete },
    { name: 'match refunds with their sales', ...often, work: work.matchRefunds },
    { name: 'close links that reached their limit of clicks', ...often, work: work.closeSpent },
    { name: 'erase deleted links', ...often, needsRoom, work: work.erase },
    { name: 'sweep deleted links', pauseMs: dayMs, byOne, needsRoom, work: work.sweep },
    { name: 'remove pictures', pauseMs: 20 * secondMs, byOne, work: work.sweepPictures },
    {
      name: 'build projections of ended months',
      pauseMs: hourMs,
      byOne,
      needsRoom,
      work: work.buildProjections,
    },
    { name: 'judge split tests', pauseMs: minuteMs, byOne, work: work.judgeSplitTests },
    { name: 'plan shares of split tests', pauseMs: minuteMs, byOne, work: work.planShares },
    { name: 'end split tests', pauseMs: minuteMs, byOne, work: work.endSplitTests },
    { name: 'mail reports', pauseMs: minuteMs, byOne, work: () => mailReports(mailed) },
    { name: 'judge alerts', pauseMs: 20 * secondMs, byOne, work: () => judgeAlerts(alerts) },
    { name: 'warn operators', pauseMs: minuteMs, byOne, work: work.warnOfLowDisk },
    { name: 'watch the clock', pauseMs: minuteMs, work: work.watchClock },
    { name: 'notify of clicks', pauseMs: 3 * secondMs, work: work.notifyOfClicks },
    { name: 'notify of conversions', pauseMs: 3 * secondMs, work: work.notifyOfConversions },
    ...retentionJobs(context),
    ...rowsIf(config.visitorId === 'cookie', [
      { name: 'record lasting visitors', pauseMs: minuteMs, work: work.recordVisitors },
    ]),
    // Without a bucket each instance has a folder of pictures, which the others cannot reach.
    ...rowsWith(work.ownPictures, ({ sweep, look }) => [
      { name: 'remove pictures that other instances removed', pauseMs: hourMs, work: sweep },
      { name: 'look for other instances', pauseMs: minuteMs, work: look },
    ]),
    // The built-in event store writes to the disk of DATA_DIR.
    ...rowsIf(config.clickhouseUrl === null, [
      {
        name: 'pause merges while the disk is nearly full',
        pauseMs: 2 * secondMs,
        work: work.holdMerges,
      },
    ]),
    // Every instance probes the operator's event store; one of them maintains its users.
    ...rowsWith(context.serverSql, ({ maintain }) => [
      { name: 'update users of the event store', pauseMs: 10 * secondMs, work: maintain },
    ]),
    ...rowsWith(webhookWork(context).record, ({ conversions, clicks }) => [
      { name: 'record events of conversions', pauseMs: 3 * secondMs, byOne, work: conversions },
      { name: 'record events of clicks', pauseMs: 3 * secondMs, byOne, work: clicks },
    ]),
    ...rowsWith(work.backups, backupJobs),
  ];
}

function backupJobs({ backUp, recordDeletions }: ScheduledBackups): Job[] {
  const often = { pauseMs: minuteMs, byOne } as const;
  return [
    { name: 'schedule backups', ...often, retryMs: 10 * minuteMs, work: backUp },
    // A separate job, because recording a deletion must not wait for the end of a long backup.
    { name: 'write down deletions beside backups', ...often, work: recordDeletions },
  ];
}

/** Jobs that delete by age. */
function retentionJobs(context: EventContext): Job[] {
  const work = retentionWork(context);
  const daily = { pauseMs: dayMs, byOne, byAge } as const;
  return [
    { name: archiveJob, pauseMs: 5 * minuteMs, byOne, byAge, needsRoom, work: work.fold },
    { name: 'delete old audit events', ...daily, work: work.audit },
    { name: 'delete records of past trials', ...daily, work: work.pastTrials },
    { name: 'delete expired sessions', ...daily, work: work.sessions },
    {
      name: 'delete old idempotent calls',
      pauseMs: hourMs,
      byOne,
      byAge,
      work: work.idempotentCalls,
    },
    { name: 'delete old alarms', ...daily, work: () => forgetAlarms(context.alerts) },
    { name: 'delete old messages to support', ...daily, work: work.inbox },
    // Not `byOne`, because each instance has its own DATA_DIR.
    {
      name: 'delete backups from before upgrades',
      pauseMs: dayMs,
      byAge,
      work: work.upgradeBackups,
    },
  ];
}

function rowsIf(isNeeded: boolean, rows: readonly Job[]): readonly Job[] {
  return isNeeded ? rows : [];
}

function rowsWith<Thing>(
  thing: Thing | null,
  rows: (thing: Thing) => readonly Job[],
): readonly Job[] {
  return thing === null ? [] : rows(thing);
}
