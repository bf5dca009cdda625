/**
 * The ClickHouse child as the only server of a cluster: `bun cluster-clickhouse.ts FOLDER ACCESS`.
 * The engine has no Keeper and runs no statements ON CLUSTER, so this process takes both out of a
 * statement: its tables are not replicated. The Distributed tables, and what is read and inserted
 * through them, are the engine's own. It cannot have a second shard: it speaks no native protocol.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadEngineAddon } from '#adapters/embedded/clickhouse/addon';
import { openEngine, type Engine, type EngineSession } from '#adapters/embedded/clickhouse/engine';
import { engineFolder, prepareFolder } from '#adapters/embedded/clickhouse/folder';
import { serveClickHouse } from '#adapters/embedded/clickhouse/http';
import { parseAccessRecord } from '#adapters/embedded/clickhouse/record';

const [root = '', accessPath = ''] = process.argv.slice(2);
const memoryBytes = 1024 ** 3;
const cluster = 'tests';

mkdirSync(root, { recursive: true });
prepareFolder({ root, memoryBytes, owner: undefined });
const folder = engineFolder(root);
writeFileSync(folder.config, configured(readFileSync(folder.config, 'utf8')));
const engine = openEngine(loadEngineAddon(), folder, memoryBytes);
const access = parseAccessRecord(readFileSync(accessPath, 'utf8'));
const server = serveClickHouse({ engine: clustered(engine), access, port: 0 });
process.stdout.write(`${JSON.stringify({ kind: 'serving', port: server.port, engine: '' })}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));

/** A host of this name and port is the engine itself: it connects to nobody. */
function configured(config: string): string {
  const shard = `<shard><internal_replication>true</internal_replication>
    <replica><host>localhost</host><port>9000</port></replica></shard>`;
  return config
    .replace(/<databases>[\s\S]*<\/databases>/, '')
    .replace('<query>GRANT ', '<query>GRANT CLUSTER, REMOTE, ')
    .replace(
      '<timezone>',
      `<tcp_port>9000</tcp_port>
      <remote_servers><${cluster}>${shard}</${cluster}></remote_servers><timezone>`,
    );
}

function clustered(whole: Engine): Engine {
  const session = (): EngineSession => {
    const own = whole.session();
    return { ...own, run: (sql, format) => own.run(ofOneServer(sql), format) };
  };
  return { ...whole, session };
}

/** The statement of this engine for one of the cluster. */
function ofOneServer(sql: string): string {
  return sql
    .replace(` ON CLUSTER \`${cluster}\``, '')
    .replace(/Replicated((?:Replacing)?MergeTree)\('[^']*', '[^']*'(?:, (\w+))?\)/, '$1($2)')
    .replace(/\breplicated_deduplication_window = /, 'non_replicated_deduplication_window = ')
    .replace(/,\s*replicated_deduplication_window_seconds = \d+/, '');
}
