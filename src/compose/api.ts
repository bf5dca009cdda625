import { postgresIdempotentCalls } from '#adapters/postgres/accounts/idempotent-calls';
import { clickhouseAccountTables } from '#adapters/clickhouse/export-account';
import type { OpenPages } from '#adapters/http/analytics/events';
import { createApp, type AnyAppPorts } from '#adapters/http/app';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { accountCalls } from '#adapters/http/limits/account-calls';
import type { AdminRoutesPorts } from '#adapters/http/operators/admin';
import { postgresAccountTables } from '#adapters/postgres/accounts/export-account';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import type { DeferredWork } from '#adapters/timers/deferred-work';
import { findApiKey, type FindApiKey } from '#core/accounts/api-keys';
import { limitWrongKeys } from '#core/accounts/wrong-keys';
import { exportAccount } from '#core/accounts/export-account';
import { rateLimit } from '#core/shared/limits/rate-limit';
import { hourMs, secondMs } from '#core/shared/time';
import { accountClients, accountPorts } from './accounts.ts';
import { billingPorts, purchaseCookieOf } from './billing.ts';
import type { EventContext } from './context.ts';
import { composeConversions } from './conversions.ts';
import type { LinkChapter } from './links.ts';
import { composeOperators } from './operators.ts';
import { linkPicturePorts, picturePorts, qrPorts } from './pictures.ts';
import { sharedReports } from './shared-reports.ts';
import { composeSql } from './sql.ts';
import { newId, openapi, sha256, systemClock as clock, version } from './system.ts';
import { mailedReportPorts } from './mailed-reports.ts';
import { webhookPorts } from './webhooks.ts';

export type ApiParts = AnyAppPorts & {
  readonly links: LinkChapter;
  /** The open pages that get live updates. */
  readonly live: OpenPages;
  readonly isRegistrationOpen: boolean;
  /** For work whose duration callers must not be able to measure. */
  readonly defer: DeferredWork['defer'];
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
  /** The state of this instance. */
  readonly instance: AdminRoutesPorts['instance'];
};

/**
 * Limits of files that are received at the same time: each uses a part of the thread and of the
 * connections.
 */
const uploadLimits = {
  perKey: 1,
  total: 4,
  waitMs: 2 * secondMs,
  waitingPerKey: 1,
  waiting: 20,
};

/** The API: all use cases with their adapters, behind their routes. */
export function composeApi(context: EventContext, parts: ApiParts) {
  const { links, addressOf } = parts;
  const { config, origins, redirects, watch, log, analytics, sql } = context;
  const { appUrl, shortUrl: shortOrigin } = origins;
  const accounts = accountPorts({ ...context, ...parts });
  const clients = accountClients(accounts, context, addressOf);
  const { session } = clients;
  const keysFrom = limitWrongKeys(accounts.keys.use);
  const findKey: FindApiKey = (text, network) =>
    findApiKey({ ...accounts, keys: { use: keysFrom(network) } }, text);
  const conversions = composeConversions(context, findKey);
  const heavy = heavyAnswers();
  const uploads = heavyAnswers(uploadLimits);
  watch.queue('heavy', heavy.waiting);

  return createApp({
    ...parts,
    session,
    findKey,
    chapters: {
      ...chaptersOf(context, links),
      accounts,
      billing: billingPorts(context, accounts),
      conversions: conversions.ports,
    },
    reports: conversions.reports,
    calls: accountCalls(clock),
    repeats: { calls: postgresIdempotentCalls(sql), digest: sha256, newId, clock, uploads },
    clients: { ...clients, purchase: purchaseCookieOf(context) },
    pictures: picturePorts(context),
    policyReports: { log, clock },
    checksDestinations: config.destinationChecks !== null,
    pages: parts.live,
    accountExport: { heavy, exportAccount: redirects.disk.unlessLow(accountExport(context)) },
    wellKnown: { appUrl, supportEmail: config.supportEmail, clock },
    apiDocument: { appUrl, version, openapi },
    links: { exportLinks: links.exportLinks, heavy, appUrl, shortOrigin },
    linkPictures: linkPicturePorts(context, links.ports),
    qr: qrPorts(context),
    heavy,
    bulk: links.bulk,
    imports: links.imports,
    uploads,
    numbers: { analytics, heavy, shortOrigin, visitorsAre: config.visitorId },
    shared: sharedReports(context, { addressOf, session }),
    admin: { ...composeOperators({ ...context, ...parts }, accounts), session },
    sql: { ...composeSql({ ...context, people: accounts, shortOrigin }), appUrl },
  });
}

function chaptersOf(context: EventContext, { ports: links }: LinkChapter) {
  const { sql, domains, notices, support, splitTests: tests, splitEvents: events } = context;
  return {
    alerts: context.alerts,
    costs: context.analytics,
    domains,
    links,
    mailedReports: mailedReportPorts(context),
    notices,
    saved: postgresSaved({ sql, newId, clock }),
    splitTests: {
      ...{ tests, events, links, clock },
      analytics: context.analytics,
      shortUrl: context.origins.shortUrl,
    },
    support,
    webhooks: webhookPorts(context),
  };
}

/** Everything stored about a person. */
function accountExport({ sql, clickHouse, erasures }: EventContext) {
  const ports = {
    stores: [postgresAccountTables(sql), clickhouseAccountTables(clickHouse, erasures)],
    exports: rateLimit({ limit: 5, windowMs: hourMs }),
    clock,
  };
  return (userId: string) => exportAccount(ports, userId);
}
