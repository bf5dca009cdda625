import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import type { Cluster } from '#core/shared/cluster-url';
import { clusterQuery, clusterStatements } from './statements.ts';

/**
 * Settings of every statement on a cluster. An insert is acknowledged when a majority of a shard's
 * replicas has it. A query about one account is sent only to its shard. Subqueries also stay on
 * that shard, because it has all rows of the account.
 */
export const clusterSettings: ClickHouseSettings = {
  insert_quorum: 'auto',
  insert_quorum_timeout: 8000,
  distributed_foreground_insert: 1,
  distributed_product_mode: 'local',
  optimize_skip_unused_shards: 1,
  parallel_distributed_insert_select: '0',
  distributed_ddl_output_mode: 'throw',
};

/** Wraps the client: its commands and queries are changed into their forms for the cluster. */
export function clusterClient(client: ClickHouseClient, cluster: Cluster): ClickHouseClient {
  const command = client.command.bind(client);
  const query = client.query.bind(client);
  client.command = async (params) => {
    const [first = '', ...rest] = clusterStatements(params.query, cluster);
    let result = await command({ ...params, query: first });
    for (const statement of rest) result = await command({ ...params, query: statement });
    return result;
  };
  client.query = (params) => query({ ...params, query: clusterQuery(params.query, cluster) });
  return client;
}
