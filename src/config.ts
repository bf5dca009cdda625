import { z } from 'zod';
import { isAddressRange } from './address-config.ts';
import { isAnalystSqlOn } from './analyst-sql-config.ts';
import { domainsEnvironment } from './domains-config.ts';
import { externalServices, type ExternalServices } from './external-services.ts';
import { paymentsOf, secretsIn, startsWith, type PaymentsConfig } from './payments-config.ts';

/** An invalid environment, as one line that names the variable. The start ends with code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** `sysexits.h`, EX_CONFIG: an error in the configuration. */
export const configExitCode = 78;

const optional = z
  .string()
  .transform((text) => (text === '' ? undefined : text))
  .optional();

/** Separated by commas; none by default. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );

const httpOrigin = z
  .string()
  .refine(
    isHttpOrigin,
    'must be an http or https origin without a path, such as https://go.example',
  )
  .transform((text) => new URL(text).origin);

/** All variables that Waypost reads. */
export const environment = z.object({
  PORT: wholeNumber({ least: 0, most: 65_535 }).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  APP_URL: httpOrigin.optional(),
  SHORT_URL: httpOrigin.optional(),
  DATABASE_URL: optional.refine(
    hasProtocol('postgres:', 'postgresql:'),
    'must start with postgres://',
  ),
  CLICKHOUSE_URL: optional.refine(
    hasProtocol('http:', 'https:'),
    'must start with http:// or https://',
  ),
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
    'must be addresses or CIDR ranges, separated by commas',
  ),
  SMTP_URL: optional.refine(isMailServer, 'must start with smtp:// or smtps:// and name a host'),
  MAIL_FROM: optional.refine(
    isSender,
    'must be an e-mail address, or a name and the address in angle brackets',
  ),
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
  ANALYST_SQL: z.enum(['on', 'off']).optional(),
  GEOIP_CITY_DB: optional,
  DRAIN_SECONDS: wholeNumber({ least: 0, most: 300, of: 'seconds' }).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

/** A registration with an identity provider. */
export type ProviderClient = { readonly id: string; readonly secret: string };
/** The validated, typed and frozen configuration. */
export type Config = {
  readonly port: number;
  readonly host: string;
  /** As configured; relative paths start at the working folder. */
  readonly dataDir: string;
  /** An origin without a trailing slash. Null: `http://localhost:<port>`, known with the port. */
  readonly appUrl: string | null;
  /** Null: the same as `appUrl`. */
  readonly shortUrl: string | null;
  /** Null: Waypost runs its own Postgres. */
  readonly databaseUrl: string | null;
  /** Null: Waypost runs its own ClickHouse. */
  readonly clickhouseUrl: string | null;
  /** Null: one is generated in the data folder. */
  readonly appSecret: string | null;
  /** Former secrets whose seals and signatures are still valid, latest first. */
  readonly appSecretPrevious: readonly string[];
  /** Addresses or CIDR ranges whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** With credentials. Null: mails are written into the data folder. */
  readonly smtpUrl: string | null;
  /** `Name <address>` or an address. Null: `waypost@` and the host of `appUrl`. */
  readonly mailFrom: string | null;
  /** The address for messages to support. Null: they are only stored. */
  readonly supportEmail: string | null;
  /** The storage of pictures. Null: the data folder. */
  readonly s3: S3Config | null;
  /** The registration with Google. Null: no sign-in with Google. */
  readonly google: ProviderClient | null;
  /** The registration with Facebook. Null: no sign-in with Facebook. */
  readonly facebook: ProviderClient | null;
  readonly payments: PaymentsConfig;
  readonly registration: 'open' | 'closed';
  readonly visitorId: 'cookieless' | 'cookie';
  readonly ipStorage: 'none' | 'truncated' | 'full';
  readonly retentionMonths: number;
  /** Megabytes of the disk that only the spool may use; 0: none. */
  readonly spoolReserveMb: number;
  readonly maxLinksPerAccount: number;
  /** Resolvers of custom domains, with optional ports; none: the system's. */
  readonly dnsServers: readonly string[];
  /** Lets a TLS server on another machine ask about domains. Null: only this machine may. */
  readonly tlsCheckToken: string | null;
  /** Whether accounts may run SQL of their own, if the event store can isolate them. */
  readonly analystSql: boolean;
  /** Null: the city database that comes with Waypost. */
  readonly geoipCityDb: string | null;
  /** How long `/readyz` answers 503 after SIGTERM before the stop begins, in seconds. */
  readonly drainSeconds: number;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly isProduction: boolean;
  /** Not from the environment: see `ExternalServices`. */
  readonly services: ExternalServices;
};

type S3Config = {
  /** An origin without a trailing slash. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
};

/**
 * Reads the environment once. Throws a `ConfigError` that names the first invalid variable and
 * never its value. An empty variable counts as absent.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  services = externalServices,
): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new ConfigError(
      `${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'invalid'}`,
    );
  }

  const read = parsed.data;
  const payments = paymentsOf(read);
  if (typeof payments === 'string') throw new ConfigError(payments);
  return Object.freeze({
    port: read.PORT,
    host: read.HOST,
    dataDir: read.DATA_DIR,
    appUrl: read.APP_URL ?? null,
    shortUrl: read.SHORT_URL ?? null,
    databaseUrl: read.DATABASE_URL ?? null,
    clickhouseUrl: read.CLICKHOUSE_URL ?? null,
    appSecret: read.APP_SECRET ?? null,
    appSecretPrevious: read.APP_SECRET_PREVIOUS,
    trustedProxies: read.TRUSTED_PROXIES,
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM ?? null,
    supportEmail: read.SUPPORT_EMAIL ?? null,
    s3: s3Of(read),
    google: providerClient('GOOGLE', read.GOOGLE_CLIENT_ID, read.GOOGLE_CLIENT_SECRET),
    facebook: providerClient('FACEBOOK', read.FACEBOOK_CLIENT_ID, read.FACEBOOK_CLIENT_SECRET),
    payments,
    registration: read.REGISTRATION,
    visitorId: read.VISITOR_ID,
    ipStorage: read.IP_STORAGE,
    retentionMonths: read.RETENTION_MONTHS,
    spoolReserveMb: read.SPOOL_RESERVE_MB,
    maxLinksPerAccount: read.MAX_LINKS_PER_ACCOUNT,
    dnsServers: read.DNS_SERVERS,
    tlsCheckToken: read.TLS_CHECK_TOKEN ?? null,
    analystSql: isAnalystSqlOn(read),
    geoipCityDb: read.GEOIP_CITY_DB ?? null,
    drainSeconds: read.DRAIN_SECONDS,
    logLevel: read.LOG_LEVEL,
    isProduction: read.NODE_ENV === 'production',
    services,
  });
}

/** All four or none: an incomplete bucket would cause an error only much later. */
function s3Of(read: z.infer<typeof environment>): S3Config | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = read;
  const all = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  if (Object.values(all).every((value) => value === undefined)) return null;

  const needed = (name: keyof typeof all): string => {
    const value = all[name];
    if (value !== undefined) return value;
    throw new ConfigError(`${name}: must be set when the other S3 variables are`);
  };
  return {
    endpoint: needed('S3_ENDPOINT'),
    bucket: needed('S3_BUCKET'),
    region: read.S3_REGION,
    accessKeyId: needed('S3_ACCESS_KEY_ID'),
    secretAccessKey: needed('S3_SECRET_ACCESS_KEY'),
  };
}

function providerClient(
  name: string,
  id: string | undefined,
  secret: string | undefined,
): ProviderClient | null {
  if (id !== undefined && secret !== undefined) return { id, secret };
  if (id === undefined && secret === undefined) return null;
  const missing = id === undefined ? 'ID' : 'SECRET';
  throw new ConfigError(`${name}_CLIENT_${missing}: is missing while its counterpart is set`);
}

function wholeNumber({ least, most, of }: { least: number; most: number; of?: string }) {
  const expected = `must be a whole number ${of === undefined ? '' : `of ${of} `}from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, expected)
    .transform(Number)
    .refine((value) => value >= least && value <= most, expected);
}

function isHttpOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
}

function hasProtocol(...protocols: string[]): (text: string | undefined) => boolean {
  return (text) => text === undefined || protocols.includes(URL.parse(text)?.protocol ?? '');
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
