import type { AdminRoutesPorts } from '#adapters/http/operators/admin';
import { clickhouseSplitEvents } from '#adapters/clickhouse/analytics/split-tests';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { createApp, type AnyAppPorts, type AppPorts } from '#adapters/http/app';
import type { OpenPages } from '#adapters/http/analytics/events';
import { type HeavyAnswers, heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { accountWrites } from '#adapters/http/limits/account-writes';
import type { Sql } from '#adapters/postgres/connect';
import type { Links } from '#core/links/ports';
import type { Locks } from '#adapters/postgres/pool/locks';
import { findApiKey, type FindApiKey } from '#core/accounts/api-keys';
import { secondMs } from '#core/shared/time';
import type { Config } from '#config';
import { type Origins } from '#roots/config/origins';
import { picturePorts, type ObjectParts } from './avatars.ts';
import { billingPorts, purchaseCookieOf } from './billing.ts';
import { composeConversions } from './conversions.ts';
import type { Context } from './context.ts';
import { composeExport } from './analytics/export.ts';
import { postgresSaved } from '#adapters/postgres/analytics/saved';
import type { Later } from '#adapters/timers/later';
import type { Redirects } from './redirects.ts';
import { type AppSecret } from './secrets.ts';
import type { ServerSql } from './analytics/server-sql.ts';
import { composeSql } from './analytics/sql.ts';
import { newId, systemClock as clock } from './system.ts';
import { accountClients, accountPorts } from './accounts.ts';
import { linkPicturePorts, qrPorts } from './link-pictures.ts';
import type { LinkChapter } from './links.ts';
import type { Watch } from './watching/watch.ts';
import { composeOperators } from './operators.ts';
import { analyticsPorts, composePublicPages } from './analytics/numbers.ts';

type EveryPart = AnyAppPorts & ObjectParts;

export type ApiParts = EveryPart &
  Pick<Context, 'books' | 'domains' | 'notices' | 'splitTests' | 'support'> & {
    readonly sql: Sql;
    readonly links: Links;
    readonly locks: Locks;
    readonly clickHouse: ClickHouse;
    /** With credentials. */
    readonly clickHouseUrl: string;
    /** Null with the built-in event store. */
    readonly serverSql: ServerSql | null;
    readonly redirects: Pick<
      Redirects,
      | 'index'
      | 'domains'
      | 'isOwnDomain'
      | 'isReserved'
      | 'isBot'
      | 'conversions'
      | 'clickIds'
      | 'blocklist'
      | 'disk'
      | 'postbacks'
    >;
    readonly origins: Origins;
    readonly secret: AppSecret;
    readonly isRegistrationOpen: boolean;
    /** For work whose duration callers must not be able to measure. */
    readonly later: Later['later'];
    readonly linkChapter: Omit<LinkChapter, 'stop'>;
    /** The file of an account's links. */
    readonly exportLinks: AppPorts['links']['exportLinks'];
    /** The open pages that get live updates. */
    readonly live: OpenPages;
    readonly config: Pick<
      Config,
      | 'supportEmail'
      | 'payments'
      | 'dnsServers'
      | 'destinationChecks'
      | 'visitorId'
      | 'google'
      | 'facebook'
      | 'services'
      | 'analystSql'
      | 'clickhouseUrl'
      | 'clickhousePublicUrl'
      | 'operators'
    >;
    /** The client's network address; empty when unknown. */
    readonly addressOf: (request: Request) => string;
    /** The state of this instance; absent: the operator's page has none. */
    readonly instance?: AdminRoutesPorts['instance'];
    /** Takes the lengths of queues. */
    readonly watch?: Pick<Watch, 'queue'>;
  };

/** Files that are received at once: each takes a part of the thread and of the connections. */
const uploadLimits = {
  perKey: 1,
  total: 4,
  waitMs: 2 * secondMs,
  waitingPerKey: 1,
  waiting: 20,
};

/** The API: all use cases with their adapters, behind their routes. */
export function composeApi(parts: ApiParts) {
  const accounts = accountPorts(parts);
  const clients = accountClients(parts, accounts);
  const { session, addressOf } = clients;
  const shortOrigin = parts.origins.shortUrl;
  const findKey: FindApiKey = (text) => findApiKey(accounts, text);
  const heavy = watchedHeavy(parts);
  const analytics = analyticsPorts(parts);
  const conversions = composeConversions(parts, findKey);
  const pictures = picturePorts(parts, parts.redirects.disk.unlessLow);

  return createApp({
    ...parts,
    session,
    findKey,
    chapters: composeChapters(parts, {
      accounts,
      billing: billingPorts(parts, accounts),
      conversions: conversions.ports,
    }),
    reports: conversions.reports,
    writes: accountWrites(clock),
    clients: { ...clients, purchase: purchaseCookieOf(parts) },
    pictures,
    linkPictures: linkPicturePorts(parts, parts.linkChapter.ports, pictures),
    qr: qrPorts(parts, parts.linkChapter.ports),
    policyReports: { log: parts.log, clock },
    checksDestinations: parts.config.destinationChecks !== null,
    pages: parts.live,
    accountExport: {
      heavy,
      exportAccount: parts.redirects.disk.unlessLow(composeExport(parts)),
    },
    wellKnown: {
      appUrl: parts.origins.appUrl,
      supportEmail: parts.config.supportEmail,
      clock,
    },
    ...composeLinkParts(parts, heavy),
    numbers: { analytics, heavy, shortOrigin, visitorsAre: parts.config.visitorId },
    publicPages: composePublicPages({ ...parts, addressOf }, analytics),
    admin: { ...composeOperators(parts, accounts), session },
    sql: {
      ...composeSql({ ...parts, people: accounts, shortOrigin }),
      appUrl: parts.origins.appUrl,
    },
  });
}

/** The ports of the chapters, each store built once. */
function composeChapters(
  parts: ApiParts,
  composed: Pick<AppPorts['chapters'], 'accounts' | 'billing' | 'conversions'>,
): AppPorts['chapters'] {
  return {
    ...composed,
    domains: parts.domains,
    links: parts.linkChapter.ports,
    notices: parts.notices,
    saved: postgresSaved({ sql: parts.sql, newId, clock }),
    splitTests: {
      tests: parts.splitTests,
      events: clickhouseSplitEvents(parts.clickHouse),
      links: parts.linkChapter.ports,
      clock,
      shortUrl: parts.origins.shortUrl,
    },
    support: parts.support,
  };
}

/** Links, and what belongs to them. */
function composeLinkParts(parts: ApiParts, heavy: HeavyAnswers) {
  return {
    links: {
      exportLinks: parts.redirects.disk.unlessLow(parts.exportLinks),
      heavy,
      shortOrigin: parts.origins.shortUrl,
    },
    heavy,
    bulk: parts.linkChapter.bulk,
    imports: parts.linkChapter.imports,
    uploads: heavyAnswers(uploadLimits),
  };
}

function watchedHeavy({ watch }: ApiParts) {
  const heavy = heavyAnswers();
  watch?.queue('heavy', heavy.waiting);
  return heavy;
}
