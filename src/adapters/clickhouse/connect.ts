import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';

/** As much of the client as statements need. */
export type ClickHouse = Pick<ClickHouseClient, 'query' | 'insert' | 'command' | 'close'>;

/**
 * `drain` names the embedded engine's session that is reserved for the drain; elsewhere it changes
 * nothing.
 */
type Lane = 'drain' | 'shared';

const timeoutsMs: Record<Lane, number> = { drain: 10_000, shared: 30_000 };
const maxConnections: Record<Lane, number> = { drain: 2, shared: 10 };
const laneHeader = 'X-Waypost-Lane';

/**
 * A client for the server at `url`: http(s), with its credentials and its database
 * (`http://user:password@host:8123/waypost`; `default` when it names none). Bodies are compressed
 * unless the server is on this machine. It connects when it is first asked.
 */
export function connectClickHouse(url: string, lane: Lane = 'shared'): ClickHouseClient {
  const isRemote = !isLoopback(new URL(url).hostname);
  return createClient({
    url,
    request_timeout: timeoutsMs[lane],
    max_open_connections: maxConnections[lane],
    compression: { request: isRemote, response: isRemote },
    // Every failure reaches its caller; the library would print it too, rows and all.
    log: { level: ClickHouseLogLevel.OFF },
    http_headers: lane === 'drain' ? { [laneHeader]: lane } : {},
    clickhouse_settings: {
      // A statement does not outlive the patience of whoever asked.
      max_execution_time: timeoutsMs[lane] / 1000 - 1,
      // Identifiers and sums above 2^53 stay exact in JSON.
      output_format_json_quote_64bit_integers: 1,
    },
  });
}

/** Creates the database that `url` names when the server has none of that name. */
export async function createDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const database = decodeURIComponent(server.pathname.slice(1));
  if (database === '') return;
  server.pathname = '/';
  const client = connectClickHouse(server.href);
  try {
    await client.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier}',
      query_params: { database },
    });
  } finally {
    await client.close();
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.');
}
