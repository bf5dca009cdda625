import { z } from 'zod';
import { withFirstHost } from '#core/shared/database-url';
import { isAddressRange } from './ip-address.ts';
import { backupsEnvironment } from './backups.ts';
import { destinationsEnvironment } from './destinations.ts';
import { webhooksEnvironment } from './webhooks.ts';
import { domainsEnvironment } from './domains.ts';
import { secretsIn, startsWith } from './payments.ts';
import { list, optional, token, wholeNumber } from './fields.ts';

const httpOrigin = z
  .string()
  .refine(
    isHttpOrigin,
    'must be an http or https origin without a path, such as https://go.example',
  )
  .transform((text) => new URL(text).origin);

const encodedLogin =
  'in its user and password, special characters must be encoded: % as %25, @ as %40, / as %2F';

/** All variables that Waypost reads. */
export const environment = z.object({
  PORT: wholeNumber({ least: 0, most: 65_535 }).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  APP_URL: httpOrigin.optional(),
  SHORT_URL: httpOrigin.optional(),
  DATABASE_URL: optional
    .refine(hasProtocol('postgres:', 'postgresql:'), 'must start with postgres://, and name a host')
    .refine(hasDecodableLogin, encodedLogin),
  CLICKHOUSE_URL: optional
    .refine(hasProtocol('http:', 'https:'), 'must start with http:// or https://, and name a host')
    .refine(hasDecodableLogin, encodedLogin),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][\w-]{0,63}$/, 'must be the name of a cluster')
    .optional(),
  CLICKHOUSE_PUBLIC_URL: httpOrigin.optional(),
  APP_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .refine((text) => new Set(text).size >= 8, 'must be random: it repeats too few characters')
    .optional(),
  APP_SECRET_PREVIOUS: list.refine(
    (secrets) => secrets.length <= 10 && secrets.every((text) => text.length >= 32),
    'must be at most 10 secrets of at least 32 characters, separated by commas',
  ),
  TRUSTED_PROXIES: list.refine(
    (ranges) => ranges.every(isAddressRange),
    'must be IP addresses or CIDR ranges, such as 10.0.0.0/8 or fd00::/8, separated by commas',
  ),
  SMTP_URL: optional
    .refine(isMailServer, 'must start with smtp:// or smtps:// and name a host')
    .refine(hasDecodableLogin, encodedLogin),
  MAIL_FROM: optional.refine(
    isSender,
    'must be an e-mail address, or a name and the address in angle brackets',
  ),
  OPERATORS: list
    .refine((mails) => mails.every(isAddress), 'must be e-mail addresses, separated by commas')
    .transform((mails) => mails.map((mail) => mail.toLowerCase())),
  SUPPORT_EMAIL: optional.refine(isAddress, 'must be an e-mail address'),
  S3_ENDPOINT: httpOrigin.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'must be the name of a region')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: optional,
  S3_SECRET_ACCESS_KEY: optional,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  FACEBOOK_CLIENT_ID: optional,
  FACEBOOK_CLIENT_SECRET: optional,
  STRIPE_SECRET_KEY: optional.refine(startsWith('sk_', 'rk_'), 'must start with sk_ or rk_'),
  STRIPE_PUBLISHABLE_KEY: optional.refine(startsWith('pk_'), 'must start with pk_'),
  STRIPE_WEBHOOK_SECRET: optional.refine(
    (text) => text === undefined || secretsIn(text).every(startsWith('whsec_')),
    'must be one or more secrets that start with whsec_, separated by commas',
  ),
  STRIPE_MONTHLY_PRICE: optional.refine(startsWith('price_'), 'must start with price_'),
  PAYMENTS: z.enum(['stripe', 'test']).optional(),
  REGISTRATION: z.enum(['open', 'closed']).default('open'),
  VISITOR_ID: z.enum(['cookieless', 'cookie']).default('cookieless'),
  IP_STORAGE: z.enum(['none', 'truncated', 'full']).default('truncated'),
  RETENTION_MONTHS: wholeNumber({ least: 4, most: 1200 }).default(25),
  SPOOL_RESERVE_MB: wholeNumber({ least: 0, most: 4096, of: 'megabytes' }).default(256),
  MAX_LINKS_PER_ACCOUNT: wholeNumber({ least: 1, most: 10_000_000 }).default(100_000),
  ...domainsEnvironment,
  ...destinationsEnvironment,
  ...webhooksEnvironment,
  METRICS_TOKEN: token.optional(),
  ...backupsEnvironment,
  ANALYST_SQL: z.enum(['on', 'off']).optional(),
  GEOIP_CITY_DB: optional,
  DRAIN_SECONDS: wholeNumber({ least: 0, most: 300, of: 'seconds' }).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

/** The variables as read. */
export type Environment = z.infer<typeof environment>;

function isHttpOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function hasProtocol(...protocols: string[]): (text: string | undefined) => boolean {
  return (text) => text === undefined || protocols.includes(withFirstHost(text)?.protocol ?? '');
}

/**
 * Whether the login can be decoded: with a single %, the drivers fail with an error that does not
 * name the variable.
 */
function hasDecodableLogin(text: string | undefined): boolean {
  const url = text === undefined ? null : withFirstHost(text);
  return !/%(?![\da-f]{2})/i.test(`${url?.username} ${url?.password}`);
}

function isMailServer(text: string | undefined): boolean {
  if (text === undefined) return true;
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

function isSender(text: string | undefined): boolean {
  return (
    text === undefined || /^(?:[^<>\p{Cc}]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u.test(text)
  );
}

function isAddress(text: string | undefined): boolean {
  return text === undefined || /^[^<>@,;\s]+@[^<>@,;\s]+$/.test(text);
}
