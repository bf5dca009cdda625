import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');

/**
 * The only files that open a connection, and the origin of each address: the operator's
 * configuration, or our own engine on this machine. One takes addresses from people, behind its guard:
 * for the check of destinations, which the operator switches on, for the check of the app links of a
 * domain, which its owner asks for, and for webhooks. Resolvers are asked about the
 * names of custom domains.
 */
const connecting: Readonly<Record<string, string>> = {
  'src/launch/run.ts': 'nothing: it looks the name in HOST up, to listen there',
  'src/adapters/postgres/connect.ts': 'DATABASE_URL, or the embedded Postgres',
  'src/adapters/postgres/listen.ts': 'the same',
  'src/adapters/postgres/clicks/event-store-claim.ts': 'the same',
  'src/adapters/postgres/pool/locks.ts': 'nothing: it names the errors of the driver',
  'src/adapters/postgres/links/link-add.ts': 'nothing: it names the errors of the driver',
  'src/adapters/postgres/links/link-row.ts': 'nothing: it names the errors of the driver',
  'src/adapters/postgres/or-taken.ts': 'nothing: it names the errors of the driver',
  'src/adapters/postgres/account-list.ts': 'nothing: it names columns as the driver does',
  'src/adapters/outgoing/guarded-request.ts':
    'links, only with CHECK_DESTINATIONS=on; typed addresses, only with PREVIEW_DESTINATIONS=on; proven domains, when their owners check app links; webhooks of accounts, without WEBHOOKS=off',
  'src/adapters/dns/resolver.ts': 'DNS_SERVERS, or the system’s resolvers',
  'src/adapters/clickhouse/analysts/server/ask-server.ts': 'CLICKHOUSE_URL, as an account’s user',
  'src/adapters/clickhouse/analysts/server/attempts.ts':
    'nothing: the texts with which a server must connect nowhere',
  'src/adapters/clickhouse/connect.ts': 'CLICKHOUSE_URL, or the embedded ClickHouse',
  'src/adapters/clickhouse/analysts/engine.ts': 'the embedded ClickHouse',
  'src/adapters/embedded/postgres/orphan.ts': 'the embedded Postgres',
  'src/adapters/embedded/free-port.ts': 'nothing: it looks for a free port',
  'src/adapters/embedded/clickhouse/http.ts': 'nothing: it listens',
  'src/adapters/http/frame/header-limit.ts': 'nothing: it listens',
  'src/adapters/mail/smtp.ts': 'SMTP_URL',
  'src/adapters/mail/files.ts': 'nothing: it writes files',
  'src/adapters/objects/s3.ts': 'S3_ENDPOINT',
  'src/adapters/backups/bucket-storage.ts': 'S3_ENDPOINT',
};

/** Adapters of one external service each, which need not be listed file by file. */
const services = [/^src\/adapters\/(?:oauth|stripe|test-payments)\//];

/**
 * Everything that could reach another machine: a global, a module of the runtime, a library, or
 * SQL.
 */
const reaching = [
  /(?<![.\w])fetch\((?!request: Request\))/,
  /\bBun\.(?:connect|udpSocket|dns|S3Client|s3|redis|RedisClient|sql|SQL)\b/,
  /\bnew (?:WebSocket|EventSource|XMLHttpRequest|SQL|S3Client|Stripe)\b/,
  /from '(?:node:)?(?:tls|https?|http2|dgram|dns|dns\/promises|net)'/,
  /^import (?!type)[^;]* from '(?:postgres|nodemailer|stripe|oauth4webapi|aws4fetch|undici|ws|got|axios|node-fetch)'/m,
  /^import (?!type)[^;]*\bcreateClient\b[^;]* from '@clickhouse\/client'/m,
  /\b(?:url|s3|remote|remoteSecure|hdfs|mysql|postgresql|mongodb|jdbc|odbc|urlCluster|s3Cluster)\('/,
];
/** Imports and names that reach nothing. */
const harmless = /import \{ isIP \} from 'node:net';|^ *fetch\(u, \{ mode: 'no-cors'.*$/gm;

const mayReach = (text: string) =>
  reaching.some((pattern) => pattern.test(text.replaceAll(harmless, '')));

test('[no-fetching] only the guarded request connects to an address that a person entered: this test lists all outgoing connections', () => {
  const found = [...new Bun.Glob('src/**/*.ts').scanSync({ cwd: root })]
    .filter((path) => mayReach(readFileSync(join(root, path), 'utf8')))
    .filter((path) => !services.some((service) => service.test(path)));

  expect(found.filter((path) => !(path in connecting))).toEqual([]);
  expect(Object.keys(connecting).filter((path) => !found.includes(path))).toEqual([]);
});

test('[no-fetching] control: a file with an outgoing connection is detected', () => {
  for (const text of [
    'const page = await fetch(link.originalUrl);',
    `import { request } from 'node:https';`,
    `import { lookup } from 'node:dns/promises';`,
    `import axios from 'axios';`,
    'await Bun.connect({ hostname, port, socket });',
    'const socket = new WebSocket(url);',
    `const rows = sql\`SELECT * FROM url('http://x/', CSV)\`;`,
  ]) {
    expect([text, mayReach(text)]).toEqual([text, true]);
  }
  expect(
    mayReach('app.fetch(request); void prefetch(x); { fetch(request: Request): Response }'),
  ).toBe(false);
});
