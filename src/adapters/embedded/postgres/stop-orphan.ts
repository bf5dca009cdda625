/**
 * Stops the Postgres of a dead application: `bun stop-orphan.ts DATA_DIR`, started by the watchdog
 * (`server.ts`). When an application starts again within the grace period, it takes the lock of
 * DATA_DIR and adopts the server. Then this program stops nothing.
 */
import { join } from 'node:path';
import { isDataDirHeld } from '#adapters/embedded/data-dir-lock';
import { runningServer } from './orphan.ts';

const graceMs = 5000;
const pollMs = 100;
/** Time limits of a fast shutdown (SIGINT) and of an immediate one (SIGQUIT). */
const patienceMs = { SIGINT: 60_000, SIGQUIT: 5000 } as const;

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('usage: stop-orphan.ts DATA_DIR');
const folder = join(dataDir, 'postgres');

if (await isOrphan(dataDir)) await end();

/** Whether no application has taken DATA_DIR within the grace period. */
async function isOrphan(dir: string): Promise<boolean> {
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
