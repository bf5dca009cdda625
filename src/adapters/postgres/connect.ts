import postgres from 'postgres';
import { oneConnectionEach } from './pool/one-connection.ts';
import { serversOf } from './servers.ts';
import { TooLate } from './within.ts';

/** A connection pool; the roots pass it to the adapters. */
export type Sql = postgres.Sql;

export type ConnectOptions = {
  /** Limit of connections of one instance; further queries wait. */
  readonly connections?: number;
  /** Time limit of one statement, enforced by the server. */
  readonly statementTimeoutMs?: number;
  /** Whether idle connections stay open. */
  readonly isLasting?: boolean;
};

/** The time limits that every session sets on the server, in milliseconds. */
export const sessionLimits = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
  lock_timeout: 5000,
} as const;

/** In seconds: the server ends the sessions of a vanished machine after 90 seconds. */
const keepAlive = {
  tcp_keepalives_idle: 60,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
} as const;

/**
 * The connection pool of Postgres. It connects at the first query. While the server is away,
 * queries fail fast, and connecting is tried at most twice per second. Inside `begin` the pool
 * itself cannot be used (`oneConnectionEach`): the work uses its transaction.
 */
export function connect(url: string, options: ConnectOptions = {}): postgres.Sql {
  const sql = postgres(url, {
    ...serversOf(url),
    max: options.connections ?? 10,
    connect_timeout: 5,
    idle_timeout: options.isLasting ? 0 : 300,
    max_lifetime: options.isLasting ? null : 3600,
    backoff: (retries) => Math.min(0.5, 0.05 * 2 ** retries),
    onnotice: () => {},
    connection: {
      application_name: 'waypost',
      ...sessionLimits,
      ...keepAlive,
      ...(options.statementTimeoutMs && { statement_timeout: options.statementTimeoutMs }),
    },
  });
  return oneConnectionEach(sql);
}

/** The driver's error codes for a server that cannot be reached. */
const driverOutages = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
]);

/**
 * Whether an error means that Postgres is away, starting, stopping, full or too slow, and not that
 * the query was wrong. SQLSTATE classes 08, 53, 57 and 58, lock_not_available, and class 40: a
 * transaction that Postgres cancelled because of others, such as the victim of a deadlock, can
 * succeed later.
 */
export function isPostgresOutage(error: unknown): boolean {
  if (error instanceof TooLate) return true;
  if (!(error instanceof Error) || !('code' in error)) return false;
  const code = String(error.code);
  return driverOutages.has(code) || code === '55P03' || /^(08|40|53|57|58)...$/.test(code);
}

/**
 * The message for the operator when Postgres rejects the login permanently; null for other errors.
 * SQLSTATE 28P01 and 28000 (authorization), 3D000 (no such database).
 */
export function refusedLogin(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  if (error.code === '3D000') return 'the server has no database of that name';
  const isUnauthorized = error.code === '28P01' || error.code === '28000';
  return isUnauthorized ? 'the server refuses this user and password' : null;
}
