import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import type { Cluster } from '#core/shared/cluster-url';
import { clusterQuery, clusterStatements } from './statements.ts';

/**
 * What every statement on a cluster is sent with. An insert is acknowledged when a majority of a
 * shard's replicas has it. A question about one account goes to its shard alone; subqueries stay
 * there, because all rows of an account are on one shard.
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

/** The same client, whose commands and questions take their forms for the cluster. */
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
