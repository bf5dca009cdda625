import { ClickHouseError } from '@clickhouse/client';

/** The server is known to be away: the query was not sent, or was given up. */
export class ClickHouseAway extends Error {
  override readonly name = 'ClickHouseAway';

  constructor() {
    super('ClickHouse does not answer');
  }
}

/** The migration must wait for background work of the server. */
export class ClickHouseStillWorking extends Error {
  override readonly name = 'ClickHouseStillWorking';
}

/** The server cannot be reached, or the connection broke. */
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * The server answers, but cannot work now: it is out of time, slots, memory or disk space, its
 * network is broken, or it stops. Or its tables or their columns (47) do not exist yet, because the
 * API already answers while the event store is migrated. Numbers of ClickHouse's ErrorCodes.cpp.
 */
const serverCodes = new Set([
  '47',
  '60',
  '81',
  '159',
  '202',
  '203',
  '209',
  '210',
  '236',
  '241',
  '243',
  '394',
  '439',
]);

/** Messages of the client library after its time limit, or after an abort. */
const lostPatience = new Set(['Timeout error.', 'The user aborted a request.']);

/** Whether an error means that ClickHouse is away or overloaded, so that a retry may succeed. */
export function isClickHouseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClickHouseAway || error instanceof ClickHouseStillWorking) return true;
  if (error instanceof ClickHouseError) return serverCodes.has(error.code);
  if (lostPatience.has(error.message)) return true;
  return 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code);
}
