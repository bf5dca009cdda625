/**
 * The ClickHouse child for tests of its protections: not locked into its folder, and on request
 * without row policies and roles. `bun bare-clickhouse.ts FOLDER ACCESS isolated|open`
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { loadEngineAddon } from '#adapters/embedded/clickhouse/addon';
import { openEngine } from '#adapters/embedded/clickhouse/engine';
import { engineFolder, prepareFolder } from '#adapters/embedded/clickhouse/folder';
import { serveClickHouse } from '#adapters/embedded/clickhouse/http';
import { parseAccessRecord } from '#adapters/embedded/clickhouse/record';

const [root = '', accessPath = '', mode = 'isolated'] = process.argv.slice(2);
const memoryBytes = 1024 ** 3;
mkdirSync(root, { recursive: true });
prepareFolder({ root, memoryBytes, owner: undefined });
const folder = engineFolder(root);
if (mode === 'open') {
  const config = readFileSync(folder.config, 'utf8');
  const rights = /<application>(.*)<\/application>/.exec(config)?.[1] ?? '';
  const opened = config
    .replace(/<databases>[\s\S]*<\/databases>/, '')
    .replace(/<analyst>.*<\/analyst>/, `<analyst>${rights}</analyst>`);
  writeFileSync(folder.config, opened);
}
const engine = openEngine(loadEngineAddon(), folder, memoryBytes);
const access = parseAccessRecord(readFileSync(accessPath, 'utf8'));
const server = serveClickHouse({ engine, access, port: 0 });
process.stdout.write(`${JSON.stringify({ kind: 'serving', port: server.port })}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
