import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isClickHouseOutage } from '#adapters/clickhouse/outage';
import type { AuditTrail } from '#adapters/http/frame/audit-trail';
import { addressOf } from '#adapters/http/frame/caller';
import { clientAddress, parseTrustedProxies } from '#adapters/http/frame/client-address';
import { privacyPage } from '#adapters/http/web/privacy-page';
import { sessionCookie } from '#adapters/http/cookies/session-cookie';
import { web } from '#adapters/http/web/web';
import { readWebFiles } from '#adapters/http/web/web-files';
import { readWebPages } from '#adapters/http/web/web-pages';
import { diskObjects } from '#adapters/objects/disk';
import { connect, isPostgresOutage } from '#adapters/postgres/connect';
import { openLocks } from '#adapters/postgres/pool/locks';
import { routedLinks } from '#adapters/postgres/links/routed-links';
import { readConfig } from '#config';
import type { ConversionSpool } from '#core/conversions/ports';
import { composeApi, type ApiParts } from '#roots/compose/api';
import { openLinkChapter } from '#roots/compose/links';
import { openContext, withEventStore } from '#roots/compose/context';
import { apiJobs, eventJobs, linkJobs, noticeJobs } from '#roots/compose/jobs';
import { startJobs, startOwnJobs } from '#adapters/timers/jobs';
import { openDeferredWork } from '#adapters/timers/deferred-work';
import { openRedirects } from '#roots/compose/redirects';
import { instanceState } from '#roots/compose/watching/metrics';
import { watchLoopDelay } from '#adapters/timers/loop-delay';
import { openWatch } from '#roots/compose/watching/watch';
import type { Readiness } from '#adapters/http/health';
import { appUrl as localUrl, memoryLog } from '#tests/support/calls';
import { testClickHouse, urlOf } from '#tests/support/databases/clickhouse';
import { testDatabase } from '#tests/support/databases/postgres';
import { eventSchema, schema } from '#tests/support/databases/schema';
import { tempFolder } from '#tests/support/temp-folder';

export const shortUrl = 'https://go.example';

/** A trusted proxy, so that requests can state their network address. */
const proxy = '10.0.0.1';

/**
 * The whole application behind its edge, composed as in production over the real databases, in this
 * process: only a port, the drain and the jobs are missing. `api` has the routes; `fetch` is the
 * front, with everything that answers beside the API.
 */
export async function edgeWorld({
  appUrl = localUrl,
  operators = '',
  env = {},
  audit,
}: {
  readonly appUrl?: string;
  readonly operators?: string;
  /** More settings of the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Where the audit trail is written; without it there is none. */
  readonly audit?: AuditTrail;
} = {}) {
  const folder = tempFolder();
  const [database, clickHouse] = await Promise.all([
    testDatabase(schema),
    testClickHouse(eventSchema),
  ]);
  const sql = connect(database.url);
  const locks = openLocks(database.url);
  const log = memoryLog();
  const origins = { appUrl, shortUrl, alsoAppUrls: [] };
  const secret = ['a secret of at least thirty-two characters'] as const;
  const config = readConfig({
    TRUSTED_PROXIES: proxy,
    SPOOL_RESERVE_MB: '0',
    OPERATORS: operators,
    ...env,
  });
  const dataDir = folder.path;
  const redirects = openRedirects({ config, origins, dataDir, secret, log });

  const { defer, stop: stopDeferred } = openDeferredWork({ name: 'deferred work', log });
  const watch = openWatch();
  const given = { log, sql, locks, origins, secret, config, dataDir, port: 0 };
  const context = openContext({ ...given, watch, redirects });
  const whole = withEventStore(context, { client: clickHouse.client, url: urlOf(clickHouse) });
  const links = openLinkChapter(whole, database.url);
  const loopDelay = watchLoopDelay();
  const watched = { dataDir, redirects, readiness, watch, loopDelay, config };
  const unawaiting = { ...redirects, conversions: unawaited(redirects.conversions) };
  const api = composeApi(
    { ...whole, redirects: unawaiting },
    {
      appUrl,
      log,
      ...(audit && { audit }),
      isOutage: (error) => isPostgresOutage(error) || isClickHouseOutage(error),
      readiness,
      instance: instanceState({ ...watched, droppedLogLines: () => 0 }),
      isRegistrationOpen: true,
      defer,
      links,
      live: { openPage: closedAtOnce, keepOpen: () => {}, markFor: async () => 'a mark' },
      // Requests that a test sends directly to the API did not pass the front.
      addressOf: (request) => addressOf(request) || forwardedAddress(request),
    },
  );
  const site = await openSite(join(dataDir, 'site'), appUrl, (request) => api.fetch(request));
  const answer = redirects.front(routedLinks(sql), site);
  const jobs = [...noticeJobs(context), ...apiJobs(whole, links), ...eventJobs(whole)];

  return {
    api,
    sql,
    clickHouse: clickHouse.client,
    databaseUrl: database.url,
    log,
    appUrl,
    index: redirects.index,
    /** The proven custom domains. */
    domains: redirects.domains,
    /** The store of pictures. */
    objects: diskObjects(join(dataDir, 'objects')),
    /** Starts every background job, as the application does; returns a function that stops them. */
    startJobs: () => startJobs(jobs, context.jobs),
    /** Runs the background jobs of such names once, in their order. */
    async runJobs(names: RegExp) {
      for (const { name, work } of jobs) {
        if (names.test(name)) await work(new AbortController().signal);
      }
    },
    /** Keeps looking for banned and disabled people; returns a function that stops it. */
    followBans: () => startOwnJobs(linkJobs({ ...redirects, sql }), log),
    /** The files of objects and mails, and the rows of the event store, as one digest per table. */
    async keptBesidePostgres() {
      const files = await readdir(join(dataDir, 'objects'), { recursive: true });
      const tables = ['clicks', 'conversions', 'clicks_archive'].map(async (name) => {
        const query = `SELECT '${name}', count(), sum(cityHash64(*)) FROM ${name}`;
        const answer = await clickHouse.client.query({ query, format: 'CSV' });
        return answer.text();
      });
      return [...files.toSorted(), ...(await Promise.all(tables))];
    },
    async fetch(request: Request): Promise<Response> {
      const requestIP = (asked: Request) => (asked === request ? { address: proxy } : null);
      return answer(request, { requestIP, timeout: () => {} });
    },
    async [Symbol.asyncDispose]() {
      loopDelay.stop();
      await redirects.close();
      await Promise.all([stopDeferred(), links.stop()]);
      await Promise.all([sql.end(), locks.close()]);
      await Promise.all([database.drop(), clickHouse.drop()]);
      folder[Symbol.dispose]();
    },
  };
}

const readiness = (): Readiness => ({
  phase: 'serving',
  canRedirect: true,
  postgres: 'up',
  clickhouse: 'up',
  spool: 'up',
  disk: 'up',
  cache: 'up',
  details: {},
});

export type EdgeWorld = Awaited<ReturnType<typeof edgeWorld>>;

/** The address that the proxy states for a request. */
function forwardedAddress({ headers }: Request): string {
  return clientAddress({
    socketAddress: proxy,
    forwardedFor: headers.get('x-forwarded-for'),
    trustedProxies: parseTrustedProxies([proxy]),
  });
}

/** A stream without an end would never be answered. */
const closedAtOnce: ApiParts['live']['openPage'] = (_token, page) => {
  queueMicrotask(page.end);
  return () => {};
};

/** Without a drain no report would ever count as stored. */
function unawaited(spool: ConversionSpool): ConversionSpool {
  return { record: (conversion) => spool.record(conversion, 'written') };
}

/** A small version of the web app's published files: the tests need only what surrounds them. */
async function openSite(
  folder: string,
  appUrl: string,
  api: (request: Request) => Response | Promise<Response>,
) {
  for (const inner of ['assets', 'documents']) mkdirSync(join(folder, inner), { recursive: true });
  const files = {
    'shell.html': '<script nonce="{{nonce}}"></script>{{session}} {{preload}} shell',
    'preloads.json': '{}',
    'landing.html': '<script nonce="{{nonce}}"></script>landing',
    'documents/llms.txt': '> {{origin}}',
    'assets/main-0a1b2c3d.js': 'plain',
    'assets/favicon.ico': 'icon',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

  return web({
    files: await readWebFiles(folder),
    pages: await readWebPages(folder, {
      appUrl,
      shortUrl,
      visitorId: 'cookieless',
      uploadOrigin: null,
      signInWith: [],
      payments: { kind: 'test' },
      registration: 'open',
      retentionMonths: 25,
      analystSql: true,
      webhooks: {},
    }),
    privacy: privacyPage({
      appUrl,
      visitorId: 'cookieless',
      ipStorage: 'truncated',
      retentionMonths: 25,
    }),
    api,
    cookie: sessionCookie(appUrl),
    appUrl,
  });
}
