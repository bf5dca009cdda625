import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { clusterOf } from '#core/shared/cluster-url';
import { clusterClient, clusterSettings } from './cluster/client.ts';

/** The part of the client that queries need. `insert` takes text formats only, `exec` binary ones too. */
export type ClickHouse = Pick<ClickHouseClient, 'query' | 'insert' | 'command' | 'exec' | 'close'>;

/**
 * `drain` selects the session of the embedded engine that is reserved for the drain; it has no
 * effect on other servers. `backup` has a long time limit.
 */
type Lane = 'drain' | 'shared' | 'backup';

const timeoutsMs: Record<Lane, number> = { drain: 10_000, shared: 30_000, backup: 600_000 };
const maxConnections: Record<Lane, number> = { drain: 2, shared: 10, backup: 2 };
const laneHeader = 'X-Waypost-Lane';

/**
 * The engine compiles a condition that is asked often, and then fails on a column of LowCardinality:
 * 'Invalid cast from LowCardinality(UInt8) to native type'.
 */
export const compilesNothing = { compile_expressions: 0 } as const;

/**
 * A client for the server at `url`: http(s), with its credentials and its database
 * (`http://user:password@host:8123/waypost`; `default` when it names none). Bodies are compressed
 * unless the server is on this machine. On a cluster, its statements take their forms for clusters.
 * Connects at the first query.
 */
export function connectClickHouse(url: string, lane: Lane = 'shared'): ClickHouseClient {
  const { url: address, cluster } = clusterOf(url);
  const isRemote = !isLoopback(new URL(address).hostname);
  const client = createClient({
    url: address,
    request_timeout: timeoutsMs[lane],
    max_open_connections: maxConnections[lane],
    compression: { request: isRemote, response: isRemote },
    // Every failure reaches its caller; the library would also print it, with its rows.
    log: { level: ClickHouseLogLevel.OFF },
    http_headers: lane === 'drain' ? { [laneHeader]: lane } : {},
    clickhouse_settings: {
      // A query ends before the client stops waiting.
      max_execution_time: timeoutsMs[lane] / 1000 - 1,
      // Ids and sums above 2^53 stay exact in JSON.
      output_format_json_quote_64bit_integers: 1,
      ...compilesNothing,
      ...(cluster !== null && clusterSettings),
    },
  });
  return cluster === null ? client : clusterClient(client, cluster);
}

/** Creates the database that `url` names, unless it exists. */
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
