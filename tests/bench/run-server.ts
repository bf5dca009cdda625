import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DrainSettings } from '#adapters/spool/drain/drain-messages';
import { allocatorSettings } from '#roots/launch/allocator';
import type { Measured } from './redirect-links.ts';
import type { CpuUsed } from './redirect-process.ts';

export type What = 'constant' | Measured;

/** A measured server. */
export type MeasuredServer = AsyncDisposable & {
  readonly port: number;
  cpu(): Promise<CpuUsed>;
  /** Resolves when its drain runs, on the server's own spool and on `core`. */
  drain(settings: DrainSettings, core: number): Promise<void>;
};

/** Whether server and load have one core each. */
export const isPinned = Bun.which('taskset') !== null && cpus().length > 1;

/** The prefix of a command that may run on only one core. */
export function onCore(core: number): string[] {
  return isPinned ? ['taskset', '-c', String(core)] : [];
}

/** Moves a running process, and its future children, to one core. */
export function keepOnCore(core: number, pid: number): void {
  if (!isPinned) return;
  const { success } = Bun.spawnSync(['taskset', '-a', '-p', '-c', String(core), String(pid)]);
  if (!success) throw new Error(`Process ${pid} does not move to core ${core}`);
}

/** Moves those threads of a process to one core that have a lower priority than at its start. */
function keepNiceThreadsOnCore(core: number, pid: number): void {
  if (!isPinned) return;
  const threads = readdirSync(`/proc/${pid}/task`).filter((thread) => {
    // proc(5): the niceness is the 19th field; the 2nd, in brackets, may contain blanks.
    const fields = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(') ')[1];
    return Number(fields?.split(' ')[16]) > 0;
  });
  if (threads.length === 0) throw new Error(`Process ${pid} has no drain to move`);
  for (const thread of threads) Bun.spawnSync(['taskset', '-p', '-c', String(core), thread]);
}

/** Starts it in its own process, on the first core. */
export async function startServer(what: What): Promise<MeasuredServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waypost-bench-'));
  const script = join(import.meta.dir, 'redirect-process.ts');
  let next = Promise.withResolvers<unknown>();
  const hear = (): Promise<unknown> => next.promise;
  const child = Bun.spawn({
    cmd: [...onCore(0), process.execPath, script, what, dataDir],
    env: { ...process.env, ...allocatorSettings },
    ipc: (message) => {
      next.resolve(message);
      next = Promise.withResolvers();
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const port = Number(await hear());

  return {
    port,
    async cpu() {
      child.send('cpu');
      return cpuUsed(await hear());
    },
    async drain(settings, core) {
      child.send({ ...settings, dataDir });
      await hear();
      keepNiceThreadsOnCore(core, child.pid);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function cpuUsed(message: unknown): CpuUsed {
  if (typeof message !== 'object' || message === null) throw new Error('The server said no CPU');
  const { threadUs, processUs } = { threadUs: 0, processUs: 0, ...message };
  return { threadUs, processUs };
}
