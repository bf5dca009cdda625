/**
 * Ends the Postgres that a dead application left behind: `bun heir.ts DATA_DIR`, started by the
 * keeper (`keeper.ts`) when its application is gone. An application that is started again within
 * the grace period takes the lock of DATA_DIR and adopts the server: then nothing is ended.
 */
import { join } from 'node:path';
import { isDataDirHeld } from '#adapters/embedded/data-dir-lock';
import { runningServer } from './orphan.ts';

const graceMs = 5000;
const pollMs = 100;
/** How long each kind of shutdown may take: a fast one, an immediate one. */
const patienceMs = { SIGINT: 60_000, SIGQUIT: 5000 } as const;

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: heir.ts DATA_DIR');
const folder = join(dataDir, 'postgres');

if (await isLeft(dataDir)) await end();

/** Whether nobody has taken DATA_DIR within the grace period. */
async function isLeft(dir: string): Promise<boolean> {
  const deadline = performance.now() + graceMs;
  while (performance.now() < deadline) {
    if (runningServer(folder) === undefined || isDataDirHeld(dir)) return false;
    await Bun.sleep(pollMs);
  }
  return true;
}

async function end(): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (await endsBy(signal, patienceMs[signal])) return;
  }
  await endsBy('SIGKILL', patienceMs.SIGQUIT);
}

async function endsBy(signal: NodeJS.Signals, withinMs: number): Promise<boolean> {
  const pid = runningServer(folder);
  if (pid === undefined) return true;
  process.kill(pid, signal);
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (runningServer(folder) !== pid) return true;
    await Bun.sleep(pollMs);
  }
  return false;
}
