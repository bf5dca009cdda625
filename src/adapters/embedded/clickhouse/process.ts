import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type Descriptors, noReserve } from '#core/shared/descriptors';
import { lowerSession } from '#adapters/embedded/priority';

/** One running ClickHouse child. */
export interface ClickHouseProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves with its last output when the process has ended for any reason. */
  readonly ended: Promise<string>;
  /** Asks it to end, and kills it after `patienceMs`. Resolves when it is gone. */
  stop(patienceMs: number): Promise<void>;
  /** Closes its standard input, as the end of this process would do. */
  closeInput(): void;
  /** SIGKILL, like a crash. */
  kill(): void;
}

const childLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('serving'), port: z.number() }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
]);

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));

/**
 * Starts a child on `folder` and waits until it serves.
 * @param access path of the file with user, password and port
 * @throws with the child's own message when it ends before it serves, or takes more than `startMs`
 */
export async function startClickHouseProcess(options: {
  readonly folder: string;
  readonly access: string;
  readonly port: number;
  readonly startMs: number;
  readonly descriptors?: Descriptors;
}): Promise<ClickHouseProcess> {
  const { descriptors = noReserve } = options;
  const child = descriptors.open(() => spawnChild(options));
  lowerSession(child.pid);
  const words = lastWords(child.stderr);
  const ended = child.exited.then(async () => await words);
  const giveUp = setTimeout(() => child.kill('SIGKILL'), options.startMs);
  const line = await firstLine(child.stdout);
  clearTimeout(giveUp);
  const told = line === '' ? undefined : childLine.parse(JSON.parse(line));
  if (told?.kind !== 'serving') {
    const reason = told?.reason ?? 'it ended without a word';
    throw new Error(`ClickHouse did not start: ${reason}\n${await ended}`.trim());
  }
  return {
    pid: child.pid,
    port: told.port,
    ended,
    async stop(patienceMs) {
      child.kill('SIGTERM');
      await child.stdin.end();
      const insist = setTimeout(() => child.kill('SIGKILL'), patienceMs);
      await ended;
      clearTimeout(insist);
    },
    closeInput: () => void child.stdin.end(),
    kill: () => child.kill('SIGKILL'),
  };
}

function spawnChild({ folder, access, port }: { folder: string; access: string; port: number }) {
  const place = ['--path', folder, '--access', access, '--port', String(port)];
  return Bun.spawn({
    cmd: [process.execPath, CHILD, ...place],
    // The engine must not see the application's environment.
    env: { PATH: '/usr/bin:/bin', UV_THREADPOOL_SIZE: '16' },
    // Its own session: a terminal's Ctrl-C must reach only this process, which still has to store
    // waiting rows.
    detached: true,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of stream) {
    text += decoder.decode(piece, { stream: true });
    const [line, ...more] = text.split('\n');
    if (more.length > 0) return line ?? '';
  }
  return text;
}

/** The end of the child's stderr without stack traces, as the reason of its failure. */
async function lastWords(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const piece of stream) {
    tail = (tail + decoder.decode(piece, { stream: true })).slice(-8_000);
  }
  const said = tail.split('\n').filter((line) => line.trim() !== '' && !UNTELLING.test(line));
  return said.slice(-8).join('\n').trim();
}

/**
 * Lines that do not explain a failure: stack frames, and the engine's message that it cannot see
 * /sys from inside its folder.
 */
const UNTELLING = /^\d+\. \S* ?@|^ ?\(version |^Cannot use cgroups reader/;
