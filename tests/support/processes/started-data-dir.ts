import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readAccess, writeAccess } from '#adapters/embedded/postgres/cluster';
import { accessRecordPath } from '#adapters/embedded/clickhouse/record';
import { folderOfThisProcess } from '#tests/support/temp-folder';
import { newDataDir, startWaypost } from './waypost.ts';

let first: Promise<string> | null = null;

/**
 * A DATA_DIR in which Waypost was started and stopped, without accounts. A first start takes four
 * times as long as a later one: this is for tests of what comes after it. The folder is copied from
 * one that the process makes once.
 */
export async function startedDataDir(): ReturnType<typeof newDataDir> {
  first ??= startOnce();
  const [from, to] = [await first, await newDataDir()];
  // The files of Postgres keep their owner.
  const copy = Bun.spawn(['cp', '--archive', `${from}/.`, to.path], { stderr: 'inherit' });
  if ((await copy.exited) !== 0) throw new Error(`${from} could not be copied`);
  return to;
}

async function startOnce(): Promise<string> {
  const dataDir = join(folderOfThisProcess(), 'data');
  const waypost = await startWaypost({ dataDir });
  const code = await waypost.stop();
  if (code !== 0) throw new Error(`Waypost's stop ended with ${code}:\n${waypost.output()}`);
  // Copies that start at the same time would want the same ports.
  writeAccess(dataDir, { password: readAccess(dataDir).password });
  await rm(accessRecordPath(dataDir));
  return dataDir;
}
