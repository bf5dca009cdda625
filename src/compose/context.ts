import { randomBytes } from 'node:crypto';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { clickhouseReports } from '#adapters/clickhouse/analytics/reports';
import { clickhouseSplitEvents } from '#adapters/clickhouse/analytics/split-tests';
import { resolverDns, shortHostTarget } from '#adapters/dns/resolver';
import { guardedFile } from '#adapters/outgoing/guarded-request';
import { addressGuard } from '#adapters/outgoing/public-address';
import { postgresAudit } from '#adapters/postgres/accounts/audit';
import { postgresPreferences } from '#adapters/postgres/accounts/preferences';
import { postgresAlerts } from '#adapters/postgres/analytics/alerts';
import { postgresCosts } from '#adapters/postgres/analytics/costs';
import { postgresReportedLinks } from '#adapters/postgres/analytics/reported-links';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresSentVisits } from '#adapters/postgres/clicks/sent-visits';
import { postgresClockMark } from '#adapters/postgres/clock-mark';
import type { Sql } from '#adapters/postgres/connect';
import { postgresConversionAlerts } from '#adapters/postgres/conversions/conversion-alerts';
import { postgresDomains } from '#adapters/postgres/domains/domains';
import { postgresLabels } from '#adapters/postgres/links/labels/labels';
import { postgresLinks } from '#adapters/postgres/links/links';
import { postgresBrokenDestinations } from '#adapters/postgres/notices/broken-destinations';
import { postgresDatedSources } from '#adapters/postgres/notices/dated-sources';
import { postgresSupportInbox } from '#adapters/postgres/notices/support-inbox';
import { postgresNotices } from '#adapters/postgres/notices/notices';
import { postgresOperatorMails } from '#adapters/postgres/notices/operator-mails';
import { postgresSharedReports } from '#adapters/postgres/shared-reports';
import { postgresSplitTests } from '#adapters/postgres/split-tests/split-tests';
import type { Locks } from '#adapters/postgres/pool/locks';
import type { JobGuards } from '#adapters/timers/jobs';
import type { Config } from '#config';
import type { DomainPorts } from '#core/domains/ports';
import { destinationProblems, destinationRules } from '#core/links/destination';
import type { SupportInbox, SupportPorts } from '#core/notices/ports';
import { tellOperators } from '#core/notices/warn-operators';
import { linksAt } from '#core/redirect/links-at';
import { alsoPerSite } from '#core/shared/limits/per-site';
import { rateLimit } from '#core/shared/limits/rate-limit';
import type { Log } from '#core/shared/log';
import { viewCounter } from '#core/shared-reports/views';
import { hourMs, minuteMs } from '#core/shared/time';
import { isClockTrusted } from '#core/shared/trusted-clock';
import { allOrigins, type Origins } from '#roots/config/origins';
import { openPaymentPorts } from './billing.ts';
import type { ClickHouseStore } from './engines/clickhouse.ts';
import { openPictures } from './pictures.ts';
import type { Redirects } from './redirects.ts';
import { sealOf, type AppSecret } from './secrets.ts';
import { openServerSql } from './server-sql.ts';
import { newId, systemClock as clock } from './system.ts';
import type { Watch } from './watching/watch.ts';

type ContextParts = {
  readonly config: Config;
  readonly log: Log;
  readonly dataDir: string;
  readonly secret: AppSecret;
  readonly origins: Origins;
  readonly port: number;
  readonly watch: Watch;
  readonly redirects: Redirects;
  readonly sql: Sql;
  readonly locks: Locks;
};

/** All stores and ports that need Postgres; each is built once, here. */
export type Context = ReturnType<typeof openContext>;

export function openContext(given: ContextParts) {
  const { config, sql, secret, origins } = given;
  const seal = sealOf(secret);
  const { appUrl, shortUrl } = origins;
  const mails = postgresOperatorMails(sql, seal);
  return {
    ...given,
    links: postgresLinks(sql, { mostLinks: config.maxLinksPerAccount }),
    records: postgresAudit(sql),
    erasures: postgresErasures(sql),
    pictures: openPictures(given),
    paymentPorts: openPaymentPorts(given),
    domains: domainPorts(given),
    notices: {
      notices: postgresNotices(sql, seal),
      dates: postgresDatedSources(sql),
      alerts: postgresConversionAlerts(sql, seal),
      broken: postgresBrokenDestinations(sql),
      preferences: postgresPreferences(sql),
      appUrl,
      shortUrl,
      newId,
      clock,
    },
    shared: {
      reports: postgresSharedReports({ sql, newId, clock }),
      views: viewCounter(clock),
    },
    splitTests: postgresSplitTests(sql),
    support: supportPorts(given),
    tell: tellOperators({ mails, supportEmail: config.supportEmail, newId, clock }),
    jobs: jobPorts(given),
  };
}

/** The context with the event store. */
export type EventContext = ReturnType<typeof withEventStore>;

export function withEventStore(
  context: Context,
  { client: clickHouse, url: clickHouseUrl }: Pick<ClickHouseStore, 'client' | 'url'>,
) {
  const { sql, links, erasures, config, notices } = context;
  const analytics = {
    clock,
    links: { ...postgresReportedLinks(sql), find: links.find },
    erasures,
    reports: clickhouseReports(clickHouse),
    costs: postgresCosts({ sql, newId, clock }),
  };
  return {
    ...context,
    clickHouse,
    /** With credentials. */
    clickHouseUrl,
    /** Users of the operator's own event store; null with the built-in one. */
    serverSql:
      config.clickhouseUrl === null
        ? null
        : openServerSql({ ...context, clickHouse, clickHouseUrl }),
    totals: clickhouseLinkTotals(clickHouse),
    splitEvents: clickhouseSplitEvents(clickHouse),
    analytics,
    alerts: {
      ...{ ...notices, analytics },
      alerts: postgresAlerts({ sql, newId, clock }),
      tags: postgresLabels({ sql, newId, clock }).tags,
      sent: postgresSentVisits(sql),
      mostLinks: config.maxLinksPerAccount,
    },
  };
}

/** Limit of domain checks that an account may request in a minute. */
const checksPerMinute = 30;

function domainPorts({ config, origins, redirects, secret, sql }: ContextParts): DomainPorts {
  const own = allOrigins(origins);
  const dns = resolverDns(config.dnsServers);
  return {
    domains: postgresDomains(sql, sealOf(secret)),
    served: redirects.domains,
    rules: {
      readDestination: destinationRules(own, redirects.isOwnDomain),
      explainDestination: destinationProblems(own, redirects.isOwnDomain),
      blocksUrl: redirects.blocklist.blocksUrl,
    },
    ownHosts: own.map((url) => new URL(url).hostname),
    perAccount: rateLimit({ limit: checksPerMinute, windowMs: minuteMs }),
    dns,
    target: shortHostTarget(origins.shortUrl, dns),
    fetchFile: guardedFile({
      dns,
      guard: addressGuard(config.destinationChecks?.ownRanges ?? []),
      userAgent: `Waypost app link check (+${origins.appUrl})`,
    }),
    appUrl: origins.appUrl,
    newId,
    randomBytes,
    clock,
  };
}

type Supporting = Pick<ContextParts, 'sql' | 'secret' | 'origins'> & {
  readonly config: Pick<Config, 'supportEmail'>;
  readonly redirects: Pick<Redirects, 'index' | 'domains'>;
};

/** Messages from everybody to the operator of this instance. */
export function supportPorts(given: Supporting): SupportPorts & { readonly inbox: SupportInbox } {
  const { sql, secret, config, origins, redirects } = given;
  const perHour = (limit: number) => rateLimit({ limit, windowMs: hourMs });
  return {
    inbox: postgresSupportInbox(sql, sealOf(secret)),
    linkAt: linksAt(redirects, origins),
    perSender: alsoPerSite(perHour(10), perHour(50)),
    supportEmail: config.supportEmail,
    newId,
    clock,
  };
}

/** What running the background jobs takes. */
function jobPorts({ log, locks, sql, redirects }: ContextParts): JobGuards {
  return {
    log,
    unlessHeld: locks.unlessHeld,
    isClockTrusted: isClockTrusted({ clock, mark: postgresClockMark(sql) }),
    isDiskLow: redirects.disk.isLow,
  };
}
