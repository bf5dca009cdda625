import { onCluster } from '#core/shared/cluster-url';
import { isAnalystSqlOn } from './analyst-sql.ts';
import { upgradeBytesOf, type BackupConfig } from './backups.ts';
import {
  type DestinationChecks,
  destinationChecksOf,
  destinationPreviewsOf,
} from './destinations.ts';
import { type WebhookSettings, webhookSettingsOf } from './webhooks.ts';
import { environment, type Environment } from './environment.ts';
import { externalServices, type ExternalServices } from './external-services.ts';
import { paymentsOf, type PaymentsConfig } from './payments.ts';

/** An invalid environment, as one line that names the variable. The start ends with code 78. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** `sysexits.h`, EX_CONFIG: an error in the configuration. */
export const configExitCode = 78;

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
  /**
   * The URL includes the name of the cluster, if there is one. Null: Waypost runs its own
   * ClickHouse.
   */
  readonly clickhouseUrl: string | null;
  /** The origin at which people's own tools reach that ClickHouse; null: they cannot. */
  readonly clickhousePublicUrl: string | null;
  /** The folded e-mail addresses of the people who run this instance. */
  readonly operators: readonly string[];
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
  /** The weekly check of destinations. Null: it is off, and nothing is requested. */
  readonly destinationChecks: DestinationChecks | null;
  /** Reading a destination's title and picture for the form of a link. Null: it is off. */
  readonly destinationPreviews: DestinationChecks | null;
  /** Webhooks of accounts. Null: they are off, and nothing is sent. */
  readonly webhooks: WebhookSettings | null;
  /** Allows a TLS server on another machine to ask about domains. Null: only this machine may. */
  readonly tlsCheckToken: string | null;
  /** Allows Prometheus on another machine to read `/metrics`. Null: only this machine may. */
  readonly metricsToken: string | null;
  /** Whether accounts may run SQL of their own, if the event store can isolate them. */
  readonly analystSql: boolean;
  /** Null: the city database that comes with Waypost. */
  readonly geoipCityDb: string | null;
  readonly backups: BackupConfig;
  /** How long `/readyz` answers 503 after SIGTERM before the stop begins, in seconds. */
  readonly drainSeconds: number;
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly isProduction: boolean;
  /** Not from the environment: see `ExternalServices`. */
  readonly services: ExternalServices;
};

export type S3Config = {
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
    clickhouseUrl: clickhouseUrlOf(read),
    clickhousePublicUrl: read.CLICKHOUSE_PUBLIC_URL ?? null,
    operators: read.OPERATORS,
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
    destinationChecks: destinationChecksOf(read),
    destinationPreviews: destinationPreviewsOf(read),
    webhooks: webhookSettingsOf(read),
    tlsCheckToken: read.TLS_CHECK_TOKEN ?? null,
    metricsToken: read.METRICS_TOKEN ?? null,
    analystSql: isAnalystSqlOn(read),
    geoipCityDb: read.GEOIP_CITY_DB ?? null,
    backups: backupsOf(read),
    drainSeconds: read.DRAIN_SECONDS,
    logLevel: read.LOG_LEVEL,
    isProduction: read.NODE_ENV === 'production',
    services,
  });
}

/** @throws ConfigError for a cluster without an address. */
function clickhouseUrlOf(read: Environment): string | null {
  const { CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: cluster } = read;
  if (cluster === undefined) return url ?? null;
  if (url === undefined) throw new ConfigError('CLICKHOUSE_CLUSTER: needs CLICKHOUSE_URL');
  return onCluster(url, cluster);
}

function backupsOf(read: Environment): BackupConfig {
  const to = read.BACKUP_TO ?? null;
  if (to?.startsWith('s3:') && read.S3_ENDPOINT === undefined) {
    throw new ConfigError('BACKUP_TO: a bucket needs the S3 variables');
  }
  const { BACKUP_EVERY: everyMs, BACKUP_KEEP: keep, BACKUP_KEY: key = null } = read;
  return { to, everyMs, keep, key, upgradeBytes: upgradeBytesOf(read) };
}

/** All four or none: an incomplete bucket would cause an error only much later. */
function s3Of(read: Environment): S3Config | null {
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
