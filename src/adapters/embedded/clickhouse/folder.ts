import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EngineUser } from '#adapters/embedded/engine-user';
import { ANALYSTS, policiesXml, rolesXml } from './analysts.ts';
import { repairDefinitions } from './definitions.ts';
import { removeCutMutations } from './mutations.ts';

/** The parts of an engine's folder, as absolute paths for the process that opens them. */
export interface EngineFolder {
  /** The engine's own files. */
  readonly data: string;
  /** Copies of the definitions of its tables (`definitions.ts`). */
  readonly definitions: string;
  /** Insert bodies that the engine reads from a file; emptied at every start. */
  readonly scratch: string;
  /** The only folder that BACKUP and RESTORE can access. */
  readonly backups: string;
  readonly config: string;
}

export function engineFolder(root: string): EngineFolder {
  return {
    data: join(root, 'data'),
    definitions: join(root, 'definitions'),
    scratch: join(root, 'scratch'),
    backups: join(root, 'backups'),
    config: join(root, 'config.xml'),
  };
}

/**
 * Prepares the folder and gives it to `owner`, if there is one: everything except the
 * configuration, which the engine only reads.
 */
export function prepareFolder(options: {
  readonly root: string;
  readonly memoryBytes: number;
  readonly owner: EngineUser | undefined;
}): void {
  const { root, owner } = options;
  const parts = engineFolder(root);
  if (owner !== undefined) chmodSync(root, 0o711);
  rmSync(parts.scratch, { recursive: true, force: true });
  for (const part of [parts.data, parts.definitions, parts.scratch, parts.backups]) {
    mkdirSync(part, { recursive: true, mode: 0o700 });
    if (owner !== undefined && lstatSync(part).uid !== owner.uid) giveAway(part, owner);
  }
  repairDefinitions(parts);
  removeCutMutations(parts.data);
  writeFileSync(parts.config, engineConfig(parts, options.memoryBytes));
}

function giveAway(path: string, owner: EngineUser): void {
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) giveAway(join(path, name), owner);
  }
  if (!lstatSync(path).isSymbolicLink()) chownSync(path, owner.uid, owner.gid);
}

/**
 * The engine's server configuration: small caches, a memory limit (compared with the process's
 * memory twice a second, not twenty times, which took 0.3 % of a core), UTC, and one user with all
 * rights on tables and none on files, addresses or other servers. Analysts' statements drop most of
 * these rights by a change of role, and row policies separate the accounts' rows.
 *
 * Merges take about 8 MB for each part, and more for the projections that they build. With the
 * engine's own defaults, four merges of 50 to 100 parts together exceeded the limit of 4 GB, failed
 * and started again without end. So two run at a time, the size of a merged part is limited, and
 * projections are written in small blocks (the profile `background`).
 */
export function engineConfig(parts: EngineFolder, memoryBytes: number): string {
  const megabyte = 1024 * 1024;
  return `<clickhouse>
  <timezone>UTC</timezone>
  <max_server_memory_usage>${memoryBytes}</max_server_memory_usage>
  <memory_worker_period_ms>500</memory_worker_period_ms>
  <mark_cache_size>${32 * megabyte}</mark_cache_size>
  <index_mark_cache_size>${8 * megabyte}</index_mark_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <mmap_cache_size>128</mmap_cache_size>
  <background_pool_size>2</background_pool_size>
  <background_merges_mutations_concurrency_ratio>1</background_merges_mutations_concurrency_ratio>
  <merges_mutations_memory_usage_soft_limit>${Math.floor(memoryBytes / 2)}</merges_mutations_memory_usage_soft_limit>
  <merge_tree>
    <max_bytes_to_merge_at_max_space_in_pool>${Math.floor(memoryBytes / 4)}</max_bytes_to_merge_at_max_space_in_pool>
  </merge_tree>
  <query_condition_cache_size>${8 * megabyte}</query_condition_cache_size>
  <storage_configuration><disks><default>
    <keep_free_space_bytes>${KEPT_FREE_BYTES}</keep_free_space_bytes>
  </default></disks></storage_configuration>
  <backups><allowed_path>${escapeXml(parts.backups)}/</allowed_path></backups>
  <user_directories><users_xml><path>${escapeXml(parts.config)}</path></users_xml></user_directories>
  <profiles>
    <default>
      <max_execution_time>${EXECUTION_SECONDS.usual}</max_execution_time>
      <max_memory_usage>${Math.floor(memoryBytes / 2)}</max_memory_usage>
      <max_query_size>${16 * megabyte}</max_query_size>
      <max_result_bytes>${64 * megabyte}</max_result_bytes>
      <constraints>
        <max_execution_time><min>0.001</min><max>${EXECUTION_SECONDS.most}</max></max_execution_time>
      </constraints>
    </default>
    <background>
      <min_insert_block_size_rows>65536</min_insert_block_size_rows>
      <min_insert_block_size_bytes>${8 * megabyte}</min_insert_block_size_bytes>
    </background>
  </profiles>
  <quotas><default></default></quotas>
  ${rolesXml(GRANTED)}
  <users>
    <default>
      <password></password>
      <profile>default</profile>
      <quota>default</quota>
      <networks><ip>::/0</ip></networks>
      <grants><query>GRANT application</query><query>GRANT ${ANALYSTS.role}</query></grants>
      ${policiesXml()}
    </default>
  </users>
</clickhouse>
`;
}

/**
 * The disk space that the engine keeps free for its small files: it starts no insert, merge,
 * mutation or other writing statement that would use this space.
 */
export const KEPT_FREE_BYTES = 32 * 1024 * 1024;

/** The time limit of a statement in seconds: at most `most`, and `usual` by default. */
export const EXECUTION_SECONDS = { usual: 30, most: 600 } as const;

const GRANTED = [
  'SELECT',
  'INSERT',
  'ALTER',
  'CREATE DATABASE',
  'CREATE TABLE',
  'CREATE VIEW',
  'CREATE DICTIONARY',
  'CREATE FUNCTION',
  'DROP',
  'TRUNCATE',
  'OPTIMIZE',
  'SHOW',
  'SYSTEM',
  'KILL QUERY',
  'BACKUP',
  'dictGet',
  'TABLE ENGINE',
  'SET DEFINER',
];

function escapeXml(text: string): string {
  return text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
}
