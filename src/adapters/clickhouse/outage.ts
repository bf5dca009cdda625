import { ClickHouseError } from '@clickhouse/client';

/** The server is known to be away: the statement was not sent, or its answer not waited for. */
export class ClickHouseAway extends Error {
  override readonly name = 'ClickHouseAway';

  constructor() {
    super('ClickHouse does not answer');
  }
}

/** The server cannot be reached, or went away in the middle. */
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
 * The server answers, but cannot serve at the moment: out of time, places or memory, a broken
 * network of its own, stopping, or without its tables yet. Numbers of ClickHouse's ErrorCodes.cpp.
 */
const serverCodes = new Set([
  '60',
  '81',
  '159',
  '202',
  '203',
  '209',
  '210',
  '236',
  '241',
  '394',
  '439',
]);

/** What the client library says when it has waited long enough, or was told to stop waiting. */
const lostPatience = new Set(['Timeout error.', 'The user aborted a request.']);

/** Whether an error says that ClickHouse is away or overloaded, so that a later try may succeed. */
export function isClickHouseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof ClickHouseAway) return true;
  if (error instanceof ClickHouseError) return serverCodes.has(error.code);
  if (lostPatience.has(error.message)) return true;
  return 'code' in error && typeof error.code === 'string' && socketCodes.has(error.code);
}
