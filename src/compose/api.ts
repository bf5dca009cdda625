import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { clickhouseNumbers } from '#adapters/clickhouse/analytics/analytics';
import type { ClickHouse } from '#adapters/clickhouse/connect';
import { clickhouseLinkTotals } from '#adapters/clickhouse/analytics/link-totals';
import { clickhouseVariants } from '#adapters/clickhouse/analytics/variants';
import { createApp, type AnyAppPorts, type AppPorts } from '#api';
import { deviceCookie } from '#adapters/http/cookies/device-cookie';
import type { EventRoutesPorts } from '#adapters/http/analytics/events';
import type { NumberRoutesPorts } from '#adapters/http/analytics/numbers';
import { heavyAnswers } from '#adapters/http/heavy/heavy-answers';
import { accountWrites } from '#adapters/http/limits/account-writes';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { argon2Cost, argon2idPasswords } from '#adapters/passwords/argon2id';
import type { Sql } from '#adapters/postgres/connect';
import { postgresOwnDomains } from '#adapters/postgres/domains/own-domains';
import { postgresErasures } from '#adapters/postgres/clicks/erasures';
import { postgresLinkCounts } from '#adapters/postgres/links/link-counts';
import { postgresLinkDefaults } from '#adapters/postgres/links/link-defaults';
import { postgresLinks } from '#adapters/postgres/links/links';
import type { Locks } from '#adapters/postgres/pool/locks';
import { postgresLoginFailures } from '#adapters/postgres/accounts/login-failures';
import { postgresRateLimit } from '#adapters/postgres/rate-limits';
import { postgresSessions } from '#adapters/postgres/accounts/sessions';
import { postgresSplitTests } from '#adapters/postgres/links/split-tests';
import { postgresUsers } from '#adapters/postgres/accounts/users';
import { sessionsUnlessBanned, usersUnlessBanned } from '#core/accounts/banned';
import { currentUser } from '#core/accounts/sign-in/current-user';
import { logIn } from '#core/accounts/sign-in/log-in';
import { logOut } from '#core/accounts/sign-in/log-out';
import { register } from '#core/accounts/register';
import { answerAnalytics } from '#core/analytics/answer-analytics';
import { createLink } from '#core/links/create-link';
import { deleteLink } from '#core/links/delete-link';
import { destinationProblems, destinationRules } from '#core/links/destination';
import { editLink } from '#core/links/edit-link';
import { getLink } from '#core/links/get-link';
import { listLinks } from '#core/links/list-links';
import { pageLinks } from '#core/links/page-links';
import { ownChanges } from '#core/redirect/route-link';
import { hourMs } from '#core/shared/time';
import type { Config } from '#config';
import { ownUrls, type Addresses } from './addresses.ts';
import { composeActivity } from './audit.ts';
import { composeAvatars, type ObjectParts } from './avatars.ts';
import { composeBilling, entitlementOf } from './billing.ts';
import { composeConversions } from './conversions.ts';
import { composeDomains } from './links/domains.ts';
import { composeExport } from './analytics/export.ts';
import { composeIngress } from './ingress.ts';
import { composeKeys } from './keys.ts';
import { composeLabels } from './links/labels.ts';
import type { Later } from './background/later.ts';
import { composePasswordResets } from './mail.ts';
import {
  composeAnalyticsReport,
  composeLinkClicks,
  composeSaved,
} from './analytics/analytics-report.ts';
import { composePublicPages } from './analytics/public-pages.ts';
import { composeReports } from './reports.ts';
import { composeNotices } from './notices.ts';
import { composeQr } from './links/qr.ts';
import type { Redirects } from './redirects.ts';
import { keyedHashes, pseudonyms, sealOf, type AppSecret } from './secrets.ts';
import { composeSettings } from './settings.ts';
import { composeSupport } from './support.ts';
import { composeSocialLogin } from './social.ts';
import { composeSql } from './analytics/sql.ts';
import { newId, sha256, systemClock as clock } from './system.ts';

type EveryPart = AnyAppPorts & ObjectParts;

export type ApiParts = EveryPart & {
  readonly sql: Sql;
  readonly locks: Locks;
  readonly clickHouse: ClickHouse;
  /** With credentials. */
  readonly clickHouseUrl: string;
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
  >;
  readonly addresses: Addresses;
  readonly secret: AppSecret;
  readonly isRegistrationOpen: boolean;
  /** For work whose duration callers must not be able to measure. */
  readonly later: Later['later'];
  readonly bulk: Omit<AppPorts['bulk'], 'session' | 'heavy'>;
  /** The open pages that get live updates. */
  readonly live: Omit<EventRoutesPorts, 'session'>;
  readonly config: Pick<
    Config,
    | 'supportEmail'
    | 'payments'
    | 'maxLinksPerAccount'
    | 'dnsServers'
    | 'visitorId'
    | 'google'
    | 'facebook'
    | 'services'
    | 'analystSql'
    | 'clickhouseUrl'
  >;
  /** The client's network address; empty when unknown. */
  readonly addressOf: (request: Request) => string;
};

/** The API: all use cases with their adapters, behind their routes. */
export function composeApi(parts: ApiParts) {
  const { accounts, settings, socialLogin, people } = composeAccounts(parts);
  const { session, devices, addressOf } = accounts;
  const shortOrigin = parts.addresses.shortUrl;
  const keys = composeKeys(parts);
  const support = composeSupport(parts);
  const heavy = heavyAnswers();

  const conversions = composeConversions(parts);
  const { unlessLow } = parts.redirects.disk;
  const notices = composeNotices(parts);

  return createApp({
    ...parts,
    writes: accountWrites(clock),
    accounts,
    profile: { ...settings, session, devices, addressOf },
    avatars: { ...composeAvatars(parts, unlessLow), session },
    sessions: { ...settings, session, devices },
    activity: { ...composeActivity(parts.sql), session },
    policyReports: { log: parts.log, clock },
    socialLogin: { ...socialLogin, session, devices, addressOf },
    signInWays: { ...socialLogin, session },
    proofs: { ...settings, session, devices, addressOf },
    settings: { ...settings, ...notices, session },
    notices: { ...notices, session, shortOrigin },
    events: { ...parts.live, session },
    passwordResets: { ...composePasswordResets({ ...people, ...parts }), devices, addressOf },
    accountExport: { session, heavy, exportAccount: unlessLow(composeExport(parts)) },
    support: { ...support, session, addressOf },
    wellKnown: support.wellKnown,
    billing: { ...composeBilling(parts, people), session, devices, addressOf },
    links: { ...linkPorts(parts), session, heavy, shortOrigin },
    labels: { ...composeLabels(parts), session },
    qr: { drawQr: composeQr(parts), session, findKey: keys.findKey, heavy },
    bulk: { ...parts.bulk, session, heavy },
    numbers: composeNumbers(parts, { session, heavy, addressOf, people }),
    sql: {
      ...{ ...composeSql({ ...parts, shortOrigin }), session },
      ...{ findKey: keys.findKey, appUrl: parts.addresses.appUrl },
    },
    domains: { ...composeDomains(parts), session },
    apiKeys: { ...keys, session },
    postbackSecrets: { ...keys, session, shortOrigin },
    conversions: { ...conversions, session, heavy, shortOrigin },
    ingress: {
      ...composeIngress({ ...parts, keys }),
      session,
      shortOrigin,
      addressOf: parts.addressOf,
    },
    reportedConversions: {
      findKey: keys.findKey,
      reportConversion: composeReports(parts),
      answerConversions: conversions.answerConversions,
      heavy,
      shortOrigin,
    },
  });
}

function composeAccounts(parts: ApiParts) {
  const { sql, secret, addresses, isRegistrationOpen, addressOf, redirects } = parts;
  const seal = sealOf(secret);
  const pseudonym = pseudonyms(secret);
  const perHour = { limit: 30, windowMs: hourMs };
  const { bans } = redirects.blocklist;
  const ports = {
    users: usersUnlessBanned(postgresUsers(sql, seal), bans),
    sessions: sessionsUnlessBanned(postgresSessions(sql), bans),
    failures: postgresLoginFailures(sql),
    passwords: argon2idPasswords(argon2Cost, { parallel: availableParallelism(), waiting: 32 }),
    registrations: postgresRateLimit(sql, pseudonym, { name: 'registrations', ...perHour }),
    isOpen: isRegistrationOpen,
    appUrl: addresses.appUrl,
    pseudonym,
    digest: sha256,
    newId,
    randomBytes,
    clock,
  };

  const accounts = {
    addressOf,
    session: { currentUser: currentUser(ports), cookie: sessionCookie(addresses.appUrl) },
    devices: deviceCookieOf(parts),
    register: register(ports),
    logIn: logIn(ports),
    logOut: logOut(ports),
  };
  const settings = composeSettings({ sql, seal }, ports, ownChanges(redirects.index));
  const socialLogin = composeSocialLogin(parts, ports, bans);
  const people = { ...ports, bans };
  return { accounts, settings, socialLogin, people };
}

function deviceCookieOf({ addresses, secret }: Pick<ApiParts, 'addresses' | 'secret'>) {
  const hashes = keyedHashes(secret, 'device-cookie');
  return deviceCookie({ appUrl: addresses.appUrl, hashes, randomBytes, clock });
}

function linkPorts({ sql, clickHouse, redirects, addresses, config }: ApiParts) {
  const { index, isReserved, isOwnDomain, blocklist } = redirects;
  const ownAddresses = ownUrls(addresses);
  const ports = {
    links: postgresLinks(sql, { mostLinks: config.maxLinksPerAccount }),
    defaults: postgresLinkDefaults(sql),
    domains: postgresOwnDomains(sql),
    totals: clickhouseLinkTotals(clickHouse),
    cache: ownChanges(index),
    rules: {
      readDestination: destinationRules(ownAddresses, isOwnDomain),
      explainDestination: destinationProblems(ownAddresses, isOwnDomain),
      isReserved,
      blocksUrl: blocklist.blocksUrl,
    },
    isEntitled: entitlementOf(config),
    passwords: argon2idPasswords(argon2Cost, { parallel: 1, waiting: 32 }),
    clock,
    newId,
    randomBytes,
  };

  return {
    createLink: createLink(ports),
    editLink: editLink(ports),
    deleteLink: deleteLink(ports),
    getLink: getLink(ports),
    listLinks: listLinks(ports),
    pageLinks: pageLinks(ports),
    exportLinks: redirects.disk.unlessLow(listLinks(ports)),
    currenciesOf: ports.totals.currenciesOf,
  };
}

type NumberParts = Pick<NumberRoutesPorts['report'], 'session' | 'heavy'> & {
  readonly addressOf: ApiParts['addressOf'];
  readonly people: Parameters<typeof composePublicPages>[1];
};

/** An account's numbers: asked, kept, listed and shared. */
function composeNumbers(
  parts: ApiParts,
  { session, heavy, addressOf, people }: NumberParts,
): NumberRoutesPorts {
  const shared = { session, heavy, shortOrigin: parts.addresses.shortUrl };
  return {
    analytics: { ...shared, answerAnalytics: analyticsPort(parts) },
    report: { ...shared, ...composeAnalyticsReport(parts) },
    saved: { ...shared, ...composeSaved(parts) },
    linkClicks: { ...shared, ...composeLinkClicks(parts) },
    publicPages: { ...shared, ...composePublicPages(parts, people), addressOf },
  };
}

function analyticsPort({ sql, clickHouse }: ApiParts) {
  return answerAnalytics({
    clock,
    links: postgresLinkCounts(sql),
    erasures: postgresErasures(sql),
    numbers: clickhouseNumbers(clickHouse),
    splitTests: postgresSplitTests(sql),
    variants: clickhouseVariants(clickHouse),
  });
}
