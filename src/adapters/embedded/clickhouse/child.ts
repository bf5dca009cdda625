/**
 * The ClickHouse child: one engine on one folder, served on the loopback address.
 *
 *   UV_THREADPOOL_SIZE=16 bun child.ts --path FOLDER --access FILE [--port N]
 *
 * FILE contains `{ "user", "password", "port" }` and is readable only by its owner. --port replaces
 * the port in it, and 0 means a free one. A statement occupies a thread of Bun's pool while it
 * runs, and without UV_THREADPOOL_SIZE that pool has only as many threads as the machine has cores.
 * The child prints one line of JSON on stdout when it serves, or why it does not. It ends on
 * SIGTERM, and when its stdin ends, so that it never outlives its parent.
 */

import { mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { totalmem } from 'node:os';
import { loadEngineAddon } from './addon.ts';
import { openEngine, type Engine } from './engine.ts';
import { watchWrites } from './failed-writes.ts';
import { engineFolder, prepareFolder } from './folder.ts';
import { serveClickHouse, type ClickHouseServer } from './http.ts';
import { lowerClickHouse } from '#adapters/embedded/priority';
import { become, enterFolder } from './privileges.ts';
import { keepRemovingPutAside } from './put-aside.ts';
import { parseAccessRecord } from './record.ts';
import { engineUser } from '#adapters/embedded/engine-user';

/**
 * How long running statements may take after a stop was requested, and after the parent process is
 * gone.
 */
const SETTLE_MS = { asked: 5_000, abandoned: 1_500 } as const;

const MB = 1024 * 1024;

const { values } = parseArgs({
  options: {
    path: { type: 'string' },
    access: { type: 'string' },
    port: { type: 'string' },
  },
});

function report(line: Record<string, string | number>): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

interface Running {
  readonly engine: Engine;
  readonly server: ClickHouseServer;
}

async function start(): Promise<Running> {
  if (values.path === undefined || values.access === undefined) {
    throw new Error('usage: child.ts --path FOLDER --access FILE [--port N]');
  }
  const access = parseAccessRecord(readFileSync(values.access, 'utf8'));
  const folder = resolve(values.path);
  mkdirSync(folder, { recursive: true });
  const owner = engineUser();
  // A quarter of the machine's memory, within the useful range of an embedded engine.
  const memoryBytes = Math.floor(Math.min(Math.max(totalmem() / 4, 512 * MB), 4096 * MB));
  lowerClickHouse();
  const addon = loadEngineAddon();
  const root = owner === undefined ? folder : enterFolder(folder);
  prepareFolder({ root, memoryBytes, owner });
  if (owner !== undefined) become(owner);
  const parts = engineFolder(root);
  const engine = openEngine(addon, parts, memoryBytes);
  await watchWrites(engine);
  keepRemovingPutAside(parts.data);
  const port = values.port === undefined ? access.port : Number(values.port);
  return { engine, server: serveClickHouse({ engine, access, port }) };
}

async function end({ engine, server }: Running, settleMs: number): Promise<void> {
  const settled = server.stop();
  const isSettled = await Promise.race([settled.then(() => true), Bun.sleep(settleMs)]);
  // Closing the engine during a statement would abort the process. Everything that it has written
  // is on disk.
  if (isSettled === true) engine.close();
  process.exit(0);
}

try {
  const running = await start();
  process.once('SIGTERM', () => void end(running, SETTLE_MS.asked));
  process.once('SIGINT', () => void end(running, SETTLE_MS.asked));
  // This signal changes the application's log level. When it is sent to the whole process group, it
  // must not end this process.
  process.on('SIGUSR2', () => {});
  report({ kind: 'serving', port: running.server.port, engine: running.engine.version });
  process.stdin.resume();
  process.stdin.once('end', () => void end(running, SETTLE_MS.abandoned));
} catch (failure) {
  report({ kind: 'refused', reason: failure instanceof Error ? failure.message : String(failure) });
  process.exit(1);
}
